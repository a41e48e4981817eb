"""Postcodes: `SW1A 1AA` anywhere, an American zip code behind a state (`TX 78701`) or its word.

Forms are data, `data/postcodes.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._country_forms import matches
from ficha.rules.base import Match

LABELS = ("location.postcode",)
PRIORITY = 55


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Postcodes of the locale's countries."""
    yield from matches(text, locale, "postcodes", LABELS[0])
