"""How good a ranking of suspects is: precision at each recall, with intervals, beside other rankings.

    curve = precision_at(ranking, recalls=[0.5, 0.9], resamples=1000, seed=13)
    curve[0.9]            # Bounded(value=0.83, low=0.78, high=0.88)

Intervals are Efron's 95% percentile bootstrap over documents: errors of one document are not independent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from train.selfclean.places import Place
from train.selfclean.plant import Planted

RESAMPLES = 1000
SEED = 13
RECALLS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Bounded:
    """A value with its 95% interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f}-{self.high:.3f})"


@dataclass(frozen=True)
class Ranking:
    """The places of one method in order: their documents' numbers, and the planted error each finds first or -1.

    A later place at an error that was found is left out: it is neither right nor wrong.
    """

    documents: NDArray[np.int64]
    hits: NDArray[np.int64]
    owners: NDArray[np.int64]  # of each planted error, its document's number
    size: int  # documents in all


def ranking(found: Sequence[Place], planted: Sequence[Planted], ids: Sequence[str]) -> Ranking:
    """Which planted error each place finds: one that shares a character with it."""
    number = {id: n for n, id in enumerate(ids)}
    by_document = {error.id: (n, error) for n, error in enumerate(planted)}
    documents, hits, met = [], [], set()
    for place in found:
        n, error = by_document.get(place.id, (-1, None))
        hit = n if error and place.start < error.end and error.start < place.end else -1
        if hit in met:
            continue
        if hit >= 0:
            met.add(hit)
        documents.append(number[place.id])
        hits.append(hit)
    owners = [number[error.id] for error in planted]
    return Ranking(np.array(documents), np.array(hits), np.array(owners), len(ids))


def precision_at(one: Ranking, recalls: Sequence[float] = RECALLS, seed: int = SEED) -> dict[float, Bounded]:
    """Precision where each recall is first reached; 0 where it never is."""
    return dict(zip(recalls, _bounded(one, lambda w: _precisions(one, w, recalls), seed), strict=True))


def recall_at(one: Ranking, precisions: Sequence[float], seed: int = SEED) -> dict[float, Bounded]:
    """The largest recall at which precision is at least each of `precisions`."""
    return dict(zip(precisions, _bounded(one, lambda w: _recalls(one, w, precisions), seed), strict=True))


def average_precision(one: Ranking, seed: int = SEED) -> Bounded:
    """The area under the curve of precision over recall (the mean precision at each error found)."""
    return _bounded(one, lambda w: np.array([_average(one, w)]), seed)[0]


def gain(first: Ranking, second: Ranking, seed: int = SEED) -> Bounded:
    """The difference of two methods' average precision, paired over documents: above 0 the first is better."""
    return _bounded(first, lambda w: np.array([_average(first, w) - _average(second, w)]), seed)[0]


def _bounded(one: Ranking, measure: Callable[[Floats], Floats], seed: int) -> list[Bounded]:
    random = np.random.default_rng(seed)
    value = measure(np.ones(one.size))
    drawn = np.array(
        [measure(random.multinomial(one.size, np.full(one.size, 1 / one.size)).astype(float)) for _ in range(RESAMPLES)]
    )
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return [Bounded(*map(float, bounds)) for bounds in zip(value, low, high, strict=True)]


def _curve(one: Ranking, weights: Floats) -> tuple[Floats, Floats]:
    """(precision, recall) after each place, under document weights."""
    weight = weights[one.documents]
    right = np.cumsum(np.where(one.hits >= 0, weight, 0))
    seen = np.cumsum(weight)
    return right / np.maximum(seen, 1e-12), right / max(weights[one.owners].sum(), 1e-12)


def _precisions(one: Ranking, weights: Floats, recalls: Sequence[float]) -> Floats:
    precision, recall = _curve(one, weights)
    at = np.searchsorted(recall, np.array(recalls) - 1e-9)
    return np.where(at < len(precision), precision[np.minimum(at, len(precision) - 1)], 0.0)


def _recalls(one: Ranking, weights: Floats, precisions: Sequence[float]) -> Floats:
    precision, recall = _curve(one, weights)
    return np.array([recall[precision >= least].max(initial=0.0) for least in precisions])


def _average(one: Ranking, weights: Floats) -> float:
    precision, recall = _curve(one, weights)
    return float(np.sum(precision * np.diff(recall, prepend=0.0)))


Table = Mapping[str, Mapping[float, Bounded]]


def table_of(curves: Table) -> str:
    """The precision of each method at each recall, as a Markdown table."""
    names = list(curves)
    lines = [f"| recall | {' | '.join(names)} |", "|" + "---|" * (len(names) + 1)]
    for recall in next(iter(curves.values())):
        lines.append(f"| {recall:.2f} | " + " | ".join(str(curves[name][recall]) for name in names) + " |")
    return "\n".join(lines)
