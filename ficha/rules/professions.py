"""Professions of the locale's list behind a word that announces one: `Kazi: mkulima`, `mimi ni mwalimu`.

Without such a word a profession is mostly no one's in particular: `muone daktari`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._register import announced, any_word
from ficha.rules.base import Match

LABELS = ("profession",)
PRIORITY = 20


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Every listed profession, in any case, where one is announced."""
    if not (listed := locale.entries("profession")):
        return
    pattern = _pattern(listed)
    for start in announced(text.text, locale, "profession"):
        if found := pattern.match(text.text, start):
            yield Match(start, found.end(), "profession", 0.9, "professions", "listed profession, announced")


@lru_cache(maxsize=16)
def _pattern(listed: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(any_word(listed), re.IGNORECASE)
