"""Dates moved by one constant a document or a patient, and ages of 90 and over in one group.

Intervals between dates stay, which is what a study needs. The constant is drawn from the scope's secret and, where
a batch or project names it, the patient: 30 to 365 days back or forth. A date keeps its written form. Ages by
HIPAA, 45 CFR 164.514(b)(2)(i)(C).
"""

from __future__ import annotations

import datetime as dt
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ficha.locales import Locale
from ficha.locales.months import month_series
from ficha.operators.mention import Context, Mention

_LEAST, _MOST = 30, 365  # days
_ANY_YEAR = 2001  # for a date without one: not a leap year, so that it never becomes 29 February
_CENTURY = 100
_NUMERIC = re.compile(r"(?P<a>\d{1,2})(?P<s1>\s?[./\\-]\s?)(?P<b>\d{1,2})(?:(?P<s2>\s?[./\\-]\s?)(?P<y>\d{4}|'?\d\d))?")
_ISO = re.compile(r"(?P<y>\d{4})(?P<s>[./-])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})")
_HAN = re.compile(r"(?:(?P<y>\d{4}|\d\d)(?P<s1> ?年 ?))?(?P<m>\d{1,2})(?P<s2> ?月 ?)(?P<d>\d{1,2})(?P<s3> ?[日号]?)")
_LINK = r"(?:of |de |wa |ya |mu |mwaka |omwaka |tariki |higa |)"
_WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
_AGE = re.compile(r"(?<!\d)(9\d|1[0-4]\d)(?!\d)")


def shift_date(mention: Mention, context: Context) -> str | None:
    """The date, moved; None where it is no date that can be read whole."""
    span = _MOST - _LEAST + 1
    draw = context.scope.draw(context.memory, "shift", context.patient or "")
    days = (_LEAST + draw % span) * (1 if draw >> 128 & 1 else -1)
    return moved(mention.text, days, context.locale, context.day_first)


def group_age(mention: Mention, context: Context) -> str | None:
    """`90+` for the number of an age of 90 and over; an age below stays; None for what is no age in figures."""
    if not any(c.isdigit() for c in mention.text):
        return None
    return _AGE.sub("90+", mention.text) if mention.category.covers == {"age"} else None


def day_first(texts: Iterable[str], locale: Locale) -> bool:
    """Whether `3/4` is the third of April in a document with these dates: a `3/25` in it says no."""
    read = [match for text in texts if (match := _NUMERIC.fullmatch(text))]
    orders = {int(m["a"]) > 12 for m in read if (int(m["a"]) > 12) != (int(m["b"]) > 12)}
    return orders.pop() if len(orders) == 1 else locale.settings.day_first


def moved(text: str, days: int, locale: Locale, day_first: bool | None = None) -> str | None:
    """`text` as a date `days` later, in the form in which it was written; None where it can't be read.

    `day_first` decides numeric dates that can be read in two ways; the locale's habit where it is None.
    """
    first = locale.settings.day_first if day_first is None else day_first
    plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    for read in (_iso, _numeric, _han, _day_month, _month_day):
        result = read(plain, days, locale, first)
        if result is not None:
            return result if plain == text else result.translate(_WIDE)
    return None


def _iso(text: str, days: int, locale: Locale, day_first: bool) -> str | None:
    def write(m: re.Match[str], y: str, mo: int, d: int) -> str:
        month, day = (_like(n, m["m"], m["d"], unless=True) for n in (mo, d))
        return f"{y}{m['s']}{month}{m['s']}{day}"

    return _written(_ISO.fullmatch(text), days, lambda m: (m["y"], m["m"], m["d"]), write)


def _numeric(text: str, days: int, locale: Locale, day_first: bool) -> str | None:
    match = _NUMERIC.fullmatch(text)
    if match is None or (match["s2"] is not None and match["s1"].strip() != match["s2"].strip()):
        return None
    first_is_day = day_first if int(match["a"]) <= 12 and int(match["b"]) <= 12 else int(match["a"]) > 12
    day, month = ("a", "b") if first_is_day else ("b", "a")

    def write(m: re.Match[str], y: str, mo: int, d: int) -> str:
        parts = {k: _like(n, m["a"], m["b"], unless=True) for k, n in ((day, d), (month, mo))}
        return f"{parts['a']}{m['s1']}{parts['b']}" + (f"{m['s2']}{y}" if m["y"] else "")

    return _written(match, days, lambda m: (m["y"], m[month], m[day]), write)


def _han(text: str, days: int, locale: Locale, day_first: bool) -> str | None:
    def write(m: re.Match[str], y: str, mo: int, d: int) -> str:
        year = f"{y}{m['s1']}" if m["y"] else ""
        month, day = (_like(n, m["m"], m["d"]) for n in (mo, d))
        return f"{year}{month}{m['s2']}{day}{m['s3']}"

    return _written(_HAN.fullmatch(text), days, lambda m: (m["y"], m["m"], m["d"]), write)


def _day_month(text: str, days: int, locale: Locale, day_first: bool) -> str | None:
    def write(m: re.Match[str], y: str, mo: int, d: int) -> str | None:
        name = _month_name(mo, m["m"], locale)
        if name is None:
            return None
        ordinal = _ordinal(d) if m["o"] and m["o"].isalpha() and len(m["o"]) == 2 else m["o"] or ""
        return f"{_like(d, m['d'])}{ordinal}{m['s1']}{name}" + (f"{m['s2']}{y}" if m["y"] else "")

    match = _named_forms(locale.code)[0].fullmatch(text)
    month = _month_number(match["m"], locale) if match else None
    return _written(match, days, lambda m: (m["y"], month, m["d"]), write) if month else None


