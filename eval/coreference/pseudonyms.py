"""Pseudonyms end to end: is each person of the source one number in the redacted text, and each number one person?

correct   all mentions hidden, all with one number that nobody else has
lost      a mention is visible
wrong     hidden, but with several numbers, or with another's
spurious  a number of the output that stands for no person

Recall is correct / (correct + lost + wrong), precision correct / (correct + wrong + spurious), as the README of
LIAAD/citilink_anonymization has them.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """Counts over documents."""

    correct: int = 0
    lost: int = 0
    wrong: int = 0
    spurious: int = 0

    def __add__(self, other: Pseudonyms) -> Pseudonyms:
        return Pseudonyms(
            self.correct + other.correct,
            self.lost + other.lost,
            self.wrong + other.wrong,
            self.spurious + other.spurious,
        )

    @property
    def recall(self) -> float:
        """Share of the persons and places that are right; NaN where there are none."""
        return _share(self.correct, self.correct + self.lost + self.wrong)

    @property
    def precision(self) -> float:
        """Right ones of all that were hidden whole or that stand for nobody; NaN where nothing was hidden."""
        return _share(self.correct, self.correct + self.wrong + self.spurious)


def count_pseudonyms(gold: Mapping[Hashable, Hashable], predicted: Mapping[Hashable, str]) -> Pseudonyms:
    """Judge one document.

    `gold` maps mentions to entities; `predicted` maps hidden mentions to what was written for them. A
    mention is the same key on both sides.
    """
    by_entity: dict[Hashable, list[Hashable]] = {}
    for mention, entity in gold.items():
        by_entity.setdefault(entity, []).append(mention)
    users: dict[str, set[Hashable]] = {}
    for mention, shown in predicted.items():
        if mention in gold:
            users.setdefault(shown, set()).add(gold[mention])
    correct = lost = wrong = 0
    for mentions in by_entity.values():
        written = {predicted[m] for m in mentions if m in predicted}
        if any(m not in predicted for m in mentions):
            lost += 1
        elif len(written) == 1 and len(users[next(iter(written))]) == 1:
            correct += 1
        else:
            wrong += 1
    return Pseudonyms(correct, lost, wrong, len(set(predicted.values()) - users.keys()))


def total(documents: Iterable[Pseudonyms]) -> Pseudonyms:
    """The sum over documents."""
    return sum(documents, Pseudonyms())


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan
