"""What placeholders hide becomes spans: trimmed, on whole grapheme clusters, equal neighbours joined.

A model that stutters writes one name as two equal placeholders; they become one span:

    source "Ask Joyce Phiri first.", generation "Ask [NAME_1] [NAME_1] first.": one span, "Joyce Phiri"
"""

from __future__ import annotations

from collections.abc import Iterable

from ficha.align.exact import Hidden
from ficha.align.records import AlignedSpan
from ficha.align.solve import RawEdit
from ficha.align.trim import trimmed

# Labels whose values are one unbroken thing: two neighbours are two values ("a@x.org b@x.org").
_ATOMIC = ("contact.", "id.", "date.", "time", "age")
_LONGEST_BLANK = 8  # characters between two placeholders for one value


def spans_of(source: str, generated: str, hidden: Iterable[Hidden]) -> tuple[tuple[AlignedSpan, ...], list[RawEdit]]:
    """The spans, and an edit for each placeholder that hides nothing but white space after all."""
    spans: list[AlignedSpan] = []
    invented: list[RawEdit] = []
    for item in hidden:
        placeholder = item.placeholder
        start, end = trimmed(source, item.start, item.end)
        if spans:
            start = max(start, spans[-1].end)
        if start >= end:
            invented.append((item.start, item.end, placeholder.start, placeholder.end))
            continue
        span = AlignedSpan(
            start, end, placeholder.category, placeholder.number, placeholder.known, placeholder.start, placeholder.end
        )
        if spans and _one_value(source, generated, spans[-1], span):
            last = spans.pop()
            span = AlignedSpan(
                last.start, end, last.category, last.number, last.known, last.generated_start, placeholder.end
            )
        spans.append(span)
    return tuple(spans), invented


def _one_value(source: str, generated: str, first: AlignedSpan, second: AlignedSpan) -> bool:
    """True for two equal placeholders with at most blanks between them, in both texts."""
    if second.generated_start - first.generated_end > _LONGEST_BLANK:
        return False
    if first.category.id != second.category.id or first.number != second.number:
        return False
    between = generated[first.generated_end : second.generated_start] + source[first.end : second.start]
    if between.strip(" \t\u00a0\u3000"):
        return False
    return first.number is not None or not any(label.startswith(_ATOMIC) for label in first.category.covers)
