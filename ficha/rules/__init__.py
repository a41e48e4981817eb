"""Deterministic rules: identifiers that have a form, found without a model.

    >>> from ficha.locales import load_locale
    >>> [(m.start, m.end, m.label) for m in find_all("Simu 0712 345 678", [load_locale("swa")]).kept]
    [(5, 17, 'contact.phone')]

One file a kind (`phones.py`, `dates.py`, ...), discovered by name; the interface is in
`ficha.rules.base`. Facts about countries are data: `data/*.yaml` and the locales.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._measures import is_measure
from ficha.rules.base import Findings, Match, Rule, settle

__all__ = ["find_all", "is_measure", "rules"]


@lru_cache(maxsize=1)
def rules() -> dict[str, Rule]:
    """Every rule module by its name."""
    names = sorted(m.name for m in iter_modules(__path__) if m.name != "base" and not m.name.startswith("_"))
    return {name: cast(Rule, import_module(f"{__name__}.{name}")) for name in names}


def find_all(text: str, locales: Sequence[Locale]) -> Findings:
    """What all rules find in `text` with the facts of `locales`; offsets refer to `text` as given."""
    view = NormalText(text)
    found: dict[tuple[int, int, str], tuple[Match, int]] = {}
    for rule in rules().values():
        for locale in locales:
            for match in rule.find(view, locale):
                start, end = view.to_source(match.start, match.end)
                key = start, end, match.label
                if key not in found or found[key][0].score < match.score:
                    found[key] = replace(match, start=start, end=end), rule.PRIORITY
    return settle(text, found.values())
