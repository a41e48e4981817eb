"""Documents and spans: the two records that every part of Ficha hands on.

Offsets are half-open and count Unicode code points, as Python strings do:

    >>> doc = Document(id="1", text="Ask Joyce.", spans=(Span(4, 9, "person.patient"),))
    >>> doc.text[doc.spans[0].start : doc.spans[0].end]
    'Joyce'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ficha.errors import SpanError
from ficha.normalise import HAN

HAN_PER_WORD = 1.5  # characters of a Chinese word, on the average of running text
_HAN_SIGN = re.compile(rf"[{HAN}]")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters `start` to `end` (half-open, code points) that carry `label`.

    `entity` is equal for mentions of one person or place within a document, and None where
    that isn't known.
    """

    start: int
    end: int
    label: str
    entity: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The span as a corpus line holds it; `entity` only where known."""
        out: dict[str, Any] = {"start": self.start, "end": self.end, "label": self.label}
        if self.entity is not None:
            out["entity"] = self.entity
        return out


@dataclass(frozen=True, slots=True)
class Document:
    """One text with its spans; `lang` is an ISO 639-3 code or None where unknown."""

    id: str
    text: str
    lang: str | None = None
    spans: tuple[Span, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The document as one corpus line (DESIGN, section 4)."""
        return {
            "id": self.id,
            "lang": self.lang,
            "text": self.text,
            "spans": [span.to_json() for span in self.spans],
            "meta": dict(self.meta),
        }


def checked_spans(text: str, spans: Iterable[Span], where: str) -> tuple[Span, ...]:
    """Sort `spans` and prove that they fit `text` and don't overlap.

    Raises SpanError naming `where` and the offsets, never the text.
    """
    ordered = tuple(sorted(spans, key=lambda s: (s.start, s.end)))
    last_end = 0
    for span in ordered:
        if not 0 <= span.start < span.end <= len(text):
            raise SpanError(f"{where}: span {span.start}-{span.end} does not lie in a text of {len(text)} code points")
        if span.start < last_end:
            raise SpanError(
                f"{where}: span {span.start}-{span.end} overlaps the one before it, which ends at {last_end}"
            )
        last_end = span.end
    return ordered


def word_count(text: str) -> int:
    """The length of `text` in words parted by white space; three Chinese characters count as two words.

    So a limit in words means about as much text in Chinese as elsewhere: `word_count("头痛三天 38.5") == 4`.
    """
    han = len(_HAN_SIGN.findall(text))
    if not han:
        return len(text.split())
    others = sum(any(c.isalnum() for c in word) for word in _HAN_SIGN.sub(" ", text).split())
    return round(han / HAN_PER_WORD) + others
