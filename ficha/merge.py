"""One decision a character: model spans and rule spans become one list without overlaps.

The longest span wins, then the rules (they own the fixed formats), then the earlier one. What a
losing span covers beyond the winner stays hidden under the loser's own category, so that a character
that anything found is never shown.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from ficha.policy import Category

Source = Literal["model", "rule", "both"]


@dataclass(frozen=True, slots=True)
class Found:
    """A span that something wants hidden; `why` names the rule or the model, never the text."""

    start: int
    end: int
    category: Category
    fine: str | None
    score: float
    source: Source
    why: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """A span, or the part of one, that another span decided."""

    found: Found
    reason: str


def merge(text: str, found: Iterable[Found]) -> tuple[list[Found], list[Dropped]]:
    """Resolve overlaps. Returns the kept spans in order, and what was dropped and why."""
    ranked = sorted(found, key=lambda f: (f.start - f.end, f.source == "model", f.start))
    kept: list[Found] = []  # by start, without overlaps
    dropped: list[Dropped] = []
    for span in ranked:
        first = bisect_right(kept, span.start, key=lambda k: k.end)
        last = bisect_left(kept, span.end, key=lambda k: k.start)
        rivals = kept[first:last]
        if not rivals:
            kept.insert(first, span)
            continue
        same = rivals[0] if (rivals[0].start, rivals[0].end) == (span.start, span.end) else None
        if same is not None:
            agreed = same.category.id == span.category.id
            if agreed and same.source != span.source:
                kept[first] = replace(
                    same, source="both", score=max(same.score, span.score), fine=same.fine or span.fine
                )
            else:
                dropped.append(Dropped(span, "the same characters, by priority" if not agreed else "found twice"))
            continue
        dropped.append(Dropped(span, "inside or across a longer span"))
        for a, b in _remainders(text, span, rivals):
            insort(kept, replace(span, start=a, end=b), key=lambda k: k.start)
    return kept, dropped


def _remainders(text: str, span: Found, rivals: list[Found]) -> list[tuple[int, int]]:
    """What `span` covers beyond its rivals, from its first to its last letter or digit."""
    gaps, at = [], span.start
    for rival in rivals:
        gaps.append((at, max(at, rival.start)))
        at = max(at, rival.end)
    gaps.append((at, max(at, span.end)))
    inner = [[i for i in range(a, b) if text[i].isalnum()] for a, b in gaps]
    return [(found[0], found[-1] + 1) for found in inner if found]
