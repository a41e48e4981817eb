"""Dates moved by one constant a document (or a project), and ages of 90 and over in one group.

Intervals between dates stay, which is what a study needs. The constant is drawn from the scope's
secret: 30 to 365 days back or forth. A date keeps its written form. Ages by HIPAA, 45 CFR 164.514(b)(2)(i)(C).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from babel.dates import get_month_names

from ficha.locales import Locale
from ficha.operators.mention import Context, Mention

_LEAST, _MOST = 30, 365  # days
_ANY_YEAR = 2001  # for a date without one: not a leap year, so that it never becomes 29 February
_CENTURY = 100
_NUMERIC = re.compile(r"(?P<a>\d{1,2})(?P<s1>\s?[./\\-]\s?)(?P<b>\d{1,2})(?:(?P<s2>\s?[./\\-]\s?)(?P<y>\d{4}|'?\d\d))?")
_ISO = re.compile(r"(?P<y>\d{4})(?P<s>[./-])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})")
_HAN = re.compile(r"(?:(?P<y>\d{4})(?P<s1> ?年 ?))?(?P<m>\d{1,2})(?P<s2> ?月 ?)(?P<d>\d{1,2})(?P<s3> ?[日号]?)")
_DAY_MONTH = re.compile(
    r"(?P<d>\d{1,2})(?P<o>st|nd|rd|th|º|°)?(?P<s1>[\s/.-]*(?:of |de |wa |ya |tariki ya )?)"
    r"(?P<m>[^\W\d_][^\W\d_'’.]*(?: [^\W\d_]+)??)"
    r"(?:(?P<s2>[\s.,/-]*(?:of |de |wa |ya )?)(?P<y>\d{4}|'?\d\d))?",
    re.IGNORECASE,
)
_MONTH_DAY = re.compile(
    r"(?P<m>[^\W\d_][^\W\d_'’.]*)(?P<s1>\.?[\s/-]*)(?P<d>\d{1,2})(?P<o>st|nd|rd|th)?(?:(?P<s2>,?\s*)(?P<y>\d{4}))?",
    re.IGNORECASE,
)
_AGE = re.compile(r"(?<!\d)(9\d|1[0-4]\d)(?!\d)")


def shift_date(mention: Mention, context: Context) -> str | None:
    """The date, moved; None where it is no date that can be read whole."""
    span = _MOST - _LEAST + 1
    draw = context.scope.draw(context.memory, "shift", "")
    days = (_LEAST + draw % span) * (1 if draw >> 128 & 1 else -1)
    return moved(mention.text, days, context.locale)


def group_age(mention: Mention, context: Context) -> str | None:
    """`90+` for the number of an age of 90 and over; an age below stays; None for what is no age in figures."""
    if not any(c.isdigit() for c in mention.text):
        return None
    return _AGE.sub("90+", mention.text) if mention.category.covers == {"age"} else None


def moved(text: str, days: int, locale: Locale) -> str | None:
    """`text` as a date `days` later, in the form in which it was written; None where it can't be read."""
    for read in (_iso, _numeric, _han, _day_month, _month_day):
        result = read(text, days, locale)
        if result is not None:
            return result
    return None


def _iso(text: str, days: int, locale: Locale) -> str | None:
    return _written(
        _ISO.fullmatch(text),
        days,
        lambda m: (m["y"], m["m"], m["d"]),
        lambda m, y, mo, d: f"{y}{m['s']}{_like(mo, m['m'])}{m['s']}{_like(d, m['d'])}",
    )


