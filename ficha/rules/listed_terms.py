"""Words of tribe and clan from a term list, for languages in which neither is ever generated (Kinyarwanda).

A locale's lists `tribe_terms` and `clan_terms` hold words that mean nothing else; those of
`tribe_terms_announced` and `clan_terms_announced` have other meanings too (`umukono` is also a signature) and
count only behind a register word for the label. Whatever is found sends the document to review
(`ficha.verdict`): what else the text says of it, a list can't know.

    Ubwoko: Umutwa    -> 8-14
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._register import announced, any_word
from ficha.rules.base import Match

LABELS = ("tribe", "clan")
PRIORITY = 20
NAME = "listed_terms"


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Every listed word, in any case."""
    for label in LABELS:
        if terms := locale.entries(f"{label}_terms"):
            for found in _pattern(terms).finditer(text.text):
                yield Match(found.start(), found.end(), label, 0.9, NAME, f"term list of {label}")
        if terms := locale.entries(f"{label}_terms_announced"):
            for start in announced(text.text, locale, label):
                if behind := _pattern(terms).match(text.text, start):
                    yield Match(start, behind.end(), label, 0.9, NAME, f"term list of {label}, announced")


@lru_cache(maxsize=16)
def _pattern(terms: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(any_word(terms), re.IGNORECASE)
