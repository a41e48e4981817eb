"""The names of months in a language: the locale's own, Babel's (CLDR), and the English ones that notes mix in.

>>> month_names("por")[5][:2]
('maio', 'mai')
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from babel.dates import get_month_names

from ficha.locales import load_locale


@lru_cache(maxsize=64)
def month_series(code: str) -> tuple[Mapping[int, tuple[str, ...]], ...]:
    """Month -> spellings, a mapping a source: the locale's list, then CLDR's names, then CLDR's English ones."""
    sources: list[Mapping[int, tuple[str, ...]]] = [load_locale(code).settings.months]
    for language in (code, "en"):
        for width in ("wide", "abbreviated"):
            try:
                sources.append({m: (name,) for m, name in get_month_names(width, locale=language).items()})
            except (LookupError, ValueError):
                continue
    return tuple(sources)


@lru_cache(maxsize=64)
def month_names(code: str) -> Mapping[int, tuple[str, ...]]:
    """Month -> all of its spellings, without a full stop at the end."""
    return {
        month: tuple(dict.fromkeys(name.rstrip(".") for source in month_series(code) for name in source.get(month, ())))
        for month in range(1, 13)
    }
