"""Confidence intervals and a paired test, over documents, from the count table alone.

The unit that is drawn is the document: items of one document are not independent of each other. Both
functions are vectorised: a resample is a row of weights, and weights times counts are the column sums.

    bounds = intervals(table, all_measures(scheme), resamples=1000, seed=13)
    bounds["document.recall"]           # (0.93, 0.98)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from eval.counts import CountTable, Ints
from eval.measures import Floats, Measure, Totals
from ficha.errors import InputError

RESAMPLES = 1000
SEED = 13
LEVEL = 0.95
_CHUNK = 100  # resamples held at a time: 100 x 10,000 documents are 8 MB of weights


@dataclass(frozen=True, slots=True)
class Paired:
    """Two systems on the same documents: the difference of a measure and how often chance gives as much."""

    measure: str
    first: float
    second: float
    p_value: float


def totals_of(columns: tuple[str, ...], sums: Ints | Floats) -> Totals:
    """Column name -> its sum; `sums` has the columns on its last axis."""
    position = {column: j for j, column in enumerate(columns)}
    return lambda column: np.asarray(sums[..., position[column]], dtype=np.float64)


def intervals(
    table: CountTable, measures: Iterable[Measure], resamples: int = RESAMPLES, seed: int = SEED
) -> dict[str, tuple[float, float]]:
    """95% percentile intervals by measure (Efron's bootstrap over documents).

    A resample in which a measure is undefined says nothing about it; (NaN, NaN) where all are.
    """
    random = np.random.default_rng(seed)
    size = len(table.ids)
    sums = [
        random.multinomial(size, np.full(size, 1 / size), min(_CHUNK, resamples - done)) @ table.values
        for done in range(0, resamples, _CHUNK)
    ]
    totals = totals_of(table.columns, np.concatenate(sums))
    tail = 100 * (1 - LEVEL) / 2
    found = {}
    for measure in measures:
        values = measure.value(totals)
        values = values[~np.isnan(values)]
        low, high = np.percentile(values, [tail, 100 - tail]) if values.size else (np.nan, np.nan)
        found[measure.name] = (float(low), float(high))
    return found


def paired_test(
    first: CountTable, second: CountTable, measures: Iterable[Measure], resamples: int = RESAMPLES, seed: int = SEED
) -> list[Paired]:
    """Two-sided paired approximate randomisation (Noreen 1989; Riezler and Maxwell 2005).

    In each round every document's counts are swapped between the systems by a coin; p is the share of rounds
    with at least the observed difference, (hits + 1) / (rounds + 1). NaN where a measure is undefined.
    Raises InputError where the tables don't hold the same documents under the same scheme.
    """
    if first.ids != second.ids or first.columns != second.columns:
        raise InputError("a paired test needs two tables of the same documents, in one order, under one policy")
    random = np.random.default_rng(seed)
    gap = second.values - first.values
    moves = np.concatenate(
        [
            random.integers(0, 2, (min(_CHUNK, resamples - done), len(first.ids))) @ gap
            for done in range(0, resamples, _CHUNK)
        ]
    )
    sums_first, sums_second = first.values.sum(axis=0), second.values.sum(axis=0)
    swapped_first = totals_of(first.columns, sums_first + moves)
    swapped_second = totals_of(first.columns, sums_second - moves)
    found = []
    for measure in measures:
        a = float(measure.value(totals_of(first.columns, sums_first)))
        b = float(measure.value(totals_of(first.columns, sums_second)))
        gaps = np.abs(measure.value(swapped_first) - measure.value(swapped_second))
        hits = int(np.sum(~(gaps < abs(a - b) - 1e-12)))  # an undefined gap counts against significance
        found.append(Paired(measure.name, a, b, np.nan if np.isnan(a - b) else (hits + 1) / (resamples + 1)))
    return found
