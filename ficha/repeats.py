"""Repeats of a name: a person found once is looked for in the whole document.

    "Herbert Okoth-Ouma saw Ouma."   ->   both, though the model saw only the first

Whole tokens only, in any case. A part of a name counts from three letters on; a part that is also a
common word of the language isn't hidden everywhere but sends the document to review.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from ficha.locales import Locale
from ficha.merge import Found

MIN_PART_LETTERS = 3
_PARTS = regex.compile(r"\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*")


def find_repeats(text: str, found: Sequence[Found], locales: Sequence[Locale]) -> tuple[list[Found], bool]:
    """Spans for further mentions of the persons in `found`, and whether a common-word part was met.

    The result may overlap `found`; merging decides.
    """
    common = {w.casefold() for locale in locales for w in locale.entries("common_words")}
    titles = {t.casefold().rstrip(".") for locale in locales for t in locale.settings.honorifics}
    wanted: dict[str, Found] = {}
    doubtful: set[str] = set()
    for span in found:
        if not any(label.startswith("person.") for label in span.category.covers):
            continue
        surface = text[span.start : span.end]
        for part in _PARTS.findall(surface):
            key = part.casefold()
            if len(part) < MIN_PART_LETTERS or key in titles:
                continue
            (doubtful.add(key) if key in common else wanted.setdefault(key, span))
    if not wanted and not doubtful:
        return [], False
    covered = [(f.start, f.end) for f in found]
    repeats: list[Found] = []
    met_common = False
    for match in _PARTS.finditer(text):
        if any(a <= match.start() and match.end() <= b for a, b in covered):
            continue
        for start, end in _tokens(match):
            key = text[start:end].casefold()
            if key in wanted:
                repeats.append(replace(wanted[key], start=start, end=end, source="model", why="repeat of a name"))
            # Only a capitalised common word can be the name again.
            elif key in doubtful and text[start].isupper():
                met_common = True
    return repeats, met_common


def _tokens(match: regex.Match[str]) -> list[tuple[int, int]]:
    """The match itself, or what follows a prefix that is joined by an apostrophe (`w'Achieng`)."""
    whole = [(match.start(), match.end())]
    joints = [m.end() for m in regex.finditer(r"['’]", match.group())]
    return whole + [(match.start() + j, match.end()) for j in joints]
