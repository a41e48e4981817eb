from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.matching import match
from eval.scheme import Item


def items(*spans: tuple[int, int, str]) -> list[Item]:
    return [Item(start, end, frozenset(label.split("|")), label) for start, end, label in spans]


@pytest.mark.parametrize(
    ("gold", "predicted", "exact", "typed", "pairs"),
    [
        # equal, shifted, other type
        ([(0, 5, "A")], [(0, 5, "A")], True, True, [(0, 0)]),
        ([(0, 5, "A")], [(0, 4, "A")], True, True, []),
        ([(0, 5, "A")], [(0, 4, "A")], False, True, [(0, 0)]),
        ([(0, 5, "A")], [(0, 5, "B")], True, True, []),
        ([(0, 5, "A")], [(0, 5, "B")], True, False, [(0, 0)]),
        ([(0, 5, "A")], [(4, 9, "B")], False, False, [(0, 0)]),
        # side by side is no overlap
        ([(0, 5, "A")], [(5, 9, "A")], False, True, []),
        # a gold item that accepts two categories
        ([(0, 5, "A|B")], [(0, 5, "B")], True, True, [(0, 0)]),
        # a name cut in two: one hit, one false span; the larger part is the hit
        ([(0, 12, "A")], [(0, 4, "A"), (5, 12, "A")], False, True, [(0, 1)]),
        # one span over two names: one hit, one miss
        ([(0, 4, "A"), (5, 12, "A")], [(0, 12, "A")], False, True, [(1, 0)]),
        # the exact pair first, though the other overlaps more
        ([(0, 4, "A")], [(0, 9, "A"), (0, 4, "A")], False, True, [(0, 1)]),
        # the larger overlap would leave gold 0 without a partner: it is moved on
        ([(0, 4, "A"), (4, 12, "A")], [(2, 10, "A"), (11, 12, "A")], False, True, [(0, 0), (1, 1)]),
        ([], [(0, 4, "A")], False, False, []),
        ([(0, 4, "A")], [], False, False, []),
        # found twice counts once
        ([(0, 4, "A")], [(0, 4, "A"), (0, 4, "A")], True, True, [(0, 0)]),
    ],
)
def test_pairs(gold, predicted, exact, typed, pairs):
    assert match(items(*gold), items(*predicted), exact=exact, typed=typed) == pairs


def test_a_long_chain_of_shifted_spans_is_matched_whole():
    size = 3000
    gold = items(*((10 * i, 10 * i + 10, "A") for i in range(size)))
    predicted = items(*((10 * i + 6, 10 * i + 16, "A") for i in range(size)))
    assert match(gold, predicted, exact=False, typed=True) == [(i, i) for i in range(size)]


spans = st.lists(
    st.tuples(st.integers(0, 12), st.integers(1, 5), st.sampled_from("AB")).map(lambda s: (s[0], s[0] + s[1], s[2])),
    max_size=5,
)


def most_pairs(gold: list[Item], predicted: list[Item], exact: bool, typed: bool) -> int:
    """The size of the largest matching, by trying all."""
    if not gold:
        return 0
    first, rest = gold[0], gold[1:]
    best = most_pairs(rest, predicted, exact, typed)
    for i, p in enumerate(predicted):
        near = (p.start, p.end) == (first.start, first.end) if exact else p.start < first.end and first.start < p.end
        if near and (not typed or first.accepts & p.accepts):
            best = max(best, 1 + most_pairs(rest, predicted[:i] + predicted[i + 1 :], exact, typed))
    return best


@given(spans, spans, st.booleans(), st.booleans())
def test_no_matching_has_more_pairs_and_nothing_is_used_twice(gold, predicted, exact, typed):
    pairs = match(items(*gold), items(*predicted), exact=exact, typed=typed)
    assert len(pairs) == most_pairs(items(*gold), items(*predicted), exact, typed)
    assert len({g for g, _ in pairs}) == len({p for _, p in pairs}) == len(pairs)
