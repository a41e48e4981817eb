"""What is asked for: quotas and seeds."""

from __future__ import annotations

from pathlib import Path

import pytest

from ficha.errors import InputError
from synth.pack import load_pack, pack_codes
from synth.splits import SPLITS
from synth.teacher.plan import TEXTS, YIELD, Cell, by_split, quotas, registers_of, seeds
from tests.synth.build import make_pack


@pytest.mark.parametrize("code", pack_codes())
def test_quotas_follow_the_pack(code: str) -> None:
    pack = load_pack(code)
    sizes = quotas(pack, 1000)
    assert sum(sizes.values()) == 1000
    for register, share in registers_of(pack).items():
        of_register = sum(size for cell, size in sizes.items() if cell.register == register)
        assert abs(of_register - 1000 * share / sum(registers_of(pack).values())) < 3
    assert [sum(s for cell, s in sizes.items() if cell.split == split) for split in SPLITS] == pytest.approx(
        [800, 50, 150], abs=10
    )


def test_a_pack_can_say_what_its_teacher_writes(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, teacher={"share": 0.3, "registers": {"note": 1.0}})
    assert pack.settings.teacher.share == 0.3
    assert {cell.register for cell in quotas(pack, 20)} == {"note"}
    with pytest.raises(InputError, match="'letter' has no share in registers"):
        make_pack(tmp_path, teacher={"registers": {"letter": 1.0}})


def test_long_minutes_are_left_to_templates() -> None:
    assert "minutes" not in registers_of(load_pack("por"))


def test_categories_reach_every_split_and_each_only_one() -> None:
    found = by_split(["a b", "a  b", *(f"category {i}" for i in range(20))])
    assert all(found.values())
    assert sum(map(len, found.values())) == len({c for group in found.values() for c in group}) == 21
    assert not all(by_split(["only", "two"]).values())


def test_seeds_ask_for_what_is_missing_and_change_with_the_round() -> None:
    pack = load_pack("swa")
    ideas = {"note": by_split(f"category {i}" for i in range(20))}
    cell = Cell("note", "train")
    first = seeds(pack, {cell: 60, Cell("sms", "train"): 5}, ideas, 0, 13)
    assert [(s.cell, s.count) for s in first] == [(cell, TEXTS)]  # one call a cell, and none without categories
    later = seeds(pack, {cell: 60}, ideas, 1, 13)
    assert sum(s.count for s in later) >= 60 / YIELD
    assert len({s.number for s in [*first, *later]}) == len([*first, *later])
    assert {s.country for s in later} <= set(pack.settings.countries)
    assert seeds(pack, {cell: 60}, ideas, 1, 13) == later
    assert {s.category for s in later} <= set(ideas["note"]["train"])
