"""One-to-one matching of gold and predicted items.

Each gold item meets at most one prediction and each prediction at most one gold item, so a name that is
cut in two counts one hit and one false span, and a span over two names counts one hit and one miss. Of
all such matchings one with the most pairs is taken; within it exact boundaries come first, then the larger
overlap, then the place in the text.

    >>> gold = [Item(0, 5, frozenset({"name"}), "name")]
    >>> match(gold, [Item(0, 3, frozenset({"name"}), "name")], exact=False, typed=True)
    [(0, 0)]
    >>> match(gold, [Item(0, 3, frozenset({"name"}), "name")], exact=True, typed=True)
    []
"""

from __future__ import annotations

from collections.abc import Sequence

from eval.scheme import Item


def match(gold: Sequence[Item], predicted: Sequence[Item], *, exact: bool, typed: bool) -> list[tuple[int, int]]:
    """Pairs (index of gold, index of predicted), in the order of gold.

    `exact`: the offsets must be equal, else one common character is enough. `typed`: the predicted
    category must be one that the gold item accepts.
    """
    near: dict[int, list[int]] = {}
    edges = []
    for g, p in _overlapping(gold, predicted):
        same = (gold[g].start, gold[g].end) == (predicted[p].start, predicted[p].end)
        if (exact and not same) or (typed and not gold[g].accepts & predicted[p].accepts):
            continue
        near.setdefault(g, []).append(p)
        common = min(gold[g].end, predicted[p].end) - max(gold[g].start, predicted[p].start)
        edges.append((not same, -common, gold[g].start, predicted[p].start, g, p))
    of_gold: dict[int, int] = {}
    of_predicted: dict[int, int] = {}
    for *_, g, p in sorted(edges):
        if g not in of_gold and p not in of_predicted:
            of_gold[g], of_predicted[p] = p, g
    for g in near:
        if g not in of_gold:
            _augment(g, near, of_gold, of_predicted)
    return sorted(of_gold.items())


def _overlapping(gold: Sequence[Item], predicted: Sequence[Item]) -> list[tuple[int, int]]:
    """The pairs with a common character, by a sweep over both lists from left to right."""
    order = sorted(range(len(predicted)), key=lambda p: predicted[p].start)
    pairs: list[tuple[int, int]] = []
    open_now: list[int] = []
    at = 0
    for g in sorted(range(len(gold)), key=lambda i: gold[i].start):
        while at < len(order) and predicted[order[at]].start < gold[g].end:
            open_now.append(order[at])
            at += 1
        open_now = [p for p in open_now if predicted[p].end > gold[g].start]
        pairs += [(g, p) for p in open_now if predicted[p].start < gold[g].end]
    return pairs


def _augment(g: int, near: dict[int, list[int]], of_gold: dict[int, int], of_predicted: dict[int, int]) -> None:
    """Find gold item `g` a partner by moving others on: breadth-first search for an augmenting path."""
    reached_from: dict[int, int] = {}  # predicted -> the gold item that it was reached from
    queue = [g]
    for here in queue:
        for p in near[here]:
            if p in reached_from:
                continue
            reached_from[p] = here
            if p in of_predicted:
                queue.append(of_predicted[p])
                continue
            free: int | None = p
            while free is not None:
                moved = reached_from[free]
                before = of_gold.get(moved)
                of_gold[moved], of_predicted[free] = free, moved
                free = before
            return
