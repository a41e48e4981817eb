"""Spans as numbered tags, to carry them through a translation.

    >>> tagged("Ask Joyce.", [Span(4, 9, "person.patient")])
    'Ask <x1>Joyce</x1>.'
    >>> untagged("Muulize <x1>Joyce</x1>.", "Ask Joyce.", [Span(4, 9, "person.patient")]).text
    'Muulize Joyce.'

A translation is taken only where every tag came back once, whole, apart from the others and around something; what is
the same in every language (names, numbers, addresses) must also be unchanged inside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ficha.document import Span
from ficha.twin import write_twin

OWN = "source holds such tags itself"
LOST = "tag lost"
REPEATED = "tag repeated"
MERGED = "tags merged or nested"
BROKEN = "tag translated or broken"
EMPTY = "tag around nothing"
CHANGED = "name or number changed inside its tag"

VERBATIM = ("person.", "contact.", "id.")
_TAG = re.compile(r"<(/?)x(\d+)>")
# What is left of a tag that was altered: another letter, blanks, entities, another kind of bracket.
_REMAINS = re.compile(r"</?\s*\w*\d+\s*/?>|&lt;|</?x|[<\[(]/?x\d+[>\])]", re.I)


@dataclass(frozen=True, slots=True)
class Untagged:
    """A translated text with its spans, or the `reason` why its tags can't be trusted."""

    text: str = ""
    spans: tuple[Span, ...] = ()
    reason: str | None = None


def tagged(text: str, spans: Sequence[Span]) -> str | None:
    """The text with each span in a tag that bears its number from 1 on; None where it holds such tags itself."""
    if _TAG.search(text) or _REMAINS.search(text):
        return None
    marks = iter(range(1, len(spans) + 1))
    hidden = [(span.start, span.end, text[span.start : span.end]) for span in spans]
    return write_twin(text, hidden, lambda value: _around(next(marks), value))


def _around(number: int, value: str) -> str:
    return f"<x{number}>{value}</x{number}>"


def kept_numbers(spans: Sequence[Span]) -> list[int]:
    """The numbers of the tags whose content stays as it is."""
    return [number for number, span in enumerate(spans, 1) if span.label.startswith(VERBATIM)]


def untagged(translation: str, source: str, spans: Sequence[Span]) -> Untagged:
    """Read a translation of `tagged(source, spans)`."""
    out: list[str] = []
    found: dict[int, tuple[int, int]] = {}
    length = at = 0
    opened: tuple[int, int] | None = None  # number, and where its content begins in the clean text
    for match in _TAG.finditer(translation):
        piece = translation[at : match.start()]
        out.append(piece)
        length += len(piece)
        at = match.end()
        number = int(match[2])
        if not match[1]:
            if opened is not None:
                return Untagged(reason=MERGED)
            if not 1 <= number <= len(spans):
                return Untagged(reason=BROKEN)
            if number in found:
                return Untagged(reason=REPEATED)
            opened = number, length
        elif opened is None or opened[0] != number:
            return Untagged(reason=MERGED)
        else:
            found[number] = opened[1], length
            opened = None
    text = "".join([*out, translation[at:]])
    if opened is not None or _REMAINS.search(text):
        return Untagged(reason=BROKEN)
    if len(found) < len(spans):
        return Untagged(reason=LOST)
    return _spans(text, found, source, spans)


def _spans(text: str, found: dict[int, tuple[int, int]], source: str, spans: Sequence[Span]) -> Untagged:
    out = []
    for number, (inner_start, inner_end) in found.items():
        inner = text[inner_start:inner_end]
        value = inner.strip()
        if not value:
            return Untagged(reason=EMPTY)
        start = inner_start + len(inner) - len(inner.lstrip())
        end = start + len(value)
        own = spans[number - 1]
        if own.label.startswith(VERBATIM) and value != source[own.start : own.end].strip():
            return Untagged(reason=CHANGED)
        out.append(Span(start, end, own.label, own.entity))
    return Untagged(text, tuple(sorted(out)))