def _month_day(text: str, days: int, locale: Locale, day_first: bool) -> str | None:
    def write(m: re.Match[str], y: str, mo: int, d: int) -> str | None:
        name = _month_name(mo, m["m"], locale)
        if name is None:
            return None
        return f"{name}{m['s1']}{_like(d, m['d'])}{_ordinal(d) if m['o'] else ''}" + (f"{m['s2']}{y}" if m["y"] else "")

    match = _named_forms(locale.code)[1].fullmatch(text)
    month = _month_number(match["m"], locale) if match else None
    return _written(match, days, lambda m: (m["y"], month, m["d"]), write) if month else None


def _written(
    match: re.Match[str] | None,
    days: int,
    parts: Callable[[re.Match[str]], tuple[str | None, str | int | None, str]],
    write: Callable[[re.Match[str], str, int, int], str | None],
) -> str | None:
    """Read year, month and day by `parts`, move, and write; a two-figure year stays one."""
    if match is None:
        return None
    year, month, day = parts(match)
    bare = (year or "").lstrip("'")
    whole = int(bare) if bare else _ANY_YEAR
    if len(bare) == 2:
        this = dt.date.today().year
        whole += this // _CENTURY * _CENTURY
        whole -= _CENTURY if whole > this + 1 else 0
    try:
        new = dt.date(whole, int(month or 0), int(day)) + dt.timedelta(days)
    except (ValueError, OverflowError):
        return None
    shown = f"{new.year % _CENTURY:02d}" if len(bare) == 2 else str(new.year)
    return write(match, ("'" if (year or "").startswith("'") else "") + shown, new.month, new.day)


def _like(number: int, *written: str, unless: bool = False) -> str:
    """A figure with a leading zero where one of the date's figures has one; `unless`: where none shows the contrary."""
    padded = any(w.startswith("0") for w in written) or (unless and all(len(w) == 2 for w in written))
    return f"{number:02d}" if padded else str(number)


def _ordinal(day: int) -> str:
    return "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


@lru_cache(maxsize=64)
def _named_forms(code: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """`14th of May 2026` and `May 14, 2026` with every spelling of a month in the language."""
    names = sorted(_months(code), key=len, reverse=True)
    month = "(?P<m>" + "|".join(re.escape(n).replace(r"\ ", r"\s+") for n in names) + r")"
    day = r"(?P<d>\d{1,2})(?P<o>st|nd|rd|th|º|°)?"
    year = rf"(?:(?P<s2>\.?[\s,/.\-]*{_LINK})(?P<y>\d{{4}}|'?\d\d))?"
    return (
        re.compile(rf"{day}(?P<s1>[\s/.\-]*{_LINK}){month}{year}\.?", re.IGNORECASE),
        re.compile(rf"{month}(?P<s1>\.?[\s/,\-]*(?:the |tarehe |tariki |tarik |)){day}{year}", re.IGNORECASE),
    )


@dataclass(frozen=True, slots=True)
class _Spelling:
    """One way to write a month, and which source of names it is from."""

    month: int
    source: int
    place: int  # in the source's list for the month
    text: str

    def likeness(self, other: _Spelling) -> tuple[int, bool, bool, int]:
        """How alike two ways are: `mwezi wa 5` goes with `mwezi wa 6`, `Jan` with `Feb`."""
        own, others = _key(self.text).split(), _key(other.text).split()
        shared = len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], zip(own, others, strict=False))))
        digits = any(map(str.isdigit, self.text)) == any(map(str.isdigit, other.text))
        return shared, digits, len(own) == len(others), -abs(self.place - other.place)


@lru_cache(maxsize=64)
def _spellings(code: str) -> tuple[_Spelling, ...]:
    """Every way to write a month; CLDR's whole series come before the locale's mixed list."""
    sources = month_series(code)
    return tuple(
        _Spelling(month, n, place, text.rstrip("."))
        for n, source in enumerate((*sources[1:], sources[0]))
        for month, texts in source.items()
        for place, text in enumerate(texts)
    )


@lru_cache(maxsize=64)
def _months(code: str) -> Mapping[str, _Spelling]:
    """Folded spelling -> the first way of writing a month that it is."""
    return {_key(s.text): s for s in reversed(_spellings(code))}


def _key(spelling: str) -> str:
    return " ".join(spelling.casefold().rstrip(".").split())


def _month_number(written: str, locale: Locale) -> int | None:
    found = _months(locale.code).get(_key(written))
    return found.month if found else None


def _month_name(month: int, like: str, locale: Locale) -> str | None:
    """The month's name in the same series of spellings as `like`, and in its case."""
    model = _months(locale.code)[_key(like)]
    same = [s for s in _spellings(locale.code) if s.month == month and s.source == model.source]
    if not same:
        return None
    name = max(same, key=model.likeness).text
    if like.isupper() and sum(map(str.isalpha, like)) > 1:
        name = name.upper()
    elif like.islower():
        name = name.lower()
    elif like[0].isupper():
        name = name[0].upper() + name[1:]
    return name + ("." if like.endswith(".") else "")