def _numeric(text: str, days: int, locale: Locale) -> str | None:
    match = _NUMERIC.fullmatch(text)
    if match is None or (match["s2"] is not None and match["s1"].strip() != match["s2"].strip()):
        return None
    first_is_day = (
        locale.settings.day_first if int(match["a"]) <= 12 and int(match["b"]) <= 12 else int(match["a"]) > 12
    )
    day, month = ("a", "b") if first_is_day else ("b", "a")

    def write(m: re.Match[str], y: str, mo: int, d: int) -> str:
        parts = {day: _like(d, m[day]), month: _like(mo, m[month])}
        return f"{parts['a']}{m['s1']}{parts['b']}" + (f"{m['s2']}{y}" if m["y"] else "")

    return _written(match, days, lambda m: (m["y"], m[month], m[day]), write)


def _han(text: str, days: int, locale: Locale) -> str | None:
    def write(m: re.Match[str], y: str, mo: int, d: int) -> str:
        year = f"{y}{m['s1']}" if m["y"] else ""
        return f"{year}{_like(mo, m['m'])}{m['s2']}{_like(d, m['d'])}{m['s3']}"

    return _written(_HAN.fullmatch(text), days, lambda m: (m["y"], m["m"], m["d"]), write)


def _day_month(text: str, days: int, locale: Locale) -> str | None:
    def write(m: re.Match[str], y: str, mo: int, d: int) -> str | None:
        name = _month_name(mo, m["m"], locale)
        if name is None:
            return None
        ordinal = _ordinal(d) if m["o"] and m["o"].isalpha() and len(m["o"]) == 2 else m["o"] or ""
        return f"{_like(d, m['d'])}{ordinal}{m['s1']}{name}" + (f"{m['s2']}{y}" if m["y"] else "")

    match = _DAY_MONTH.fullmatch(text)
    month = _month_number(match["m"], locale) if match else None
    return _written(match, days, lambda m: (m["y"], month, m["d"]), write) if month else None


def _month_day(text: str, days: int, locale: Locale) -> str | None:
    def write(m: re.Match[str], y: str, mo: int, d: int) -> str | None:
        name = _month_name(mo, m["m"], locale)
        if name is None:
            return None
        return f"{name}{m['s1']}{_like(d, m['d'])}{_ordinal(d) if m['o'] else ''}" + (f"{m['s2']}{y}" if m["y"] else "")

    match = _MONTH_DAY.fullmatch(text)
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


def _like(number: int, written: str) -> str:
    """A figure with a leading zero where the original had one, or could not have shown one."""
    return f"{number:02d}" if written.startswith("0") or (len(written) == 2 and number > 9) else str(number)


def _ordinal(day: int) -> str:
    return "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


@lru_cache(maxsize=64)
def _months(code: str) -> Mapping[str, tuple[int, int]]:
    """Folded name of a month -> (month, which of its spellings); the locale's own, Babel's, and English."""
    from ficha.locales import load_locale

    names: dict[str, tuple[int, int]] = {}
    sources = [load_locale(code).settings.months]
    for language in (code, "en"):
        for width in ("wide", "abbreviated"):
            try:
                sources.append({m: (name,) for m, name in get_month_names(width, locale=language).items()})
            except (LookupError, ValueError):
                continue
    for n, source in enumerate(sources):
        for month, spellings in source.items():
            for which, spelling in enumerate(spellings):
                names.setdefault(spelling.casefold().rstrip("."), (month, 100 * n + which))
    return names


def _month_number(written: str, locale: Locale) -> int | None:
    found = _months(locale.code).get(written.casefold().rstrip("."))
    return found[0] if found else None


def _month_name(month: int, like: str, locale: Locale) -> str | None:
    """The month's name in the same series of spellings as `like`, and in its case."""
    names = _months(locale.code)
    series = names[like.casefold().rstrip(".")][1]
    name = next((n for n, found in names.items() if found == (month, series)), None)
    if name is None:
        name = next((n for n, (m, s) in names.items() if m == month and s // 100 == series // 100), None)
    if name is None:
        return None
    cased = name.upper() if like.isupper() and len(like) > 1 else name.capitalize() if like[:1].isupper() else name
    return cased + ("." if like.endswith(".") else "")
