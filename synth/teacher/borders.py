"""Where one value ends and the next begins, when a twin has two placeholders with nothing but a blank between them.

The twin `[date.event] [time]` over `30 Nov 2025 0730` says what is hidden and not where the border is. A blank of that
very kind that stands there once (the only one, the only line break) is the border; else, where the rules know the form
of one of the two values, that decides; else the twin can't be read.

    >>> settled("30 Nov 2025 0730", "[date.event] [time]", spans, locale)
    ((0, 11), (12, 16))
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ficha.align import AlignedSpan
from ficha.locales import Locale
from ficha.rules import find_all
from ficha.rules.base import Match

Place = tuple[int, int]
_BLANKS = re.compile(r"\s+")


def settled(text: str, twin: str, spans: Sequence[AlignedSpan], locale: Locale | None) -> tuple[Place, ...] | None:
    """Start and end of every span of `text`, or None where a border can't be known; without a locale no rule helps."""
    places = [(span.start, span.end) for span in spans]
    touching = [index for index, (a, b) in enumerate(pairwise(spans)) if _touch(text, twin, a, b)]
    if any(second - first == 1 for first, second in pairwise(touching)):
        return None  # three in a row
    for index in touching:
        first, second = spans[index], spans[index + 1]
        cut = _cut(text, twin[first.generated_end : second.generated_start], first, second, locale)
        if cut is None:
            return None
        places[index], places[index + 1] = (first.start, cut[0]), (cut[1], second.end)
    return tuple(places)


def _touch(text: str, twin: str, first: AlignedSpan, second: AlignedSpan) -> bool:
    """True where only blanks part two placeholders, and their values."""
    return not (twin[first.generated_end : second.generated_start] + text[first.end : second.start]).strip()


def _cut(text: str, blank: str, first: AlignedSpan, second: AlignedSpan, locale: Locale | None) -> Place | None:
    """Where the first value ends and where the second begins."""
    start, end = first.start, second.end
    same = [m.span() for m in _BLANKS.finditer(text, start, end) if m[0] == blank]
    if len(same) == 1:
        return same[0]
    found = find_all(text, [locale]).kept if locale else ()
    ends = {m.end for m in found if m.start == start and m.end < end and _alike(m, first)}
    starts = {m.start for m in found if m.end == end and m.start > start and _alike(m, second)}
    cuts = {(at, at + _blanks(text[at:end])) for at in ends}
    cuts |= {(at - _blanks(text[start:at][::-1]), at) for at in starts}
    return cuts.pop() if len(cuts) == 1 else None


def _alike(match: Match, span: AlignedSpan) -> bool:
    return match.label.partition(".")[0] == span.category.id.partition(".")[0]


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip())
