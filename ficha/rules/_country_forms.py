"""Forms by country, read from `data/<name>.yaml`: what plates and postcodes share.

A file is a list of `{country: KE, pattern: 'K[A-Z]{2} ?\\d{3} ?[A-Z]', announced: false}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from importlib import resources

import yaml
from pydantic import BaseModel, ConfigDict

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._register import LETTER, announced, any_word, words_of
from ficha.rules.base import Match


class CountryForm(BaseModel):
    """A pattern on the folded view.

    `announced` forms need a register word, the others capitals, unless the text has none or `any_case` is set.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    country: str
    pattern: str
    announced: bool = False
    any_case: bool = False

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!{LETTER})(?<![/\-])(?:{self.pattern})(?![\w/]|-\w)", re.IGNORECASE)


def matches(text: NormalText, locale: Locale, name: str, label: str) -> Iterator[Match]:
    """What the forms of `data/<name>.yaml` for the locale's countries find, as `label`."""
    starts = announced(text.text, locale, label) | _behind_a_name(text.text, locale, label)
    no_capitals = text.text == text.text.lower()
    for form in country_forms(name):
        if form.country not in locale.settings.countries:
            continue
        for found in form.regex.finditer(text.text):
            capitals = no_capitals or found.group() == found.group().upper()
            if found.start() in starts and (capitals or not form.announced):
                yield Match(found.start(), found.end(), label, 0.97, name, f"form of {form.country}, announced")
            elif not form.announced and (form.any_case or capitals):
                yield Match(found.start(), found.end(), label, 0.88, name, f"form of {form.country}")


def _behind_a_name(view: str, locale: Locale, label: str) -> frozenset[int]:
    """Where the first figure stands behind a word and what it is of: `postcode mar Kisumu en 00300`."""
    words = words_of(locale, label)
    if not words:
        return frozenset()
    return frozenset(found.end() for found in _of_a_name(words).finditer(view))


@lru_cache(maxsize=64)
def _of_a_name(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"{any_word(words)}(?:[ ][^\W\d_][\w'\-]{{0,20}}){{1,4}}[ :]{{1,2}}(?=\d)", re.IGNORECASE)


@lru_cache(maxsize=16)
def country_forms(name: str) -> tuple[CountryForm, ...]:
    """Every form of `data/<name>.yaml`, in the order of the file."""
    file = resources.files("ficha.rules") / "data" / f"{name}.yaml"
    return tuple(CountryForm.model_validate(entry) for entry in yaml.safe_load(file.read_text(encoding="utf-8")))
