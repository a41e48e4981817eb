"""Regions between anchors: they agree with one region over the whole, and keep long texts cheap."""

from __future__ import annotations

import pytest

import ficha.align
from ficha.align import align
from ficha.align.anchors import regions_between_anchors
from ficha.align.placeholders import find_placeholders
from ficha.align.solve import Work
from ficha.policy import load_policy

PATIENT = load_policy("patient-requests")
WORDS = [f"{a}{b}{c}o" for a in "bdfgklmnprst" for b in "aeiou" for c in "bdfgklmnprst"]


def text_of(count: int) -> str:
    return " ".join(WORDS[(i * 37 + i // 7) % len(WORDS)] for i in range(count))


def test_regions_of_a_note() -> None:
    source = "Mrs Nomvula Khumalo denies chest pain, and has been well since then. No fever at all."
    generated = "Mrs [name] denied chest pain, and has been well since then. No cough at all."
    found = [
        (source[r.source_start : r.source_end], generated[r.generated_start : r.generated_end])
        for r in regions_between_anchors(source, generated, find_placeholders(generated, source, PATIENT, {}), Work())
    ]
    assert found == [("Nomvula Khumalo denies", "[name] denied"), (" fever at all.", " cough at all.")]


@pytest.mark.parametrize("changed", [("", ""), ("edited", ""), ("", "edited"), ("one", "two words")])
def test_same_as_the_whole_at_once(changed: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = text_of(120).split(" ")
    source_words, generated_words = list(words), list(words)
    for at in range(5, 120, 20):
        source_words[at : at + 1] = ["Joyce", "Phiri"]
        generated_words[at : at + 1] = ["[name]"]
    source_words[61:61], generated_words[61:61] = changed[0].split(), changed[1].split()
    source, generated = " ".join(source_words), " ".join(generated_words)
    monkeypatch.setattr(ficha.align, "SMALL", 0)
    in_regions = align(source, generated, PATIENT)
    monkeypatch.setattr(ficha.align, "SMALL", 1_000_000)
    assert in_regions == align(source, generated, PATIENT)
    assert len(in_regions.spans) == 6


def test_work_grows_with_the_edits_not_with_the_text() -> None:
    def cells(repeats: int) -> int:
        unit = text_of(150) + " Joyce Phiri " + text_of(20) + "\n"
        twin = unit.replace("Joyce Phiri", "[name]").replace(WORDS[37], "changed", 1)
        source, generated = unit * repeats, twin * repeats
        work = Work()
        placeholders = find_placeholders(generated, source, PATIENT, {})
        for region in regions_between_anchors(source, generated, placeholders, work):
            work.spend((region.source_end - region.source_start) * (region.generated_end - region.generated_start))
        return work.cells

    assert cells(200) < 25 * cells(10)


@pytest.mark.parametrize("length", [300, 3_000, 20_000])
def test_a_long_part_dropped(length: int) -> None:
    part = " ".join(f"extra{i}" for i in range(length // 8))
    before, behind = text_of(100), text_of(100)[::-1]
    source, generated = f"{before} {part} {behind} Joyce", f"{before} {behind} [name]"
    found = align(source, generated, PATIENT)
    assert [source[s.start : s.end] for s in found.spans] == ["Joyce"]
    assert [source[e.source_start : e.source_end] for e in found.edits] == [part]


def test_short_pieces_anchor_together() -> None:
    lines = [(f"Name: Joyce{i}\r\nTel: 0722{i:06}\r\n", "Name: [name]\r\nTel: [tel]\r\n") for i in range(200)]
    source = "".join(line for line, _ in lines)
    generated = "".join(twin for _, twin in lines).replace("Tel", "Fon", 1)
    found = align(source, generated, PATIENT)
    assert len(found.spans) == 400
    assert [source[e.source_start : e.source_end] for e in found.edits] == ["Tel"]
