"""One decision a character: model spans and rule spans become one list without overlaps.

The longest span wins, then the rules (they own the fixed formats), then the earlier one. What a
losing span covers beyond the winner stays hidden under the loser's own category, so that a character
that anything found is never shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from ficha.overlaps import Layout
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
    layout = Layout[Found](text)
    dropped: list[Dropped] = []
    for span in sorted(found, key=lambda f: (f.start - f.end, f.source == "model", f.start)):
        rivals, _ = layout.add(span)
        if not rivals:
            continue
        first = rivals[0]
        if (first.start, first.end) != (span.start, span.end):
            dropped.append(Dropped(span, "inside or across a longer span"))
        elif first.category.id != span.category.id:
            dropped.append(Dropped(span, "the same characters, by priority"))
        elif first.source == span.source:
            dropped.append(Dropped(span, "found twice"))
        else:
            score = max(first.score, span.score)
            layout.exchange(first, replace(first, source="both", score=score, fine=first.fine or span.fine))
    return layout.spans, dropped
