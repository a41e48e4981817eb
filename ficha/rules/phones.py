"""Phone and fax numbers, by the numbering plans in `phonenumbers`.

Regions are the locale's countries. Three degrees of evidence, surest first: announced by a
register word (`Simu:`), valid in a plan, or written as a subscriber number (`+...`, `0...`,
`(...) ...`) of a possible length though its range isn't in use, as invented numbers are.

Measured on generated documents and 80 real notes: leniency VALID alone finds 86 of 163 English
numbers (numbers kept for fiction are in no plan) and 192 of 192 Swahili ones, with nothing wrong;
STRICT_GROUPING loses a tenth of the Swahili ones; POSSIBLE finds all, and 70 things in real notes
that are no phones. VALID and the dialled forms together find all, and nothing in the notes.

    Contact 0700000555 today.    -> 8-18
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from phonenumbers import Leniency, NumberParseException, PhoneNumberMatcher, is_possible_number, parse

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._date_forms import MONTH_YEAR
from ficha.rules._register import announced
from ficha.rules._values import DATE
from ficha.rules.base import Match

LABELS = ("contact.phone", "contact.fax")
PRIORITY = 70

# A run of 6 to 15 digits with single separators, brackets round an area code, an extension.
_ANNOUNCED = re.compile(
    r"\+?\(?\d(?:[ .\-]?[()]?[ .\-]?\d){5,14}(?![\d])(?:[ ,]{0,2}(?:ext|extension|x)\.? ?\d{1,5}(?!\w))?",
    re.IGNORECASE,
)
# Written as numbers are dialled: international, with the leading zero, or the American groups.
_DIALLED = re.compile(
    r"(?<![\w+/])(?<!\d[.\-])(?:(?:\+|00)[1-9]\d{0,2}[ .\-]?(?:\(0\)[ ]?)?(?:\d[ .\-]?){7,11}\d"
    r"|\(?0[1-9](?:[ .\-)]{0,2}\d){7,9}"
    r"|(?:1[ .\-])?(?:\(\d{3}\)[ ]?|\d{3}[.\- ])\d{3}[.\- ]\d{4})(?![\w/]|[.\-]\d)"
)
# `0712345678/0722345678` is two numbers.
_PHONE_BEFORE, _PHONE_BEHIND = (
    re.compile(r"\d(?:[ .\-]?\d){8}[ ]?/[ ]?\Z"),
    re.compile(r"[ ]?/[ ]?\+?\d(?:[ .\-]?\d){8}"),
)
_DATE_TAIL = re.compile(r"[ ]\d{1,2}[/.\-]\d{1,2}(?:[/.\-]\d{2,4})?$|[ ](?:19|20)\d\d$")


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Numbers of the locale's countries, and international ones of any country."""
    view = text.text
    fax = announced(view, locale, "contact.fax")
    phone = announced(view, locale, "contact.phone")
    announced_at = fax | phone
    planned: set[int] = set()
    for start, end, valid in _in_plans(view, locale.settings.countries):
        planned.add(start)
        label = "contact.fax" if start in fax else "contact.phone"
        score, why = _evidence(start in announced_at, valid, view[start])
        yield Match(start, end, label, score, "phones", why)
    for starts, label in ((fax, "contact.fax"), (phone, "contact.phone")):
        for start in sorted(starts):
            found = None if start in planned or start + 1 in planned else _ANNOUNCED.match(view, start)
            if found:
                end = start + len(_DATE_TAIL.sub("", found.group()))
                if sum(char.isdigit() for char in view[start:end]) >= 6 and not _is_date(view[start:end]):
                    yield Match(start, end, label, 0.92, "phones", "announced, not in a plan")


def _evidence(is_announced: bool, valid: bool, first: str) -> tuple[float, str]:
    """Score and reason; a valid number with its `0` or `+` outweighs a loose word such as `namba` for an id."""
    if is_announced:
        return 0.98, "announced"
    if valid:
        return (0.95 if first in "0+(" else 0.9), "valid number"
    return 0.75, "dialled form"


def _in_plans(view: str, countries: tuple[str, ...]) -> Iterator[tuple[int, int, bool]]:
    """(start, end, valid) of what the plans of `countries` accept."""
    taken: set[int] = set()
    for country in countries:
        for found in PhoneNumberMatcher(view, country, leniency=Leniency.VALID):
            if _free(view, found.start, found.end) and not DATE.search(found.raw_string):
                taken.update(range(found.start, found.end))
                yield _inside(view, found.start), found.end, True
    for dialled in _DIALLED.finditer(view):
        if taken.isdisjoint(range(*dialled.span())) and any(_is_possible(dialled.group(), c) for c in countries):
            yield _inside(view, dialled.start()), dialled.end(), False


def _inside(view: str, start: int) -> int:
    """Past a bracket that holds the whole number: `(0712 345 678)`, not `(020) 2012345`."""
    closing = view.find(")", start, start + 24)
    opened = view[start] == "("
    return start + 1 if opened and (closing < 0 or sum(map(str.isdigit, view[start:closing])) > 6) else start


def _is_possible(surface: str, country: str) -> bool:
    try:
        return is_possible_number(parse(re.sub(r"^00", "+", surface), country))
    except NumberParseException:
        return False


def _is_date(surface: str) -> bool:
    return bool(DATE.fullmatch(surface) or MONTH_YEAR.fullmatch(surface))


def _free(view: str, start: int, end: int) -> bool:
    """False where the number is a part of a longer written thing, such as `OP/0712345678-A`."""
    before, after = view[max(0, start - 20) : start], view[end : end + 20]
    if _PHONE_BEFORE.search(before):
        before = ""
    if _PHONE_BEHIND.match(after):
        after = ""
    return not re.search(r"[\w][/_\-]$|\w$", before) and not re.match(r"[/_\-]?\w", after)
