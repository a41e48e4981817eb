"""Coreference: do mentions of one person carry one number?

    >>> key = [{"a", "b", "c"}, {"d", "e", "f", "g"}]
    >>> response = [{"a", "b"}, {"c", "d"}, {"f", "g", "h", "i"}]
    >>> round(lea(key, response).f1, 3)
    0.278

Entities are sets of mentions (any hashable: spans, say); a mention belongs to one entity at most on each side.
MUC (Vilain et al. 1995), B3 (Bagga and Baldwin 1998), CEAF-e (Luo 2005), LEA (Moosavi and Strube 2016), and
the CoNLL mean of the first three's F1 (Pradhan et al. 2012). Mentions that only one side has count as they
do in the reference scorer: they are missing in, or added to, the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

Entities = Sequence[Set[Hashable]]


@dataclass(frozen=True, slots=True)
class Score:
    """Sums over documents: recall is `hit_key / key`, precision `hit_response / response`."""

    hit_key: float = 0.0
    key: float = 0.0
    hit_response: float = 0.0
    response: float = 0.0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.hit_key + other.hit_key,
            self.key + other.key,
            self.hit_response + other.hit_response,
            self.response + other.response,
        )

    @property
    def recall(self) -> float:
        """0 where nothing was to find."""
        return self.hit_key / self.key if self.key else 0.0

    @property
    def precision(self) -> float:
        """0 where nothing was said: an empty prediction scores 0."""
        return self.hit_response / self.response if self.response else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean."""
        both = self.recall + self.precision
        return 2 * self.recall * self.precision / both if both else 0.0


def muc(key: Entities, response: Entities) -> Score:
    """Links: an entity that falls into n parts lacks n - 1 of its |e| - 1 links."""
    return Score(*_muc_links(key, response), *_muc_links(response, key))


def b_cubed(key: Entities, response: Entities) -> Score:
    """Mentions: of each mention's entity, the share that the other side keeps together with it."""
    return Score(*_b_cubed_mentions(key, response), *_b_cubed_mentions(response, key))


def ceaf_e(key: Entities, response: Entities) -> Score:
    """Entities, matched one to one for the highest sum of phi-4 (Dice) similarities."""
    if not key or not response:
        return Score(0.0, len(key), 0.0, len(response))
    similarity = np.array([[2 * len(k & r) / (len(k) + len(r)) for r in response] for k in key])
    rows, columns = linear_sum_assignment(similarity, maximize=True)
    best = float(similarity[rows, columns].sum())
    return Score(best, len(key), best, len(response))


def lea(key: Entities, response: Entities) -> Score:
    """Link-based entity-aware: each entity by its resolved links, weighted by its size."""
    return Score(*_lea_entities(key, response), *_lea_entities(response, key))


MEASURES: dict[str, Callable[[Entities, Entities], Score]] = {"muc": muc, "b3": b_cubed, "ceaf-e": ceaf_e, "lea": lea}


def coreference(documents: Iterable[tuple[Entities, Entities]]) -> dict[str, Score]:
    """Every measure over (key, response) pairs, one a document; sums first, then quotients."""
    totals = dict.fromkeys(MEASURES, Score())
    for key, response in documents:
        for name, measure in MEASURES.items():
            totals[name] += measure(key, response)
    return totals


def conll(totals: dict[str, Score]) -> float:
    """The CoNLL-2012 score: the mean F1 of MUC, B3 and CEAF-e."""
    return sum(totals[name].f1 for name in ("muc", "b3", "ceaf-e")) / 3


def _where(entities: Entities) -> dict[Hashable, int]:
    return {mention: n for n, entity in enumerate(entities) for mention in entity}


def _muc_links(entities: Entities, others: Entities) -> tuple[float, float]:
    where = _where(others)
    hit = total = 0
    for entity in entities:
        # A mention that the other side doesn't have is a part of its own.
        parts = len({where[m] for m in entity if m in where}) + sum(m not in where for m in entity)
        hit += len(entity) - parts
        total += len(entity) - 1
    return hit, total


def _b_cubed_mentions(entities: Entities, others: Entities) -> tuple[float, float]:
    where = _where(others)
    hit = sum(len(e & others[where[m]]) / len(e) for e in entities for m in e if m in where)
    return hit, sum(len(e) for e in entities)


def _lea_entities(entities: Entities, others: Entities) -> tuple[float, float]:
    hit = 0.0
    for entity in entities:
        if len(entity) == 1:  # a singleton's only link is to itself
            resolved = float(any(len(o) == 1 and entity == o for o in others))
        else:
            resolved = sum(_pairs(len(entity & other)) for other in others) / _pairs(len(entity))
        hit += len(entity) * resolved
    return hit, sum(len(e) for e in entities)


def _pairs(n: int) -> int:
    return n * (n - 1) // 2
