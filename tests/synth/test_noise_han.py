from __future__ import annotations

import random

import pytest

from synth.noise_han import KINDS, SHARES, add_han_noise, homophones
from synth.pack import REGISTERS
from synth.render import Piece, assemble


def pieces() -> list[Piece]:
    return [
        Piece("我叫"),
        Piece("王秀英", "person.patient", "patient"),
        Piece("，"),
        Piece("46岁", "age", "age"),
        Piece("；在发烧（"),
        Piece("38.5度", filler=True),
        Piece("），怎么办？\n谢谢。"),
    ]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("blanks", "我叫王秀英 46岁 在发烧（38.5度） 怎么办\n谢谢"),
        ("half_width", "我叫王秀英,46岁;在发烧(38.5度),怎么办?\n谢谢."),
        ("full_width", "我叫王秀英，４６岁；在发烧（３８.５度），怎么办？\n谢谢。"),
    ],
)
def test_kinds_that_draw_nothing(kind: str, text: str) -> None:
    changed = pieces()
    KINDS[kind](changed, random.Random(1))
    assert assemble(changed)[0] == text


def test_homophones_change_the_carrier_alone() -> None:
    changed = pieces()
    homophones(changed, random.Random(1))
    assert assemble(changed)[0] == "我叫王秀英，46岁；再发烧（38.5度），怎么办？\n谢谢。"
    bare = [Piece("一二三")]
    homophones(bare, random.Random(1))
    assert bare[0].text == "一二三"


def test_slips_keep_the_borders_of_values() -> None:
    seen = set()
    for seed in range(60):
        changed = [Piece("我叫"), Piece("王秀英", "person.patient"), Piece("昨天开始发烧，")]
        KINDS["slips"](changed, random.Random(seed))
        assert changed[:2] == [Piece("我叫"), Piece("王秀英", "person.patient")]
        assert changed[2].text[0] == "昨"
        assert changed[2].text[-2:] == "烧，"
        seen.add(changed[2].text)
    assert {"昨开始发烧，", "昨开天始发烧，", "昨天天开始发烧，"} & seen


@pytest.mark.parametrize("register", REGISTERS)
def test_spans_stay_exact_and_apart(register: str) -> None:
    for seed in range(60):
        changed = pieces()
        add_han_noise(changed, register, random.Random(seed))
        text, spans = assemble(changed)
        values = [text[s.start : s.end] for s in spans]
        assert values[0] == "王秀英"
        assert values[1] in ("46岁", "４６岁")
        assert spans[0].end < spans[1].start


def test_the_shares_name_known_registers_and_kinds() -> None:
    assert set(SHARES) <= set(REGISTERS)
    assert all(set(shares) <= set(KINDS) for shares in SHARES.values())
