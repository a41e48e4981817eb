"""What a locale must hold before a pack can be made of it, each fault with file and line.

The lists, and how many values each needs, are those of `synth/skeleton/lists.yaml`.

>>> for fault in locale_faults(load_locale("lin", root)): print(fault)
ficha/locales/lin/locale.yaml:14: months: nothing for month 4: expected its names
ficha/locales/lin/lists/family.CD.txt:6: 12 of 150 names: expected 138 more
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from ficha.labels import is_fine_label
from ficha.locales import Locale
from ficha.policy import policy_names
from synth.schema import line_of
from synth.slots import NAME_LISTS
from synth.templates import Fault
from synth.words import fold, name_tokens

SKELETON = Path(__file__).parent / "skeleton"
OPEN = "?"  # what the skeleton writes where a speaker must

# Labels that a locale must have register words for, and labels or prefixes that need a placeholder's alias.
ANNOUNCED = (
    "person.patient", "person.relative", "person.clinician", "contact.phone", "contact.email", "id.national",
    "id.health", "id.record", "id.insurance", "date.birth", "date.event", "location.address", "facility.practice",
    "facility.hospital", "profession", "religion",
)  # fmt: skip
ALIASES = ("person", "contact.phone", "id", "date.birth", "age", "location", "profession")
_WORDS = (
    "age_cues", "birth_cues", "duration_cues", "duration_after", "number_words", "day_periods", "connectors",
    "honorifics",
)  # fmt: skip


class ListKind(BaseModel):
    """An entry of `lists.yaml`: what a list holds, whether by country, and how many values it needs."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    country: bool
    least: int
    what: str


@lru_cache(maxsize=1)
def list_kinds() -> dict[str, ListKind]:
    """The lists that a new locale begins with."""
    loaded = yaml.safe_load((SKELETON / "lists.yaml").read_text(encoding="utf-8"))
    return {kind: ListKind.model_validate(entry) for kind, entry in loaded.items()}


def locale_faults(locale: Locale) -> Iterator[Fault]:
    """Every fault of a locale that fits its schema, in the order of its files."""
    yield from sorted(_settings(locale), key=lambda fault: fault.line)
    yield from _headers(locale)
    for kind, wanted in list_kinds().items():
        for country in locale.settings.countries:
            yield from _too_short(locale, kind, country, wanted.least)
            if (kind, country) not in locale.list_files:
                break  # one list for all countries: one fault


def _settings(locale: Locale) -> Iterator[Fault]:
    settings, file = locale.settings, f"ficha/locales/{locale.code}/locale.yaml"
    text = (locale.folder / "locale.yaml").read_text(encoding="utf-8")

    def fault(what: str, *path: str | int) -> Fault:
        return Fault(file, line_of(text, path), f"{'.'.join(map(str, path))}: {what}")

    for name in ("name", "english_name"):
        if getattr(settings, name) == OPEN:
            yield fault("not filled in: expected the language's name", name)
    if settings.default_policy not in policy_names():
        yield fault(f"no such policy: expected one of {', '.join(policy_names())}", "default_policy")
    for month in range(1, 13):
        if not settings.months.get(month):
            yield fault(f"nothing for month {month}: expected its names, the usual one first", "months", month)
    if len(settings.weekdays) < 7:
        yield fault(f"{len(settings.weekdays)} names: expected seven or more, Monday first", "weekdays")
    for name in _WORDS:
        if not getattr(settings, name):
            yield fault("empty: expected the words that the comment above asks for", name)
    if not (settings.age_units.before or settings.age_units.after):
        yield fault("empty: expected words for years and months, before the number or behind it", "age_units")
    for name in ("years", "months", "shorter"):
        if settings.has_word_spaces and not getattr(settings.time_units, name):
            yield fault("empty: expected the units", "time_units", name)
    for label in ANNOUNCED:
        if not settings.register_words.get(label):
            yield fault("empty: expected the words that announce such a value", "register_words", label)
    for label in settings.register_words:
        if not is_fine_label(label):
            yield fault("no fine label: see ficha/labels.py", "register_words", label)
    covered = settings.placeholder_aliases.values()
    if missing := [a for a in ALIASES if not any(c == a or c.startswith(f"{a}.") for c in covered)]:
        yield fault(f"no word for {', '.join(missing)}: expected at least one each", "placeholder_aliases")


def _headers(locale: Locale) -> Iterator[Fault]:
    """Lists that don't say their source and licence, and values that stand twice."""
    for file in locale.list_files.values():
        shown = f"ficha/locales/{locale.code}/lists/{file.name}"
        lines = file.read_text(encoding="utf-8").splitlines()
        values: dict[str, int] = {}
        for number, line in enumerate(lines, 1):
            value = line.strip()
            if not value or line.startswith("#"):
                continue
            if value in values:
                yield Fault(shown, number, f"stands on line {values[value]} too: expected each value once")
            values.setdefault(value, number)
        for key in ("source", "licence") if values else ():
            head = f"# {key}:"
            at = next((i for i, line in enumerate(lines, 1) if line.lower().startswith(head)), 0)
            if not at or lines[at - 1][len(head) :].strip() in ("", OPEN):
                yield Fault(shown, at or 1, f"no {key}: expected `{head} ...` on top")


def _too_short(locale: Locale, kind: str, country: str, least: int) -> Iterator[Fault]:
    own = country if (kind, country) in locale.list_files else None
    values = locale.entries(kind, country)
    # Names are split between train and test by word: what counts is how many words there are.
    distinct = {t for v in values for t in name_tokens(v) or (fold(v),)} if kind in NAME_LISTS else set(values)
    if len(distinct) >= least:
        return
    suffix = f".{own or country}" if own or list_kinds()[kind].country else ""
    shown = f"ficha/locales/{locale.code}/lists/{kind}{suffix}.txt"
    if file := locale.list_files.get((kind, own)):
        line = len(file.read_text(encoding="utf-8").splitlines()) + 1
        yield Fault(shown, line, f"{len(distinct)} of {least} values: expected {least - len(distinct)} more")
    else:
        yield Fault(shown, 0, f"no such list: expected at least {least} values")
