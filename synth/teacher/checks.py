"""Whether a text of the teacher's may be kept: by itself, before it is anonymised, and with its spans, afterwards.

>>> checks = TextChecks(pack); checks.fault("Habari, naitwa [name]"), checks.duplicate("Habari daktari")
('placeholder instead of a value', None)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ficha.document import Span, word_count
from ficha.rules import find_all
from synth.duplicates import NEAR as NEARLY
from synth.duplicates import Seen
from synth.pack import Pack
from synth.render import Piece
from synth.slots import NAME_LISTS
from synth.teacher.answers import loops, speaks_as_machine
from synth.teacher.language import in_language
from synth.validate import TOUCHING, left_outside
from synth.words import fold, name_tokens, words_of

MACHINE = "teacher declines inside a text"
PLACEHOLDER = "placeholder instead of a value"
LOOP = "text loops"
LANGUAGE = "not in the language asked for"
LENGTH = "too short or too long"
DUPLICATE = "same text as an earlier one"
NEAR = "nearly the same text as an earlier one"
NAME_VISIBLE = "listed name left visible"
IDENTIFIER_VISIBLE = "identifier left visible"

FEWEST_WORDS, MOST_WORDS = 3, 600

_BLANK = re.compile(r"[\[{<]\s*[^\W\d_]{2}[^\]}>\n]{0,40}[\]}>]|\bX{3,}\b|\bx{4,}\b|\*{3,}")
# Rules that hardly ever fire wrongly (published: precision 0.99 and above), so that a hit means a missed span.
_FIRM = ("contact.", "id.")
_WORD = re.compile(r"[^\W\d_]{2,}")


class TextChecks:
    """The checks of one run; it remembers the texts that it has met."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._met: set[tuple[str, ...]] = set()
        self._seen = Seen()
        locale = pack.locale
        self.common = frozenset(fold(word) for word in locale.entries("common_words"))
        clinical = {token for term in locale.protected_terms for token in name_tokens(term)}
        listed = {token for kind in NAME_LISTS for name in locale.entries(kind) for token in name_tokens(name)}
        self._names = listed - self.common - clinical

    def fault(self, text: str) -> str | None:
        """What is wrong with a text by itself, or None."""
        if not FEWEST_WORDS <= word_count(text) <= MOST_WORDS:
            return LENGTH
        if speaks_as_machine(text):
            return MACHINE
        if _BLANK.search(text):
            return PLACEHOLDER
        if loops(text):
            return LOOP
        return None if in_language(text, self._pack.code) else LANGUAGE

    def duplicate(self, text: str) -> str | None:
        """The reason where an earlier text is the same or nearly so; else None, and the text is remembered."""
        words = words_of(text)
        if words in self._met:
            return DUPLICATE
        if self._seen.nearest("", text, keep_below=NEARLY) >= NEARLY:
            return NEAR
        self._met.add(words)
        return None

    def missed(self, text: str, spans: Sequence[Span]) -> str | None:
        """The reason where something personal is still visible outside `spans`, or None."""
        if any(a.end == b.start for a, b in pairwise(spans)) and self._pack.locale.settings.has_word_spaces:
            return TOUCHING
        pieces = pieces_of(text, spans)
        if fault := left_outside(pieces, (), self.common, self._pack.settings.names.particles):
            return fault
        carrier = (word for piece in pieces if piece.label is None for word in _WORD.findall(piece.text))
        if any(word[0].isupper() and not word.isupper() and fold(word) in self._names for word in carrier):
            return NAME_VISIBLE
        for match in find_all(text, [self._pack.locale]).kept:
            inside = any(span.start < match.end and match.start < span.end for span in spans)
            if match.label.startswith(_FIRM) and not inside:
                return IDENTIFIER_VISIBLE
        return None


def pieces_of(text: str, spans: Sequence[Span]) -> list[Piece]:
    """A text cut at its spans, which are sorted and don't overlap."""
    pieces, at = [], 0
    for span in spans:
        pieces.append(Piece(text[at : span.start]))
        pieces.append(Piece(text[span.start : span.end], span.label, span.entity))
        at = span.end
    return [piece for piece in (*pieces, Piece(text[at:])) if piece.text]
