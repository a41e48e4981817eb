"""Rankings: precision at each recall by hand, and intervals that hold the value."""

from __future__ import annotations

import numpy as np
import pytest

from train.selfclean.compare import Ranking, average_precision, gain, precision_at, ranking, recall_at, table_of
from train.selfclean.items import Item
from train.selfclean.places import Place, places
from train.selfclean.plant import Planted

PLANTED = [Planted("a", "missed", 0, 5), Planted("b", "kept", 3, 6)]


def place(id: str, start: int, end: int, score: float = 1.0) -> Place:
    return Place(id, start, end, Item(start, end, None, 0.9), score)


def test_a_second_place_at_an_error_is_neither_right_nor_wrong() -> None:
    found = [place("a", 0, 3), place("a", 4, 5), place("c", 0, 2), place("b", 5, 9)]
    one = ranking(found, PLANTED, ["a", "b", "c"])
    assert one.hits.tolist() == [0, -1, 1]
    curve = precision_at(one, [0.5, 1.0])
    assert curve[0.5].value == 1.0
    assert curve[1.0].value == pytest.approx(2 / 3)
    assert recall_at(one, [0.7])[0.7].value == 0.5
    assert average_precision(one).value == pytest.approx((1 + 2 / 3) / 2)


def test_a_recall_that_is_never_reached_has_precision_zero() -> None:
    one = ranking([place("a", 0, 3)], PLANTED, ["a", "b"])
    assert precision_at(one, [0.5, 0.9])[0.9].value == 0.0


def test_intervals_hold_the_value_and_a_better_ranking_gains() -> None:
    draw = np.random.default_rng(1)
    documents = np.arange(200)
    hits = np.where(documents < 50, documents, -1)
    shuffled = draw.permutation(200)
    good = Ranking(documents, hits, np.arange(50), 200)
    poor = Ranking(documents[shuffled], hits[shuffled], np.arange(50), 200)
    for bounded in [*precision_at(poor, [0.3, 0.9]).values(), average_precision(poor), gain(good, poor)]:
        assert bounded.low <= bounded.value <= bounded.high
    assert gain(good, poor).low > 0.5
    assert "| 0.50 | 1.000 (1.000-1.000) |" in table_of({"good": precision_at(good, [0.5])})


def test_touching_suspects_are_one_place_and_a_calm_neighbour_is_one_of_its_own() -> None:
    text = {"a": "Ask Ann Mary Otieno now, please"}
    items = [Item(4, 7, None, 0.9), Item(8, 12, None, 0.8), Item(13, 19, None, 0.7), Item(20, 23, None, 0.1)]
    ranked = [("a", item, score) for item, score in zip(items, (3.0, 2.0, 1.0, -2.0), strict=True)]
    one, calm = places(ranked, text)
    assert (one.start, one.end, one.score, len(one.more)) == (4, 19, 3.0, 2)
    assert (calm.start, calm.end) == (20, 23)
    assert [(p.start, p.end) for p in places([*ranked[:1], ("a", Item(25, 31, None, 0.6), 0.5)], text)] == [
        (4, 7),
        (25, 31),
    ]
