"""Tribe and clan in Kinyarwanda: hidden by a term list and sent to review, with care for other meanings."""

from __future__ import annotations

import pytest

from ficha.redactor import Redactor
from tests.ficha.rules.helpers import found_as

RULES = Redactor(None, parts="rules")


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ("Umurwayi ni Umuhutu.", "tribe", ["Umuhutu"]),
        ("ABATUTSI n’abahutu mu batwa", "tribe", ["ABATUTSI", "abahutu", "batwa"]),
        ("mwene w'umututsikazi", "tribe", ["umututsikazi"]),
        ("ni uwasigajwe inyuma n’amateka", "tribe", ["uwasigajwe inyuma n’amateka"]),
        ("Ubwoko: Twa", "tribe", ["Twa"]),
        ("utwana twa Kamanzi", "tribe", []),
        ("yaravuze ibitutsi, imyaka imutwaye", "tribe", []),
        ("akomoka mu bwoko bw'Abega", "clan", ["Abega"]),
        ("ni umunyiginyakazi wo mu Banyiginya", "clan", ["Banyiginya"]),
        ("Ubwoko bwe ni Umukono", "clan", ["Umukono"]),
        ("Umukono wa muganga: Kamanzi", "clan", []),
        ("abaha amaraso bakongera", "clan", []),
        ("ubwoko bw'Abaha", "clan", ["Abaha"]),
        ("Musinga yaje, ubwoko bw'amaraso ni O+", "clan", []),
    ],
)
def test_terms(text: str, label: str, expected: list[str]) -> None:
    assert found_as(text, label, "kin") == expected


def test_a_term_sends_the_document_to_review() -> None:
    result = RULES.redact("Umurwayi ni umuhutu wo mu Bazigaba.", lang="kin")
    assert result.text == "Umurwayi ni [TRIBE] wo mu [PERSON_CLAN]."
    assert result.status == "review"
    assert result.reasons == ("terms: 2 words of tribe or clan, hidden by a term list",)


def test_a_policy_that_keeps_them_says_nothing() -> None:
    result = RULES.redact("Umurwayi ni umuhutu.", policy="patient-requests", lang="kin")
    assert (result.text, result.status) == ("Umurwayi ni umuhutu.", "ok")


def test_other_languages_have_no_such_list() -> None:
    assert found_as("Abatutsi n'abahutu", "tribe", "lug") == []
