"""Vehicle plates: `KCB 123A` (Kenya), `T 123 ABC` (Tanzania), `AB12 CDE` (United Kingdom).

Forms are data, `data/plates.yaml`. In capitals a form of one of the locale's countries is enough;
behind a register word any letters count.
"""

from __future__ import annotations

from collections.abc import Iterator

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._country_forms import matches
from ficha.rules.base import Match

LABELS = ("id.vehicle",)
PRIORITY = 65


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Plates of the locale's countries."""
    yield from matches(text, locale, "plates", LABELS[0])
