"""Whole names: a person's span grows over the capitalised words that stand right beside it.

"Nduku Mbithi" of which the model hid only "Mbithi"   ->   both

Half of a name left visible is a disclosure. A neighbour joins over one space if it is written like a name and is
no honorific, month, weekday, register word, clinical term or common word, and doesn't begin a sentence. Names in
capitals within other text ("COSTA MMARI alifika") grow over words in capitals, and what the model hides as something
else ("MBAWALA" as a profession) grows too, over words that the language doesn't know; in a language with a
dictionary a name in lower case does so as well.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

import regex

from ficha.locales import Locale
from ficha.merge import Found

_BEFORE = regex.compile(r"(?<![\p{L}\p{M}'’\-])(\p{Lu}\p{Ll}[\p{L}\p{M}'’\-]*) \Z")
_AFTER = regex.compile(r" (\p{Lu}\p{Ll}[\p{L}\p{M}'’\-]*)(?![\p{L}\p{M}])")
_CAPITALS_BEFORE = regex.compile(r"(?<![\p{L}\p{M}'’\-])(\p{Lu}[\p{Lu}\p{M}'’\-]{2,}) \Z")
_CAPITALS_AFTER = regex.compile(r" (\p{Lu}[\p{Lu}\p{M}'’\-]{2,})(?![\p{L}\p{M}])")
# In a language with a dictionary what it doesn't know is a name in lower case too: "beatrice nwosu".
_SMALL_BEFORE = regex.compile(r"(?<![\p{L}\p{M}'’\-])(\p{Ll}[\p{Ll}\p{M}'’\-]{2,}) \Z")
_SMALL_AFTER = regex.compile(r" (\p{Ll}[\p{Ll}\p{M}'’\-]{2,})(?![\p{L}\p{M}\p{Nd}])")
_FIRST_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’\-]*")
_LAST_WORD = regex.compile(r"(?<![\p{L}\p{M}'’\-])\p{L}[\p{L}\p{M}'’\-]*\Z")
# A colon begins a field's value, which is a name more often than a sentence ("Patient: Grace Achieng").
_SENTENCE_START = regex.compile(r"(?:\A|[.!?;\n–—•*\-]\s*|[\"“(\[])\Z")
_FIELD_START = regex.compile(r":[ \t]{1,3}((?:\p{Lu}[\p{L}\p{M}'’\-]+ ){1,2})\Z")
_INITIAL = regex.compile(r"(?<![\p{L}\p{M}'’\-])\p{L}")
TITLE_CASE_SHARE = 0.8
_REACH = 60  # code points: the longest word that is looked at


def grow_names(text: str, found: Iterable[Found], locales: Sequence[Locale]) -> list[Found]:
    """`found` with the model's and all person spans grown over neighbouring name words; other spans as they are."""
    spans = list(found)
    if not spans:
        return spans
    title_case = _is_title_case(text)
    no_name = _no_names(tuple(locales))
    taken = sorted((f.start, f.end) for f in spans)
    out = []
    for span in spans:
        grown = _grown(text, span, no_name, taken, title_case) if is_person(span) else span
        if span.source == "model" and not title_case:
            grown = _grown_over_unknown(text, grown, no_name, taken, locales)
        out.append(grown)
    return out


def _grown(
    text: str, span: Found, no_name: frozenset[str], taken: Sequence[tuple[int, int]], title_case: bool
) -> Found:
    if not text[span.start].isupper():
        return span
    start, end = span.start, span.end
    if title_case or text[start:end].isupper():
        return replace(span, start=_field_start(text, start, no_name, taken))
    while before := _BEFORE.search(text, max(0, start - _REACH), start):
        word_start = before.start(1)
        starts_sentence = _SENTENCE_START.search(text, max(0, word_start - 4), word_start)
        if starts_sentence or _stops(before[1], word_start, before.end(1), no_name, taken):
            break
        start = word_start
    while after := _AFTER.match(text, end, min(len(text), end + _REACH)):
        if _stops(after[1], after.start(1), after.end(1), no_name, taken):
            break
        end = after.end(1)
    return replace(span, start=start, end=end)


