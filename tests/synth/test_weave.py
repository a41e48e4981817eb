from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from synth.natural import Sentence
from synth.render import Piece, assemble
from synth.weave import alone, natural_of, weave

WASH = Sentence("Wash your hands.", "1f")


def pieces() -> list[Piece]:
    return [
        Piece("My name is "),
        Piece("Achieng", "person.patient", "patient"),
        Piece(". I live in "),
        Piece("Got Agulu", "location.village", "village"),
        Piece("\nPlease call"),
    ]


@given(st.integers(0, 10_000), st.integers(1, 3))
def test_a_woven_sentence_changes_nothing_else(seed: int, times: int) -> None:
    woven, rng = pieces(), random.Random(seed)
    for _ in range(times):
        weave(woven, WASH, rng)
    text, spans = assemble(woven)
    assert [text[s.start : s.end] for s in spans] == ["Achieng", "Got Agulu"]
    found = natural_of(woven)
    assert [text[n["start"] : n["end"]] for n in found] == [WASH.text] * times  # type: ignore[misc]
    assert {n["id"] for n in found} == {"1f"}
    rest = text.replace(WASH.text, "")
    assert "".join(rest.split()).rstrip(".") == "MynameisAchieng.IliveinGotAgulu\nPleasecall".replace("\n", "")


def test_the_places_of_a_sentence() -> None:
    seen = set()
    for seed in range(200):
        woven = pieces()
        weave(woven, WASH, random.Random(seed))
        seen.add(assemble(woven)[0])
    assert seen == {
        "Wash your hands. My name is Achieng. I live in Got Agulu\nPlease call",
        "My name is Achieng. Wash your hands. I live in Got Agulu\nPlease call",
        "My name is Achieng. I live in Got Agulu\nWash your hands.\nPlease call",
        "My name is Achieng. I live in Got Agulu\nPlease call. Wash your hands.",
    }


def test_no_full_stop_behind_an_address_of_the_net() -> None:
    for seed in range(40):
        woven = [Piece("write to "), Piece("a@example.org", "contact.email")]
        weave(woven, WASH, random.Random(seed))
        assert "example.org." not in assemble(woven)[0]


def test_chinese_has_no_blanks() -> None:
    for seed in range(40):
        woven = [Piece("我叫"), Piece("王秀英", "person.patient"), Piece("。在发烧")]
        weave(woven, Sentence("请洗手", "2a"), random.Random(seed))
        assert assemble(woven)[0] in {
            "请洗手。我叫王秀英。在发烧",
            "我叫王秀英。请洗手。在发烧",
            "我叫王秀英。在发烧。请洗手。",
        }


def test_sentences_alone() -> None:
    both = alone([WASH, Sentence("Drink water.", "2b")], random.Random(1))
    assert assemble(both)[0] in {"Wash your hands. Drink water.", "Wash your hands.\nDrink water."}
    assert [n["id"] for n in natural_of(both)] == ["1f", "2b"]
