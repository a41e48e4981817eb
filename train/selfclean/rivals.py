"""Other ways to rank suspect labels, on the same readings: random order, loss alone, cleanlab's token scores.

Each gives a score an item, above 0 where it calls the label wrong, so that all are turned into places alike. Loss
and cleanlab are given the last size of every seed and fold, the strongest single judges.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from cleanlab.token_classification.rank import get_label_quality_scores
from numpy.typing import NDArray

from train.selfclean.items import Item
from train.selfclean.readings import Reading

Scored = list[tuple[str, Item, float]]


def last(readings: Sequence[Reading]) -> list[Reading]:
    """The readings at the last size and pass of each seed and fold."""
    best = max((reading.judge.rows, reading.judge.passes) for reading in readings)
    return [reading for reading in readings if (reading.judge.rows, reading.judge.passes) == best]


def random_order(readings: Sequence[Reading], seed: int) -> Scored:
    """Every item once, shuffled."""
    draw = random.Random(seed)
    items = [(id, item, draw.random() - 1) for id, of_document in _merged(readings).items() for item, _ in of_document]
    return _ranked(items)


def loss_alone(readings: Sequence[Reading]) -> Scored:
    """The cross entropy of the label's tokens, over seeds in the mean; a label less likely than not is above 0."""
    return _ranked(
        (id, item, sum(r.loss for r in read) / len(read) - math.log(2))
        for id, of_document in _merged(readings).items()
        for item, read in of_document
    )


def cleanlab_scores(readings: Sequence[Reading]) -> Scored:
    """cleanlab's label quality (self-confidence) of each token: a visible word, or a hidden span as one.

    A token's class is the category that hides it, or visible; its class probabilities are what the judges give to
    opening a placeholder, to each category and to the span's end, over seeds in the mean.
    """
    merged = _merged(readings)
    counts = Counter(item.label for items in merged.values() for item, _ in items if item.label is not None)
    classes = {label: n for n, label in enumerate(sorted(counts), start=1)}
    prior = np.array([counts[label] for label in sorted(counts)], dtype=float)
    prior /= prior.sum()
    ids = list(merged)
    labels = [[classes[item.label] if item.label else 0 for item, _ in merged[id]] for id in ids]
    chances = [np.stack([_classes(item, read, classes, prior) for item, read in merged[id]]) for id in ids]
    _, scores = get_label_quality_scores(labels, chances)
    return _ranked(
        (id, item, 0.5 - float(quality))
        for id, qualities in zip(ids, scores, strict=True)
        for (item, _), quality in zip(merged[id], qualities, strict=True)
    )


def _classes(
    item: Item, read: Sequence[Item], classes: Mapping[str, int], prior: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The class probabilities (1 + categories,) of an item: visible first."""
    out = np.zeros(len(classes) + 1)
    for one in read:
        hidden = one.opens if one.label is None else one.opens * one.resumes
        out[0] += (1 - hidden) / len(read)
        if one.label is None:
            out[1:] += hidden * prior / len(read)
        else:
            for label, chance in one.tags.items():
                if label in classes:
                    out[classes[label]] += hidden * chance / len(read)
    return out / out.sum()


def _merged(readings: Sequence[Reading]) -> dict[str, list[tuple[Item, list[Item]]]]:
    """Document id -> its items in order, each with what every judge read."""
    found: dict[str, dict[tuple[int, int, str | None], list[Item]]] = defaultdict(lambda: defaultdict(list))
    for reading in readings:
        for id, items in reading.items.items():
            for item in items:
                found[id][item.start, item.end, item.label].append(item)
    return {id: [(read[-1], read) for _, read in sorted(items.items(), key=lambda i: i[0][:2])]
            for id, items in sorted(found.items())}  # fmt: skip


def _ranked(items: Iterable[tuple[str, Item, float]]) -> Scored:
    return sorted(items, key=lambda i: (-i[2], i[0], i[1].start))
