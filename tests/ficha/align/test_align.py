"""The aligner as its users meet it: a table of sources and generations, one row a case.

Spans are (text, category id), edits (source text, generated text).
"""

from __future__ import annotations

import pytest

from ficha.align import Alignment, align, visualise
from ficha.policy import load_policy

PATIENT = load_policy("patient-requests")
AFRIMED = load_policy("afrimed")


def spans(source: str, found: Alignment) -> list[tuple[str, str]]:
    return [(source[s.start : s.end], s.category.id) for s in found.spans]


def edits(source: str, generated: str, found: Alignment) -> list[tuple[str, str]]:
    return [
        (source[e.source_start : e.source_end], generated[e.generated_start : e.generated_end]) for e in found.edits
    ]


Row = tuple[str, str, list[tuple[str, str]], list[tuple[str, str]]]

PLACES: dict[str, Row] = {
    "at both ends": ("Jo Phiri rang Ann", "[name] rang [name]", [("Jo Phiri", "name"), ("Ann", "name")], []),
    "the whole text": ("Jo Phiri", "[name]", [("Jo Phiri", "name")], []),
    "emoji before it (T01)": (
        "🩺🧒🏾 Seen with her aunt Thandeka Mokoena at 14:10. Ward 3.",
        "🩺🧒🏾 Seen with her aunt [name] at 14:10. Ward 3.",
        [("Thandeka Mokoena", "name")],
        [],
    ),
    "CRLF (B21)": (
        "Name: Grace Achieng\r\nVillage: Got Agulu\r\nAge 7\r\n",
        "Name: [name]\r\nVillage: [address]\r\nAge 7\r\n",
        [("Grace Achieng", "name"), ("Got Agulu", "address")],
        [],
    ),
    "double space kept (B18)": (
        "cc: a.okello@example.org  b.atim@example.org c.opio@example.org",
        "cc: [email] [email] [email]",
        [("a.okello@example.org", "email"), ("b.atim@example.org", "email"), ("c.opio@example.org", "email")],
        [],
    ),
    "a whole name, then a part of it (B54)": (
        "Herbert Okoth-Ouma saw Ouma.",
        "[name] saw [name].",
        [("Herbert Okoth-Ouma", "name"), ("Ouma", "name")],
        [],
    ),
    "two equal placeholders, one name (B27)": (
        "Ask Joyce Phiri first.",
        "Ask [NAME_1] [NAME_1] first.",
        [("Joyce Phiri", "name")],
        [],
    ),
    "a sentence replaced (B53)": (
        "How long is the queue at the clinic?",
        "[NAME_1]",
        [("How long is the queue at the clinic", "name")],
        [],
    ),
    "edits as whole words (T10)": (
        "BP 148/92. Mrs Nomvula Khumalo denies chest pain. Metformin 850 mg bd.",
        "BP 148/90. Mrs [NAME_1] denies any chest pain. Metformin 850 mg twice daily.",
        [("Nomvula Khumalo", "name")],
        [("148/92", "148/90"), ("denies", "denies any"), ("bd", "twice daily")],
    ),
}


@pytest.mark.parametrize("row", PLACES.values(), ids=PLACES)
def test_places(row: Row) -> None:
    source, generated, wanted_spans, wanted_edits = row
    found = align(source, generated, PATIENT)
    assert spans(source, found) == wanted_spans
    assert edits(source, generated, found) == wanted_edits


def test_amharic_clitic_stays_outside() -> None:
    source = "ታካሚዋ ሰላማዊት ተስፋዬ በአዳማ ሆስፒታል ታየች። ስልክ 0911 000 147።"
    found = align(source, "ታካሚዋ [NAME_1] በ[LOCATION_1] ሆስፒታል ታየች። ስልክ [PHONE_1]።", AFRIMED)
    assert [(s.start, s.end) for s in found.spans] == [(5, 15), (17, 20), (36, 48)]
    assert found.edits == ()


def test_visualise() -> None:
    source, generated = "Ask Joyce Phiri now", "Ask [name] soon"
    assert visualise(source, generated, align(source, generated, PATIENT)).splitlines() == [
        "SRC: Ask Joyce Phiri now*",
        "GEN: Ask [name]***** soon",
        "         HHHHHHHHHHH EEEE",
    ]
