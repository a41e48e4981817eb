"""Typed spans of any system are numbered by one rule, and scored against what the policy hides."""

from __future__ import annotations

import pytest

from eval.coreference.linked import score_linked
from eval.coreference.pseudonyms import Pseudonyms
from eval.predictions import parse_prediction
from ficha.document import Document, Span
from ficha.errors import InputError
from ficha.policy import load_policy

TEXT = "Achieng Otieno saw Ouma. Achieng lives in Kenya."
GOLD = Document(
    "1",
    TEXT,
    lang="swa",
    spans=(
        Span(0, 14, "person.patient", "a"),
        Span(19, 23, "person.clinician", "o"),
        Span(25, 32, "person.patient", "a"),
        Span(42, 47, "location.country", "k"),  # afrimed keeps countries visible
    ),
)
POLICY = load_policy("afrimed")


def _prediction(*spans: tuple[int, int, str], status: str = "ok") -> dict[str, object]:
    record = {"id": "1", "status": status, "spans": [{"start": a, "end": b, "label": c} for a, b, c in spans]}
    return {"1": parse_prediction(record, "p")}


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([(0, 14, "PERSON"), (19, 23, "PERSON_THIRD_PARTY"), (25, 32, "PERSON")], Pseudonyms(correct=2)),
        # a part of the name links to the whole one, in another category it can't
        ([(0, 14, "PERSON"), (19, 23, "PERSON"), (25, 32, "PERSON_THIRD_PARTY")], Pseudonyms(1, 0, 1)),
        ([(0, 14, "PERSON"), (25, 32, "PERSON"), (33, 38, "PERSON")], Pseudonyms(1, 1, 0, 1)),
        # of two spans that overlap the first counts; phones aren't mentions
        ([(0, 14, "PERSON"), (8, 14, "PERSON"), (25, 32, "PERSON"), (33, 38, "CONTACT_PHONE")], Pseudonyms(1, 1)),
        # hidden as something else isn't lost, and what hides two people at once is wrong
        ([(0, 14, "DATE"), (19, 23, "PERSON"), (25, 32, "DATE")], Pseudonyms(1, wrong=1)),
        ([(0, 23, "other"), (25, 32, "other")], Pseudonyms(wrong=2)),
        ([], Pseudonyms(lost=2)),
    ],
)
def test_typed_spans(spans: list[tuple[int, int, str]], expected: Pseudonyms) -> None:
    report = score_linked([GOLD], _prediction(*spans), POLICY)
    assert report is not None
    assert report.pseudonyms == expected


def test_a_failed_answer_loses_everything() -> None:
    report = score_linked([GOLD], _prediction((0, 14, "PERSON"), status="failed"), POLICY)
    assert report is not None
    assert report.pseudonyms == Pseudonyms(lost=2)


def test_nothing_is_said_without_gold_entities_and_a_missing_prediction_is_an_error() -> None:
    plain = Document(
        "1", TEXT, lang="swa", spans=(Span(0, 14, "person.patient"), Span(42, 47, "location.country", "k"))
    )
    assert score_linked([plain], _prediction(), POLICY) is None
    with pytest.raises(InputError, match="hold nothing for document '1'"):
        score_linked([GOLD], {}, POLICY)
