from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from synth.pack import Pack, load_pack
from synth.slots import LABELS
from synth.splits import (
    DOCUMENT_CYCLE,
    SPLITS,
    ListSplit,
    assign,
    closed_tokens,
    has_personal,
    split_clauses,
    split_of,
    split_templates,
)
from synth.templates import load_texts
from synth.words import name_tokens, words_of
from tests.synth.build import make_pack


@pytest.mark.parametrize("value", ["Achieng", "ACHIENG", "Achiéng"])
def test_case_and_accents_do_not_move_a_value(value: str) -> None:
    assert split_of(value) == split_of("achieng")


# Frozen: a change here moves names between the splits of data sets that were already made.
@pytest.mark.parametrize(
    ("value", "split"),
    [
        ("achieng", "train"),
        ("otieno", "train"),
        ("wanjiku", "train"),
        ("mukamana", "train"),
        ("nakato", "train"),
        ("silva", "train"),
        ("smith", "train"),
        ("王", "train"),
        ("kisumu", "train"),
        ("got agulu", "train"),
    ],
)
def test_splits_are_frozen(value: str, split: str) -> None:
    assert split_of(value) == split


def test_shares_of_the_hash() -> None:
    counts = Counter(split_of(f"value{i}") for i in range(5000))
    assert 0.74 < counts["train"] / 5000 < 0.78
    assert 0.14 < counts["test"] / 5000 < 0.18


@pytest.mark.parametrize("count", [3, 4, 12, 300])
def test_every_split_gets_a_value(count: int) -> None:
    assert set(assign([f"value{i}" for i in range(count)])) == set(SPLITS)


def test_a_value_keeps_its_split_when_others_come() -> None:
    values = [f"value{i}" for i in range(400)]
    before = dict(zip(values[:300], assign(values[:300]), strict=True))
    after = dict(zip(values, assign(values), strict=True))
    assert all(after[value] == split for value, split in before.items())


def test_documents_are_80_5_15() -> None:
    assert Counter(DOCUMENT_CYCLE) == {"train": 16, "dev": 1, "test": 3}


def test_every_register_is_in_train_and_test(pack: Pack) -> None:
    texts = load_texts(pack)
    rows = [(t, has_personal(t.nodes, texts, LABELS)) for t in texts.templates]
    splits = split_templates(rows)
    seen = {(t.register, personal, splits[t.id]) for t, personal in rows}
    for register, personal in (("message", True), ("message", False), ("note", True)):
        assert {(register, personal, "train"), (register, personal, "test")} <= seen


def test_clauses_of_a_bank_reach_every_split_once(pack: Pack) -> None:
    bank = load_texts(pack).clauses["plan"]
    by_split = split_clauses(bank)
    assert all(by_split[split] for split in SPLITS)
    assert sorted(c.line for lines in by_split.values() for c in lines) == [c.line for c in bank]


def test_a_clause_makes_a_template_personal(tmp_path: Path) -> None:
    templates = {"message": "== a\nx [@plan]\n== b\nx [y|{drug}]\n== c\n[a|{phone}]"}
    texts = load_texts(make_pack(tmp_path, templates, {"plan": "one\ntwo {patient}"}))
    assert [has_personal(t.nodes, texts, LABELS) for t in texts.templates] == [True, False, True]


def first(split: str, values: list[str]) -> str:
    return next(v for v in values if split_of(v) == split)


def test_names_and_places_are_disjoint(pack: Pack) -> None:
    lists = ListSplit(pack)
    for draw, kind in ((lists.names, "given_female"), (lists.names, "family"), (lists.places, "village")):
        values = {split: set(draw(kind, "KE", split)) for split in SPLITS}
        assert all(values.values())
        assert not values["train"] & values["test"]
        assert not values["train"] & values["dev"]


def test_train_lists_hold_nothing_held_out(tmp_path: Path) -> None:
    held_village = first("test", [f"Vale{i}" for i in range(99)])
    held_name = first("test", [f"Anna{c}" for c in "bcdefghijklmnopqrstuvwxyz"])
    hospitals = [f"{held_village} Hospital {i}" for i in range(40)] + [f"St {held_name} Clinic {i}" for i in range(40)]
    pack = make_pack(tmp_path, lists={"village": [held_village], "given_female": [held_name], "hospital": hospitals})
    lists = ListSplit(pack)
    assert lists.places("hospital", "KE", "train") == ()
    assert lists.places("hospital", "KE", "dev") == ()
    test = lists.places("hospital", "KE", "test")
    assert test == tuple(h for h in hospitals if split_of(h) == "test")
    assert not lists.fits(f"near {held_village} market", "train")
    assert lists.fits(f"near {held_village}x market", "train")


def test_a_name_that_is_a_profession_is_for_train_only(tmp_path: Path) -> None:
    held = first("test", [f"Baker{c}" for c in "bcdefghijklmnopqrstuvwxyz"])
    pack = make_pack(tmp_path, lists={"family": [held, "Zebado"], "profession": [held.lower()]})
    assert held.lower() in closed_tokens(pack)
    lists = ListSplit(pack)
    assert all(held not in lists.names("family", "KE", split) for split in SPLITS)


def test_a_name_of_two_tokens_needs_both_in_one_split(tmp_path: Path) -> None:
    train, test = (first(s, [f"Anna{c}" for c in "bcdefghijklmnopqrstuvwxyz"]) for s in ("train", "test"))
    pack = make_pack(tmp_path, lists={"given_female": [f"{train} {test}", f"{train}-{train}"]})
    lists = ListSplit(pack)
    assert lists.names("given_female", "KE", "train") == (f"{train}-{train}",)
    assert lists.names("given_female", "KE", "test") == ()
    assert name_tokens(f"{train}-{train}") == words_of(f"{train} {train}")


def test_a_name_whose_plain_spelling_is_held_out_is_not_for_train(tmp_path: Path) -> None:
    ends = [a + b for a in "abcdefghijklmnop" for b in "abcdefghijklmnop"]
    name = next(f"D'Onb{e}" for e in ends if split_of(f"onb{e}") == "train" and split_of(f"donb{e}") == "dev")
    plain = name.replace("'", "")
    alone = make_pack(tmp_path / "alone", lists={"family": [name]})
    assert ListSplit(alone).names("family", "KE", "train") == (name,)
    both = ListSplit(make_pack(tmp_path / "both", lists={"family": [name, plain]}))
    assert both.names("family", "KE", "train") == ()
    assert both.names("family", "KE", "dev") == (plain,)


def test_a_span_may_not_read_a_held_out_name_across_its_own_words() -> None:
    """赫连 伟义, of train, holds 连 伟, of dev: without spaces a reader would see both."""
    lists = ListSplit(load_pack("zho"))
    assert split_of("连") == split_of("伟") == "dev"
    assert lists.fits("赫连伟义", "train")
    assert not lists.may_hold("赫连伟义", "train")
    assert lists.may_hold("赫连伟义", "dev")
    assert lists.may_hold("王敏", split_of("王"))
