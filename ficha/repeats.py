"""Repeats of a name: a person found once is looked for in the whole document.

    "Herbert Okoth-Ouma saw Ouma. OUMA'S mother ..."   ->   all three, though the model saw only the first

Whole tokens only, in any case, with any apostrophe, composed or decomposed, with or without a possessive. A
part of a name counts from three letters on. A part that is also a common word of the language is hidden only where
it is capitalised inside a sentence; elsewhere it stays and the document goes to review. The whole name
is always hidden.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import regex

from ficha.locales import Locale
from ficha.merge import Found

MIN_PART_LETTERS = 3
REPEAT = "repeat of a name"
_APOSTROPHES = "'’ʼ‘`´"
_WORD = regex.compile(rf"\p{{L}}[\p{{L}}\p{{M}}]*(?:[{_APOSTROPHES}]\p{{L}}[\p{{L}}\p{{M}}]*)*")
_JOINT = regex.compile(rf"[{_APOSTROPHES}]")
_POSSESSIVE = regex.compile(rf"[{_APOSTROPHES}]s?\Z", regex.IGNORECASE)
_SENTENCE_START = regex.compile(r"(?:\A|[.!?:;\n–—•*\-]\s*|[\"“(\[])\Z")


def find_repeats(text: str, found: Sequence[Found], locales: Sequence[Locale]) -> tuple[list[Found], bool]:
    """Spans for further mentions of the persons in `found`, and whether a doubtful mention was left.

    The result may overlap `found`; merging decides.
    """
    common, titles = _common_words(tuple(locales)), _titles(tuple(locales))
    wanted: dict[str, Found] = {}
    doubtful: dict[str, Found] = {}
    wholes: dict[tuple[str, ...], Found] = {}
    for span in found:
        if not all(label.startswith("person.") for label in span.category.covers):
            continue
        words = [_key(w.group()) for w in _WORD.finditer(text, span.start, span.end)]
        if len(words) > 1:
            wholes.setdefault(tuple(words), span)
        for word in words:
            for part in {word, _POSSESSIVE.sub("", word)}:
                if sum(c.isalpha() for c in part) >= MIN_PART_LETTERS and part not in titles:
                    (doubtful if part in common else wanted).setdefault(part, span)
    if not wanted and not doubtful and not wholes:
        return [], False
    return _search(text, found, wanted, doubtful, wholes)


@lru_cache(maxsize=64)
def _common_words(locales: tuple[Locale, ...]) -> frozenset[str]:
    return frozenset(_key(word) for locale in locales for word in locale.entries("common_words"))


@lru_cache(maxsize=64)
def _titles(locales: tuple[Locale, ...]) -> frozenset[str]:
    return frozenset(_key(title.rstrip(".")) for locale in locales for title in locale.settings.honorifics)


def _search(
    text: str,
    found: Sequence[Found],
    wanted: dict[str, Found],
    doubtful: dict[str, Found],
    wholes: dict[tuple[str, ...], Found],
) -> tuple[list[Found], bool]:
    words = list(_WORD.finditer(text))
    keys = [_key(w.group()) for w in words]
    covered = _covered(words, found)
    repeats: list[Found] = []
    left = False
    for n, word in enumerate(words):
        for whole, span in wholes.items():
            if tuple(keys[n : n + len(whole)]) == whole and not all(covered[n : n + len(whole)]):
                repeats.append(_again(span, word.start(), words[n + len(whole) - 1].end()))
        if covered[n]:
            continue
        for start, end in _readings(word):
            key = _key(text[start:end])
            if key in wanted:
                repeats.append(_again(wanted[key], start, end))
            elif key in doubtful and text[start].isupper():
                if _SENTENCE_START.search(text, max(0, start - 4), start):
                    left = True
                else:
                    repeats.append(_again(doubtful[key], start, end))
    return repeats, left


def _again(span: Found, start: int, end: int) -> Found:
    return replace(span, start=start, end=end, source="model", why=REPEAT)


def _key(word: str) -> str:
    return unicodedata.normalize("NFC", _JOINT.sub("'", word)).casefold()


def _covered(words: Sequence[regex.Match[str]], found: Sequence[Found]) -> list[bool]:
    """For each word whether one found span holds it, in one sweep over both."""
    spans = iter(sorted((f.start, f.end) for f in found))
    start, end = next(spans, (0, 0))
    out: list[bool] = []
    for word in words:
        while end < word.end() and (following := next(spans, None)):
            start, end = following
        out.append(start <= word.start() and word.end() <= end)
    return out


def _readings(word: regex.Match[str]) -> Iterator[tuple[int, int]]:
    """The word, the word without a possessive, and what follows a prefix joined by an apostrophe (`w'Achieng`)."""
    start, end = word.span()
    yield start, end
    if possessive := _POSSESSIVE.search(word.group()):
        yield start, start + possessive.start()
    for joint in _JOINT.finditer(word.group()):
        yield start + joint.end(), end
