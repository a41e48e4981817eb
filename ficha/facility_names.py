"""Whole names of facilities: a span grows over the words that say what kind of house bears the name.

"mu bitaro bya Karengera" of which the model hid "Karengera" as a place   ->   the hospital "bitaro bya Karengera"

What may stand before a name (`hospitali ya wilaya ya`, `centre de santé`) is read from the locale's own lists of
facilities, schools and employers: the ordinary words that several of them begin with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import regex

from ficha.locales import Locale
from ficha.merge import Found
from ficha.policy import Policy

_LISTS = {
    "facility.hospital": ("hospital", "hospital_osm"),
    "facility.practice": ("practice", "practice_osm"),
    "facility.pharmacy": ("pharmacy", "pharmacy_osm"),
    "organisation.school": ("school",),
    "organisation.employer": ("employer",),
    "organisation.other": ("organisation",),
}
_OFTEN = 4  # names that begin so
_GROWS = ("facility.", "organisation.", "location.", "person.")
_REACH = 64  # code points: the longest beginning


def grow_facilities(text: str, found: Iterable[Found], policy: Policy, locales: Sequence[Locale]) -> list[Found]:
    """`found` with the model's names grown over a facility's kind right before them, as that facility.

    Other spans stay as they are, and so do those of a policy that keeps such facilities.
    """
    known = _beginnings(tuple(locales))
    spans = list(found)
    if not known:
        return spans
    pattern = _pattern(tuple(known))
    out = []
    for span in spans:
        grows = span.source == "model" and all(label.startswith(_GROWS) for label in span.category.covers)
        before = pattern.search(text, max(0, span.start - _REACH), span.start) if grows else None
        category = policy.category_of(known[" ".join(before[1].casefold().split())]) if before else None
        out.append(replace(span, start=before.start(1), category=category) if before and category else span)
    return out


@lru_cache(maxsize=64)
def _beginnings(locales: tuple[Locale, ...]) -> Mapping[str, str]:
    """Words in lower case that facilities' names begin with -> the fine label of such a facility."""
    out: dict[str, str] = {}
    for locale in locales:
        counts: dict[str, Counter[str]] = {}
        ordinary = locale.ordinary_words
        for label, kinds in _LISTS.items():
            for name in (name for kind in kinds for name in locale.entries(kind)):
                words = name.casefold().split()
                first = next((n for n, word in enumerate(words) if not _is_ordinary(word, ordinary)), len(words))
                if 1 < first < len(words):  # one word alone is the whole of a name too often
                    counts.setdefault(" ".join(words[:first]), Counter())[label] += 1
        for beginning, labels in counts.items():
            if labels.total() >= _OFTEN:
                out[beginning] = labels.most_common(1)[0][0]
                if beginning.startswith(locale.settings.initial_vowels):
                    out[beginning[1:]] = out[beginning]
    return out


def _is_ordinary(word: str, ordinary: frozenset[str]) -> bool:
    return word in ordinary or all(part in ordinary or len(part) == 1 for part in regex.split(r"['’]", word))


@lru_cache(maxsize=64)
def _pattern(beginnings: tuple[str, ...]) -> regex.Pattern[str]:
    longest_first = sorted(beginnings, key=len, reverse=True)
    either = "|".join(r"\s".join(map(regex.escape, one.split())) for one in longest_first)
    return regex.compile(rf"(?<![\p{{L}}\p{{M}}'’\-])({either})\s\Z", regex.IGNORECASE)