def _grown_over_unknown(
    text: str, span: Found, no_name: frozenset[str], taken: Sequence[tuple[int, int]], locales: Sequence[Locale]
) -> Found:
    """`span` grown over neighbours that its language doesn't know, where its own word at that edge is unknown too.

    Words in capitals grow over words in capitals, persons in lower case by a dictionary over words in lower case; other
    names have grown before, by `_grown`.
    """
    if not all(locale.ordinary_words for locale in locales):
        return span

    def is_name(word: str) -> bool:
        return len(word) > 2 and not any(word.casefold() in locale.ordinary_words for locale in locales)

    by_dictionary = is_person(span) and all(locale.entries("dictionary_words") for locale in locales)

    def patterns(edge: regex.Match[str] | None) -> tuple[regex.Pattern[str], regex.Pattern[str]] | None:
        """Those of the neighbours that fit a span's word at one edge: before it, behind it."""
        if edge is None:
            return None
        if edge[0].islower():  # a given name may be an ordinary word: "grace nwosu"
            return (_SMALL_BEFORE, _SMALL_AFTER) if by_dictionary else None
        if not is_name(edge[0]):
            return None
        return (_CAPITALS_BEFORE, _CAPITALS_AFTER) if edge[0].isupper() else (_BEFORE, _AFTER)

    start, end = span.start, span.end
    if first := patterns(_FIRST_WORD.match(text, start, end)):
        while before := first[0].search(text, max(0, start - _REACH), start):
            at = before.start(1)
            opens = first[0] is _BEFORE and _SENTENCE_START.search(text, max(0, at - 4), at)
            if opens or not is_name(before[1]) or _stops(before[1], at, before.end(1), no_name, taken):
                break
            start = at
    if last := patterns(_LAST_WORD.search(text, max(start, end - _REACH), end)):
        while after := last[1].match(text, end, min(len(text), end + _REACH)):
            if not is_name(after[1]) or _stops(after[1], after.start(1), after.end(1), no_name, taken):
                break
            end = after.end(1)
    return replace(span, start=start, end=end)


def _field_start(text: str, start: int, no_name: frozenset[str], taken: Sequence[tuple[int, int]]) -> int:
    """Where capitals say nothing, a name still begins where its field does: `PATIENT: WANJIKU NJOROGE`."""
    field = _FIELD_START.search(text, max(0, start - _REACH), start)
    if field is None or any(_stops(word, field.start(1), start, no_name, taken) for word in field[1].split()):
        return start
    return field.start(1)


def _stops(word: str, start: int, end: int, no_name: frozenset[str], taken: Sequence[tuple[int, int]]) -> bool:
    at = bisect_left(taken, (end, 0))  # spans that start before `end`; merged or not, few overlap
    return word.casefold() in no_name or any(start < b for _, b in taken[max(0, at - 8) : at])


def _is_title_case(text: str) -> bool:
    """True where nearly all words are capitalised, so that a capital says nothing."""
    initials = _INITIAL.findall(text)
    return bool(sum(initial.isupper() for initial in initials) > TITLE_CASE_SHARE * len(initials))


def is_person(span: Found) -> bool:
    """Whether all that the span's category covers are persons."""
    return all(label.startswith("person.") for label in span.category.covers)


@lru_cache(maxsize=64)
def _no_names(locales: tuple[Locale, ...]) -> frozenset[str]:
    words: set[str] = set()
    for locale in locales:
        settings = locale.settings
        words.update(w.casefold().rstrip(".") for w in (*settings.honorifics, *settings.weekdays))
        words.update(w.casefold() for names in settings.months.values() for w in names)
        phrases = [p for group in settings.register_words.values() for p in group]
        phrases += [*settings.age_cues, *settings.birth_cues, *settings.day_periods, *settings.clock_words]
        phrases += [*locale.protected_terms, *locale.entries("common_words")]
        words.update(part for phrase in phrases for part in phrase.casefold().split())
    return frozenset(words)
