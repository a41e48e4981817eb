"""Whether a made document may be kept: exact spans, and nothing personal outside them.

>>> fault_of(pieces, text, spans, scene, common) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ficha.document import Span, checked_spans
from ficha.errors import SpanError
from synth.render import Piece
from synth.splits import place_words, tokens
from synth.world import Scene

BROKEN_SPAN = "span does not fit the text"
LOOSE_SPAN = "span begins or ends with a blank"
TOUCHING = "two values touch"
NAME_OUTSIDE = "part of a person's name occurs outside spans"
VALUE_OUTSIDE = "value of a span occurs outside spans"
_GAP = " \0 "  # no word runs over a value


def fault_of(pieces: list[Piece], text: str, spans: Iterable[Span], scene: Scene, common: frozenset[str]) -> str | None:
    """The reason to reject the document, or None; `common` holds ordinary words that are also names."""
    try:
        ordered = checked_spans(text, spans, "document")
    except SpanError:
        return BROKEN_SPAN
    if any(text[s.start].isspace() or text[s.end - 1].isspace() for s in ordered):
        return LOOSE_SPAN
    if any(a.end == b.start for a, b in pairwise(ordered)):
        return TOUCHING
    outside = _GAP.join(p.text for p in pieces if p.label is None)
    spaced = scene.world.pack.locale.settings.has_word_spaces
    words = place_words(outside)
    names = {part for p in scene.persons.values() for value in (*p.given, *p.family) for part in tokens(value)}
    names |= {part for p in pieces if p.label and p.label.startswith("person.") for part in tokens(p.text)}
    names -= {*common, *scene.world.style.particles}
    if names.intersection(words) or (not spaced and any(name in outside for name in names)):
        return NAME_OUTSIDE
    carrier = f" {' '.join(words)} "
    for piece in pieces:
        if piece.label is None or not any(c.isalpha() for c in piece.text):
            continue
        value = " ".join(place_words(piece.text))
        if len(value) < 4 or value in common or piece.label.startswith(("person.", "age", "time")):
            continue
        if f" {value} " in carrier or (not spaced and value in outside):
            return VALUE_OUTSIDE
    return None
