"""Small locales for rule tests, and `found`, which shows matches as (surface, label)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ficha.locales import Locale, LocaleSettings, load_locale
from ficha.rules import find_all


def small_locale(code: str = "eng", countries: tuple[str, ...] = ("GB", "US"), **settings: Any) -> Locale:
    """A locale without lists."""
    fields = {"code": code, "name": code, "english_name": code, "countries": countries, "default_policy": "afrimed"}
    return Locale(LocaleSettings.model_validate({**fields, **settings}), Path(__file__).parent / "no-such-folder")


def found(text: str, *locales: Locale) -> list[tuple[str, str]]:
    """What the rules keep of `text`, in order."""
    return [(text[m.start : m.end], m.label) for m in find_all(text, locales).kept]


def found_as(text: str, label: str, code: str) -> list[str]:
    """The surfaces that the rules keep of `text` as `label` (or a label below it), with the locale of `code`."""
    return [
        surface for surface, fine in found(text, load_locale(code)) if fine == label or fine.startswith(label + ".")
    ]
