"""From readings to suspicion: one number an item, in nats, 0 where nothing speaks for or against its label.

- **Models.** The log-odds against the label, averaged over seeds and over the sizes from which on the agreement
  curve is flat: small models contradict much that is right, so they are not asked.
- **Rules.** What the deterministic rules find at that place counts `RULES` nats for or against the label.
- **Habit.** Where models contradict labels that are alike (`train.selfclean.shapes`) all over the corpus, they have not
  learnt that pattern, and the labels are right: what they say against the alike in the mean is subtracted.

    curve = agreement(readings); flat = plateau(curve)
    suspects = weigh(readings, flat, opinions, texts)
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ficha.document import Document
from ficha.locales import load_locale
from ficha.policy import Policy
from ficha.rules import find_all
from ficha.switches import adjust
from train.selfclean.items import Item
from train.selfclean.readings import Judge, Reading
from train.selfclean.shapes import Key, keys

RULES = 3.0
FLAT = 0.02  # the curve is flat where it lies this close below its best
_LIMIT = 15.0  # nats: one model's word is not taken for more

Size = tuple[int, int]  # rows, passes


@dataclass(frozen=True, slots=True)
class Suspect:
    """An item and all that speaks about it; `contradicted` is the share of the judges at the plateau."""

    id: str
    item: Item  # as the last judge read it
    score: float
    odds: float  # the models' part of the score
    contradicted: float
    judges: int
    rules: int  # 1: they contradict the label, -1: they support it, 0: they say nothing
    habit: float = 0.0  # nats that are subtracted


def agreement(readings: Iterable[Reading]) -> dict[Size, float]:
    """The share of documents whose labels the models all agree with, by size."""
    counts: dict[Size, list[int]] = defaultdict(lambda: [0, 0])
    for reading in readings:
        count = counts[_size(reading.judge)]
        for items in reading.items.values():
            count[0] += all(item.agrees for item in items)
            count[1] += 1
    return {size: agreed / total for size, (agreed, total) in sorted(counts.items())}


def plateau(curve: Mapping[Size, float]) -> list[Size]:
    """The sizes that are asked: from the first on at which the curve lies within `FLAT` of its best."""
    sizes = list(curve)
    best = max(curve.values())
    first = next(n for n, size in enumerate(sizes) if curve[size] >= best - FLAT)
    return sizes[first:]


def weigh(
    readings: Sequence[Reading],
    sizes: Iterable[Size],
    opinions: Mapping[tuple[str, int, int, str | None], int],
    texts: Mapping[str, str],
) -> list[Suspect]:
    """Every item that was judged, with its score, the most suspect first."""
    asked = set(sizes)
    found: dict[tuple[str, int, int, str | None], list[Item]] = defaultdict(list)
    for reading in readings:
        if _size(reading.judge) in asked:
            for id, items in reading.items.items():
                for item in items:
                    found[id, item.start, item.end, item.label].append(item)
    suspects = []
    for key, items in found.items():
        odds = sum(map(log_odds, items)) / len(items)
        rules = opinions.get(key, 0)
        contradicted = sum(not item.agrees for item in items) / len(items)
        suspects.append(Suspect(key[0], items[-1], odds + RULES * rules, odds, contradicted, len(items), rules))
    return sorted(_without_habit(suspects, texts), key=lambda s: (-s.score, s.id, s.item.start))


def _without_habit(suspects: Sequence[Suspect], texts: Mapping[str, str]) -> list[Suspect]:
    """The suspects, each less what the models say in the mean against its like in other places."""
    totals: dict[Key, float] = defaultdict(float)
    counts: dict[Key, int] = defaultdict(int)
    alike = [keys(texts[s.id], s.item.start, s.item.end, s.item.label) for s in suspects]
    for suspect, own in zip(suspects, alike, strict=True):
        for key in own:
            totals[key] += max(suspect.odds, 0.0)
            counts[key] += 1
    found = []
    for suspect, own in zip(suspects, alike, strict=True):
        # over the others and one more that says nothing: a single like counts half
        habit = max((totals[key] - max(suspect.odds, 0.0)) / counts[key] for key in own)
        found.append(replace(suspect, score=suspect.score - habit, habit=habit))
    return found


def log_odds(item: Item) -> float:
    """How much a model speaks against the label, in nats, within ±10."""
    right = min(max(item.confidence, math.exp(-_LIMIT)), 1 - math.exp(-_LIMIT))
    return math.log((1 - right) / right)


def rule_opinions(
    document: Document, policy: Policy, items: Iterable[Item]
) -> dict[tuple[str, int, int, str | None], int]:
    """What the rules say of each label: -1 the same span and category, 1 another one there, else nothing."""
    locale = load_locale(document.lang) if document.lang else None
    hidden: list[tuple[int, int, str]] = []
    for match in find_all(document.text, [locale] if locale else []).kept:
        category = policy.category_of(match.label)
        if category is not None:
            parts = adjust(document.text, match.start, match.end, match.label, policy, locale)
            hidden += [(start, end, category.id) for start, end in parts]
    opinions = {}
    for item in items:
        there = [h for h in hidden if h[0] < item.end and item.start < h[1]]
        if there:
            same = item.label is not None and (item.start, item.end, item.label) in there
            opinions[document.id, item.start, item.end, item.label] = -1 if same else 1
    return opinions


def _size(judge: Judge) -> Size:
    return judge.rows, judge.passes
