from __future__ import annotations

import random

import pytest

from synth.deck import Deck


def test_every_item_comes_up_once_a_round() -> None:
    deck = Deck(range(7), random.Random(1))
    rounds = [[deck.draw() for _ in range(7)] for _ in range(5)]
    assert all(sorted(r) == list(range(7)) for r in rounds)
    assert len({tuple(r) for r in rounds}) > 1


def test_what_is_avoided_comes_later() -> None:
    deck = Deck("abc", random.Random(1))
    assert {deck.draw(avoid="ab") for _ in range(5)} == {"c"}
    assert {deck.draw() for _ in range(2)} == {"a", "b"}
    assert deck.draw(avoid="abc") in "abc"


def test_a_deck_stays_small() -> None:
    deck = Deck(range(10), random.Random(1))
    for i in range(2000):
        deck.draw(avoid=[i % 10, (i + 1) % 10])
        assert len(deck._left) <= 20


def test_the_same_seed_draws_the_same() -> None:
    one, two = Deck("abcdef", random.Random(3)), Deck("abcdef", random.Random(3))
    assert [one.draw() for _ in range(20)] == [two.draw() for _ in range(20)]


def test_an_empty_deck_has_nothing_to_draw() -> None:
    with pytest.raises(IndexError):
        Deck((), random.Random(1)).draw()
