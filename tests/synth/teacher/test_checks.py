"""Whether a teacher's text may be kept."""

from __future__ import annotations

import pytest

from ficha.document import Span
from synth.pack import load_pack
from synth.teacher import checks
from synth.teacher.checks import TextChecks, pieces_of
from synth.validate import NAME_OUTSIDE, TOUCHING


@pytest.fixture(scope="module")
def english() -> TextChecks:
    return TextChecks(load_pack("eng"))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("My knee has swollen up since the walk on Sunday, what should I do?", None),
        ("ok", checks.LENGTH),
        ("word " * 700, checks.LENGTH),
        ("As an AI language model I write no messages", checks.MACHINE),
        ("Hello, it is [name] again, please call", checks.PLACEHOLDER),
        ("My number is XXXX and I live near {place}", checks.PLACEHOLDER),
        ("Temperature 38.5 [see chart 2], please call me back today", checks.PLACEHOLDER),
        ("pain and more pain " * 20, checks.LOOP),
        ("Bonjour docteur, je suis malade depuis trois jours et ma mère ne peut pas venir", checks.LANGUAGE),
    ],
)
def test_a_text_by_itself(english: TextChecks, text: str, fault: str | None) -> None:
    assert english.fault(text) == fault


def test_duplicates_and_near_duplicates() -> None:
    one = TextChecks(load_pack("eng"))
    text = "my knee has swollen up since the walk on sunday and the tablets that the nurse gave me do not help at all"
    assert one.duplicate(text) is None
    assert one.duplicate(text.upper() + "!") == checks.DUPLICATE
    assert one.duplicate(text + " now") == checks.NEAR
    assert one.duplicate("the wound smells and will not heal, is there anything this afternoon") is None


@pytest.mark.parametrize(
    ("text", "spans", "reason"),
    [
        ("Ask Leah Turner today. She is well.", [(4, 15, "person.patient")], None),
        ("Ask Leah Turner today. Leah is well.", [(4, 15, "person.patient")], NAME_OUTSIDE),
        ("Ask Leah today. Olivia came along.", [(4, 8, "person.patient")], checks.NAME_VISIBLE),
        ("Ask Leah on 020 7946 0123.", [(4, 8, "person.patient")], checks.IDENTIFIER_VISIBLE),
        ("Ask Leah on 020 7946 0123.", [(4, 8, "person.patient"), (12, 25, "contact.phone")], None),
        ("Ask LeahTurner today", [(4, 8, "person.patient"), (8, 14, "person.patient")], TOUCHING),
    ],
)
def test_what_is_still_visible(
    english: TextChecks, text: str, spans: list[tuple[int, int, str]], reason: str | None
) -> None:
    assert english.missed(text, [Span(*span) for span in spans]) == reason


def test_pieces_are_the_text() -> None:
    pieces = pieces_of("Ask Leah", [Span(4, 8, "person.patient", "p")])
    assert [(piece.text, piece.label) for piece in pieces] == [("Ask ", None), ("Leah", "person.patient")]
