"""Known names in running text: whole, in part, in any order and case, with initials and typing errors.

    known "Achieng Grace Otieno"    ->   Achieng, OTIENO's, w'Achieng, Otieno Grace A., Acheing

A part is hidden wherever it stands as a word. A part that is also an ordinary word and isn't written as a name
is given with a score of 0: it stays, and the document goes to review. One typing error is forgiven in words of six
letters or more that are no word of the locale and keep their first letter: in shorter ones too many words are near.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

import regex
from rapidfuzz.distance import OSA

from ficha.locales import Locale, load_locale

MIN_PART_LETTERS = 3
MIN_FUZZY_LETTERS = 6
_APOSTROPHE = regex.compile(r"['’ʼ‘`´]")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*(?:['’ʼ‘`´]\p{L}[\p{L}\p{M}]*)*")
_POSSESSIVE = regex.compile(r"['’ʼ‘`´]s?\Z", regex.IGNORECASE)
_GAP = regex.compile(r"[ \t]{1,2}|[ ]?\r?\n[ ]?|\.?[ ]?-[ ]?|\.[ ]?|,[ ]")
_SENTENCE_START = regex.compile(r"(?:\A|[.!?:;\n–—•*\-]\s*|[\"“(\[])\Z")
_NOT_NAMES = (
    "common_words",
    "drug",
    "disease",
    "test",
    "symptom",
    "complaint",
    "bodypart",
    "food",
    "service",
    "sample",
)


def find(text: str, names: Sequence[str], locales: Sequence[Locale]) -> Iterator[tuple[int, int, float]]:
    """(start, end, score) of every mention of a person with one of `names`; neighbouring parts are one mention."""
    titles = {key(t.rstrip(".")) for locale in locales for t in locale.settings.honorifics}
    words = {key(w.group()) for name in names for w in _WORD.finditer(name)} - titles
    parts = {word for word in words if len(word) >= MIN_PART_LETTERS}
    if spaceless := [name for name in names if _has_no_spaces(name)]:
        yield from _find_spaceless(text, spaceless, locales)
    if not parts:
        return
    seen = list(_WORD.finditer(text))
    hits = [_hit(text, word, parts, locales) for word in seen]
    initials = {word[0] for word in words}
    n = 0
    while n < len(seen):
        if hits[n] is None:
            n += 1
            continue
        first = last = n
        while last + 1 < len(seen) and _GAP.fullmatch(text, seen[last].end(), seen[last + 1].start()):
            if hits[last + 1] is None and not _is_initial(seen[last + 1].group(), initials):
                break
            last += 1
        while first > 0 and _is_initial(seen[first - 1].group(), initials):
            if not _GAP.fullmatch(text, seen[first - 1].end(), seen[first].start()):
                break
            first -= 1
        members = [hit for hit in hits[first : last + 1] if hit is not None]
        start = min(hit[0] for hit in members) if first == n else seen[first].start()
        end = members[-1][1] if hits[last] is not None else seen[last].end()
        yield start, end, max(hit[2] for hit in members)
        n = last + 1


def key(word: str) -> str:
    """A word without case, accents and apostrophes: `Ng'ang'a` and `NGANGA` are one."""
    bare = unicodedata.normalize("NFKD", _APOSTROPHE.sub("", word)).casefold()
    return "".join(c for c in bare if not unicodedata.combining(c))


def _hit(
    text: str, word: regex.Match[str], parts: set[str], locales: Sequence[Locale]
) -> tuple[int, int, float] | None:
    for start, end in _readings(word):
        found = key(text[start:end])
        if found in parts:
            return start, end, 0.0 if _is_plain_word(text, start, found, locales) else 1.0
    start, end = word.span()
    if possessive := _POSSESSIVE.search(word.group()):
        end = start + possessive.start()
    found = key(text[start:end])
    if len(found) < MIN_FUZZY_LETTERS or found in _ordinary(tuple(locale.code for locale in locales)):
        return None
    near = (p for p in parts if len(p) >= MIN_FUZZY_LETTERS and p[0] == found[0])
    return (start, end, 0.8) if any(OSA.distance(found, p, score_cutoff=1) <= 1 for p in near) else None


def _readings(word: regex.Match[str]) -> Iterator[tuple[int, int]]:
    """The word, without a possessive, and what follows a prefix joined by an apostrophe (`w'Achieng`)."""
    start, end = word.span()
    yield start, end
    if possessive := _POSSESSIVE.search(word.group()):
        yield start, start + possessive.start()
    for joint in _APOSTROPHE.finditer(word.group()):
        yield start + joint.end(), end


def _is_plain_word(text: str, start: int, found: str, locales: Sequence[Locale]) -> bool:
    """An ordinary word of the language that isn't written as a name here; where nothing has capitals, all may be."""
    if found not in _ordinary(tuple(locale.code for locale in locales)) or text.islower():
        return False
    return not text[start].isupper() or bool(_SENTENCE_START.search(text, max(0, start - 4), start))


def _is_initial(word: str, initials: set[str]) -> bool:
    return len(word) == 1 and word.isupper() and key(word) in initials


@lru_cache(maxsize=16)
def _ordinary(codes: tuple[str, ...]) -> frozenset[str]:
    """Words of the locales' lists that hold no names."""
    return frozenset(
        key(word.group())
        for locale in map(load_locale, codes)
        for kind in _NOT_NAMES
        for entry in locale.entries(kind)
        for word in _WORD.finditer(entry)
    )


def _has_no_spaces(name: str) -> bool:
    return bool(regex.fullmatch(r"\p{Han}{2,4}(?:·\p{Han}+)*", name))


def _find_spaceless(text: str, names: Sequence[str], locales: Sequence[Locale]) -> Iterator[tuple[int, int, float]]:
    """A Chinese name whole, its given name of two signs, and its family name before a title (`王先生`)."""
    titles = "|".join(
        sorted(
            (regex.escape(t) for loc in locales if not loc.settings.has_word_spaces for t in loc.settings.honorifics),
            key=len,
            reverse=True,
        )
    )
    families = {f for loc in locales if not loc.settings.has_word_spaces for f in loc.entries("family") if len(f) > 1}
    for name in names:
        family = name[:2] if name[:2] in families or len(name) == 4 else name[:1]
        given = name[len(family) :]
        forms = [regex.escape(name)] + ([regex.escape(given)] if len(given) > 1 else [])
        if titles:
            forms.append(rf"{regex.escape(family)}(?={titles})")
        for found in regex.finditer("|".join(forms), text):
            yield found.start(), found.end(), 1.0
