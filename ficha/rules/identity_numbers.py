"""Identity numbers with a published form: national, health, tax, bank and card numbers.

    NHS no 943 476 5919      -> id.health       19900115-11101-00001-25 -> id.national (TZ)
    ID 23456789 (Kenya)      -> id.national, because it is announced

The forms are data, `data/id_formats.yaml`: pattern, register words, check digit, and what evidence
is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from importlib import resources
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._checks import CHECKS
from ficha.rules._register import announced, value_starts
from ficha.rules.base import Match

LABELS = ("id.national", "id.health", "id.insurance", "id.record", "id.account", "id.booking", "id.case", "id.device")
PRIORITY = 75


class Format(BaseModel):
    """One entry of `data/id_formats.yaml`, which explains the fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    countries: tuple[str, ...]  # none: everywhere
    label: str
    pattern: str
    evidence: Literal["form", "local", "check", "announced"]
    words: tuple[str, ...]
    check: str | None = None

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w])(?<!\d[.,/\-])(?:{self.pattern})(?![\w])(?![/\-]\w|[.,]\d)", re.IGNORECASE)

    def local(self, locale: Locale) -> bool:
        """True where the form is used in one of the locale's countries."""
        return not self.countries or bool(set(self.countries) & set(locale.settings.countries))

    def checked(self, surface: str) -> bool:
        """True where the form has a check digit and `surface` has the right one."""
        return self.check is not None and CHECKS[self.check](re.sub(r"[ \-]", "", surface).upper())


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Numbers whose form, check digit or announcement is enough evidence."""
    view = text.text
    by_label = {label: announced(view, locale, label) for label in LABELS}
    for form in formats():
        hits = list(form.regex.finditer(view))
        if not hits:
            continue
        starts = by_label[form.label] | value_starts(view, form.words, locale.settings.connectors)
        for found in hits:
            if grade := _grade(form, found, found.start() in starts, form.local(locale)):
                score, why = grade
                yield Match(found.start(), found.end(), form.label, score, "identity_numbers", f"{form.id}: {why}")


def _grade(form: Format, found: re.Match[str], is_announced: bool, local: bool) -> tuple[float, str] | None:
    checked = form.checked(found.group())
    if is_announced and (checked or local or form.evidence == "form"):
        return (1.0, "announced, check digit") if checked else (0.96, "announced")
    if form.evidence == "form" or (form.evidence == "local" and local):
        return (0.97, "form, check digit") if checked else (0.95, "form")
    if form.evidence == "check" and local and checked:
        return 0.92, "check digit"
    return None


@lru_cache(maxsize=1)
def formats() -> tuple[Format, ...]:
    """Every form, in the order of the file."""
    file = resources.files("ficha.rules") / "data" / "id_formats.yaml"
    return tuple(Format.model_validate(entry) for entry in yaml.safe_load(file.read_text(encoding="utf-8")))
