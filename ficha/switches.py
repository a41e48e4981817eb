"""Policy switches on spans: what a policy does inside a fine label.

`category_of` decides whole labels (dates, officials, third parties). Here the switches that move a
span's edges are applied, alike to gold spans, training rows and results:

    age: number       `miaka 46` -> `46`
    ages_from: 90     `46` stays visible
    years: keep       `3 April 2026` -> `3 April`
    titles: inside    `Achieng` behind `Mama` -> `Mama Achieng`
    facility_town: one   a facility and the town behind it become one span
"""

from __future__ import annotations

from collections.abc import Iterable

import regex

from ficha.document import Span
from ficha.locales import Locale
from ficha.policy import Policy

_NUMBER = regex.compile(r"\p{Nd}+(?:[.,]\p{Nd}+)?")
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
_AGE_WORDS = ("years old", "year", "yrs", "yr", "yo", "y", "months", "month", "m", "aged", "age", "and", "of")
_YEAR = regex.compile(r"(?<!\p{Nd})(?:1[89]|20)\d{2}(?!\p{Nd})")
_EDGE = " \t\r\n.,;:/-–"
_AGE = {"age"}
_DATES = {"date.birth", "date.event"}


def apply_switches(text: str, spans: Iterable[Span], policy: Policy, locale: Locale | None) -> tuple[Span, ...]:
    """Map fine-labelled spans to what `policy` hides: spans that carry category ids, in order.

    Spans of labels that stay visible drop out. Raises LabelError for a label that isn't fine.
    """
    out: list[Span] = []
    for span in spans:
        category = policy.category_of(span.label)
        if category is None:
            continue
        for start, end in adjust(text, span.start, span.end, span.label, policy, locale):
            out.append(Span(start, end, category.id, span.entity))
    return tuple(join_facility_town(text, sorted(out), policy))


def adjust(
    text: str, start: int, end: int, fine: str | None, policy: Policy, locale: Locale | None
) -> list[tuple[int, int]]:
    """The parts of `text[start:end]`, a span of the fine label, that the switches leave hidden."""
    switches = policy.switches
    if fine in _AGE:
        return _age(text, start, end, policy, locale)
    if fine in _DATES and switches.years == "keep":
        return _without_years(text, start, end)
    if fine is not None and fine.startswith("person.") and switches.titles == "inside" and locale:
        return [(_title_start(text, start, locale), end)]
    return [(start, end)]


def fine_of_category(covers: Iterable[str]) -> str | None:
    """The one fine label that decides a category's edges, where all it covers are edged alike."""
    labels = set(covers)
    if labels <= _AGE:
        return "age"
    if labels <= _DATES:
        return "date.event"
    if all(label.startswith("person.") for label in labels):
        return "person.other"
    return None


def join_facility_town(text: str, spans: list[Span], policy: Policy) -> list[Span]:
    """Where the policy wants one span for a facility and its town, join the two over a comma or space."""
    if policy.switches.facility_town == "two":
        return spans
    facilities = {c.id for c in policy.categories if any(label.startswith("facility.") for label in c.covers)}
    towns = {c.id for c in policy.categories if any(label.startswith("location.") for label in c.covers)}
    out: list[Span] = []
    for span in spans:
        last = out[-1] if out else None
        if last and last.label in facilities and span.label in towns and not text[last.end : span.start].strip(" ,"):
            out[-1] = Span(last.start, span.end, last.label, last.entity)
        else:
            out.append(span)
    return out


def _age(text: str, start: int, end: int, policy: Policy, locale: Locale | None) -> list[tuple[int, int]]:
    """An age stays visible, or is narrowed to its number, only where the span is one age and nothing else."""
    switches = policy.switches
    numbers = list(_NUMBER.finditer(text, start, end))
    words = {w.casefold() for w in _LETTERS.findall(text, start, end)}
    if len(numbers) != 1 or not words <= _age_words(locale):
        return [(start, end)]  # in words, several, or something beside it: hidden whole, whatever the switch
    whole = regex.split(r"[.,]", numbers[0].group())[0]
    if int(whole) < switches.ages_from:
        return []
    return [numbers[0].span()] if switches.age == "number" else [(start, end)]


def _age_words(locale: Locale | None) -> frozenset[str]:
    phrases = list(_AGE_WORDS)
    if locale:
        settings = locale.settings
        phrases += [*settings.age_units.before, *settings.age_units.after, *settings.age_cues]
        phrases += [*settings.time_units.years, *settings.time_units.months, *settings.time_units.shorter]
    return frozenset(part for phrase in phrases for part in _LETTERS.findall(phrase.casefold()))


def _without_years(text: str, start: int, end: int) -> list[tuple[int, int]]:
    parts, at = [], start
    for year in _YEAR.finditer(text, start, end):
        parts.append((at, year.start()))
        at = year.end()
    parts.append((at, end))
    trimmed = [_trim(text, a, b) for a, b in parts]
    return [(a, b) for a, b in trimmed if a < b]


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _EDGE:
        start += 1
    while end > start and text[end - 1] in _EDGE:
        end -= 1
    return start, end


def _title_start(text: str, start: int, locale: Locale) -> int:
    before = text[:start].rstrip(" ")
    bare = before.rstrip(".")
    for title in locale.settings.honorifics:
        plain = title.rstrip(".")
        at = len(bare) - len(plain)
        if at >= 0 and bare[at:].casefold() == plain.casefold() and (at == 0 or not bare[at - 1].isalnum()):
            return at
    return start
