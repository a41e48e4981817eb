from __future__ import annotations

import random
from pathlib import Path

import pytest

from ficha.document import Span
from synth.deck import Deck
from synth.nodes import Bank, Text
from synth.render import Clash, Piece, assemble, elide, flatten, render
from synth.splits import ListSplit, split_clauses
from synth.syntax import Grammar, parse_nodes
from synth.templates import Clause, load_texts
from synth.world import World
from tests.synth.build import make_pack


def test_offsets_count_code_points() -> None:
    pieces = [
        Piece("🩺 "),
        Piece("Asha", "person.patient", "patient"),
        Piece(", "),
        Piece("7", "age", "age"),
        Piece("!"),
    ]
    assert assemble(pieces) == (
        "🩺 Asha, 7!",
        (Span(2, 6, "person.patient", "patient"), Span(8, 9, "age", "age")),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("come [|] here", "come here"),
        ("come [|], here", "come, here"),
        ("come[|] here", "come here"),
        ("[|] here", "here"),
        ("come [|]\nhere", "come\nhere"),
        ("come\n[|] here", "come\nhere"),
        ("come [|] [|] here", "come here"),
        ("come [|]{phone}", "come {phone}"),
    ],
)
def test_an_empty_alternative_takes_a_blank_along(text: str, expected: str, grammar: Grammar) -> None:
    flat = flatten(parse_nodes(text, grammar), {}, random.Random(1))
    assert "".join(getattr(node, "text", "{phone}") for node in flat) == expected


@pytest.mark.parametrize(
    ("carrier", "value", "expected"),
    [
        ("omwana wa~", "Achieng", "omwana w'"),
        ("omwana wa~", "Émile", "omwana w'"),
        ("omwana wa~", "Mukasa", "omwana wa "),
        ("ne~", "okukolola", "n'"),
        ("about ~", "Achieng", "about ~"),
        ("wa~ ", "Achieng", "wa~ "),
    ],
)
def test_a_link_word_loses_its_vowel_before_a_vowel(carrier: str, value: str, expected: str) -> None:
    pieces = [Piece(carrier), Piece(value, "person.patient", "patient")]
    elide(pieces)
    assert [p.text for p in pieces] == [expected, value]


def rendered(folder: Path, text: str, seed: int = 13) -> tuple[list[Piece], str]:
    pack = make_pack(folder, {"message": f"== a\n{text}"})
    texts = load_texts(pack)
    rng = random.Random(seed)
    banks = {bank: Deck(split_clauses(lines)["train"], rng) for bank, lines in texts.clauses.items()}
    world = World(pack, "KE", "train", ListSplit(pack))
    pieces, _ = render(texts.templates[0].nodes, banks, world, random.Random(seed))
    return pieces, assemble(pieces)[0]


def test_mentions_of_an_entity_agree(tmp_path: Path) -> None:
    pieces, _ = rendered(tmp_path, "{patient} {patient.given} {village} {village} {village#2}")
    full, given, village, again, other = (p.text for p in pieces if p.label)
    assert full.startswith(given + " ")
    assert village == again != other
    assert [p.entity for p in pieces if p.label] == ["patient", "patient", "village", "village", "village#2"]


@pytest.mark.parametrize(("gender", "word"), [("f", "she"), ("m", "he")])
def test_text_follows_the_gender(tmp_path: Path, gender: str, word: str) -> None:
    for seed in range(8):
        _, text = rendered(tmp_path, f"{{patient?he|she}} is {{patient:{gender}}}", seed)
        assert text.startswith(f"{word} is {'A' if gender == 'f' else 'I'}")


def test_two_genders_of_one_person_clash(tmp_path: Path) -> None:
    with pytest.raises(Clash):
        rendered(tmp_path, "{patient:f} {patient:m.given}")


def test_fillers_carry_no_label(tmp_path: Path) -> None:
    pieces, _ = rendered(tmp_path, "{drug} {dose} {symptom} {bp} {eponym}")
    assert not any(p.label for p in pieces)
    assert [p.filler for p in pieces] == [True, False, True, False, True, False, True, False, True]


def test_clauses_are_drawn_from_the_split_alone(tmp_path: Path) -> None:
    pack = make_pack(tmp_path)
    bank: tuple[Clause, ...] = load_texts(pack).clauses["plan"]
    train = {c.text for c in split_clauses(bank)["train"]}
    for seed in range(40):
        _, text = rendered(tmp_path, "x [@plan]", seed)
        assert any(text.startswith("x " + clause.split(" {")[0]) for clause in train)


def test_a_bank_repeats_no_clause_until_all_are_drawn(tmp_path: Path) -> None:
    clauses = load_texts(make_pack(tmp_path)).clauses["plan"]
    half = len(clauses)
    for seed in range(10):
        rng = random.Random(seed)
        banks = {"plan": Deck(clauses, rng)}
        flatten((Bank("plan"),) * (seed % 5), banks, rng)  # another document, which leaves the deck somewhere
        texts = [n.text for n in flatten((Bank("plan"),) * half * 2, banks, rng) if isinstance(n, Text)]
        assert sorted(texts[:half]) == sorted(texts[half:]) == sorted(set(texts))
