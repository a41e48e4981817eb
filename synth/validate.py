"""Whether a made document may be kept: exact spans, and nothing personal outside them.

>>> fault_of(pieces, text, spans, scene, common) is None
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from ficha.document import Span, checked_spans
from ficha.errors import SpanError
from ficha.normalise import HAN
from synth.render import Piece
from synth.words import name_tokens, words_of
from synth.world import Scene

BROKEN_SPAN = "span does not fit the text"
LOOSE_SPAN = "span begins or ends with a blank"
TOUCHING = "two values touch"
NAME_OUTSIDE = "part of a person's name occurs outside spans"
VALUE_OUTSIDE = "value of a span occurs outside spans"
HELD_OUT = "span of train holds a name or place that is held out"
_WORDY = ("person.", "contact.email", "contact.handle", "contact.url", "location.", "facility.", "organisation.")
_HAN = re.compile(rf"[{HAN}]")
_GAP = " 0_0 "  # no word runs over a value


def fault_of(pieces: list[Piece], text: str, spans: Iterable[Span], scene: Scene, common: frozenset[str]) -> str | None:
    """The reason to reject the document, or None; `common` holds ordinary words that are also names."""
    try:
        ordered = checked_spans(text, spans, "document")
    except SpanError:
        return BROKEN_SPAN
    if any(text[s.start].isspace() or text[s.end - 1].isspace() for s in ordered):
        return LOOSE_SPAN
    if any(a.end == b.start and not _date_and_time(text, a, b) for a, b in pairwise(ordered)):
        return TOUCHING
    if any(not scene.world.fits(p.text) for p in pieces if p.label and p.label.startswith(_WORDY)):
        return HELD_OUT
    names = {part for p in scene.persons.values() for value in (*p.given, *p.family) for part in name_tokens(value)}
    return left_outside(pieces, names, common, scene.world.style.particles)


def left_outside(
    pieces: list[Piece], names: Iterable[str], common: frozenset[str], particles: Iterable[str]
) -> str | None:
    """The reason to reject pieces of which a value, or a part of a name, occurs in the carrier text too, or None.

    `names` are folded parts of names besides those in spans.
    """
    carrier = f" {' '.join(words_of(_GAP.join(p.text for p in pieces if p.label is None)))} "
    parts = {part for p in pieces if p.label and p.label.startswith("person.") for part in name_tokens(p.text)}
    names = {*names, *parts} - {*common, *particles}
    if any(_as_words(name) in carrier for name in names):
        return NAME_OUTSIDE
    for piece in pieces:
        if piece.label is None or piece.label.startswith(("person.", "age", "time")):
            continue
        value = _as_words(piece.text)
        if any(c.isalpha() for c in value) and len(value) > 5 and value.strip() not in common and value in carrier:
            return VALUE_OUTSIDE
    return None


def _date_and_time(text: str, first: Span, second: Span) -> bool:
    """True for `4月3日下午3点`, which is written without a blank; not for `4/310:20`."""
    labels = first.label.startswith("date.") and second.label == "time"
    return labels and bool(_HAN.search(text, first.end - 1, second.start + 1))


def _as_words(value: str) -> str:
    return f" {' '.join(words_of(value))} "
