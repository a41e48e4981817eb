"""Dates in figures and with month names; births apart from other dates.

    Start 10 mg x 5/7, review 05/07.      -> `05/07`; `5/7` is five days
    DOB 3rd of May 1987                   -> date.birth

Read by the locale's order of day and month; a date that only fits the other order is one too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from babel.dates import get_month_names

from ficha.locales import Locale
from ficha.normalise import HAN, NormalText
from ficha.rules._date_forms import (
    CJK,
    CUED,
    DAY,
    ISO,
    MONTH_SHORT_YEAR,
    MONTH_YEAR,
    NUMERIC,
    SHORT,
    SHORT_BIRTH,
    named,
)
from ficha.rules._measure_words import comes_back, date_words
from ficha.rules._measures import is_count, is_counted, is_decimal, is_duration_fraction, is_fraction, is_price
from ficha.rules._register import announced, any_word, value_starts, words_of
from ficha.rules.base import Match

LABELS = ("date.birth", "date.event")
PRIORITY = 50

_NEAR = 48  # characters before a date in which a birth cue counts
# A full date before this year, with no word that announces an event, is taken for a birth: a birth date that a
# policy for births leaves visible is a leak, an old event that it hides is not.
_OLD = 2010
_SCORES = frozenset({2, 3, 4, 5, 6, 10, 15, 20, 30})  # what parts and scores are out of
_ACUITY = frozenset({4, 5, 6, 9, 12, 18, 24})  # Snellen: seen from 6 metres
_TIME_BEHIND = re.compile(
    r",?[ ](?:(?:at |saa? |ku |@ ?)?(?:[01]?\d|2[0-3])(?:[:.h][0-5]\d|[0-5]\d ?h(?:ou)?rs?)(?!\d)|[上下中]午|[早晚]上)",
    re.IGNORECASE,
)
# `P. Sanga, 29-91-01, 1.4.`: day and month as the last item behind a number of an identifier's length.
_LAST_ITEM = re.compile(r"(?<=[\d][\d], )\d{1,2}\.\d{1,2}(?=\.?[ ]*(?:\n|\Z))")
# `Previous trip 2026.`, `Hx asthma 2019, eczema`: a year behind a word that ends its item.
_YEAR_ITEM = re.compile(r"(?<=[^\W\d_]{2} )(?:19[3-9]|20[0-4])\d(?=[,;)](?!\d)|\.?\s*(?:\n|\Z)|\.[ ][^\W\d_])")
# Month words that are common words too when written small and without a year.
_COMMON = frozenset({"may", "mar", "march", "dec", "sep", "jun", "mac", "ago", "set", "out", "des", "jan"})


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Every date, each once, births by the locale's cues."""
    view = text.text
    cued = announced(view, locale, "date.event") | value_starts(view, date_words(), locale.settings.connectors)
    births = value_starts(view, _birth_cues(locale), locale.settings.connectors)
    found = sorted(_dates(view, locale, cued, births), key=lambda m: (m.start, m.start - m.end))
    last_end = 0
    for match in found:
        if match.start >= last_end:
            if match.start in births or _born_near(view, last_end, match, locale):
                yield replace(match, label="date.birth", why=f"{match.why}, birth cue")
            elif match.start not in cued and _is_old(view[match.start : match.end]):
                yield replace(match, label="date.birth", why=f"{match.why}, before {_OLD}")
            else:
                yield match
            last_end = match.end


def _dates(view: str, locale: Locale, cued: frozenset[int], births: frozenset[int]) -> Iterator[Match]:
    known = cued | births
    for found in MONTH_YEAR.finditer(view):
        yield _date(found, 0.85, "month and year")
    for found in ISO.finditer(view):
        yield _date(found, 0.97, "written date")
    for found in _named(view, named(_month_words(locale)), known):
        yield _date(found, 0.97, "written date")
    for found in NUMERIC.finditer(view):
        if _day_and_month(int(found["d"]), int(found["m"] or found["n"])):
            yield _date(found, 0.97, "day, month and year")
    for found in SHORT.finditer(view):
        if _day_and_month(int(found[1]), int(found[2])) and _is_short_date(view, found, locale, found.start() in cued):
            yield _date(found, 0.8, "day and month")
    for found in _LAST_ITEM.finditer(view):
        if _is_compact_date(found.group()) and not is_decimal(view, *found.span(), (locale,)):
            yield _date(found, 0.6, "day and month as the last item")
    for found in _YEAR_ITEM.finditer(view):
        if not is_counted(view, found.start()) and not is_price(view, *found.span()):
            yield _date(found, 0.55, "year at the end of its item")
    for found in CJK.finditer(view):
        yield _date(found, 0.97, "written date")
    for found in DAY.finditer(view):
        yield Match(*found.span("day"), "date.event", 0.8, "dates", "day behind a word for a date")
    for found in MONTH_SHORT_YEAR.finditer(view):
        date = _date(found, 0.8, "month and year of two figures")
        if found.start() in births or _born_near(view, 0, date, locale):
            yield replace(date, label="date.birth")
    for start in births:
        if (short := SHORT_BIRTH.match(view, start)) and _is_short_birth(short.group()):
            yield _date(short, 0.9, "announced birth")
    for start in known:
        found_here = CUED.match(view, start)
        if not found_here or is_count(view, start) or is_decimal(view, *found_here.span(), (locale,)):
            continue
        if _is_compact_date(found_here.group()):
            yield _date(found_here, 0.9, "announced date")


def _named(view: str, pattern: re.Pattern[str], cued: frozenset[int]) -> Iterator[re.Match[str]]:
    """Dates with a month's name; a common word takes nothing along: Luo `mar 5 dwe mar 4` holds `5 dwe mar 4`."""
    at = 0
    while found := pattern.search(view, at):
        if _is_common_word(found, cued):
            at = found.end("m1") if found["m1"] else found.end("m2")
        else:
            yield found
            at = found.end()


def _date(found: re.Match[str], score: float, why: str) -> Match:
    return Match(found.start(), found.end(), "date.event", score, "dates", why)


def _day_and_month(first: int, second: int) -> bool:
    return min(first, second) >= 1 and min(first, second) <= 12 and max(first, second) <= 31


def _is_compact_date(surface: str) -> bool:
    """True for ddmmyyyy, yyyymmdd and d.m that can be; other announced forms are dates as they stand."""
    if parts := re.fullmatch(r"(\d{1,2})[.\-](\d{1,2})", surface):
        return 1 <= int(parts[1]) <= 31 and 1 <= int(parts[2]) <= 12
    if not (surface.isdigit() and len(surface) == 8):
        return True
    digits = surface
    day_first = _day_and_month(int(digits[:2]), int(digits[2:4])) and digits[4:6] in ("19", "20")
    return day_first or (digits[:2] in ("19", "20") and _day_and_month(int(digits[6:]), int(digits[4:6])))


def _is_short_birth(surface: str) -> bool:
    """True for a year of two figures and for ddmmyy, mmddyy or yymmdd that can be."""
    if len(surface) != 6:
        return True
    first, second, third = int(surface[:2]), int(surface[2:4]), int(surface[4:])
    return _day_and_month(first, second) or _day_and_month(second, third)


def _is_short_date(view: str, found: re.Match[str], locale: Locale, cued: bool) -> bool:
    """What `12/5` is, where nothing but its figures and its neighbours can tell."""
    start, end = found.span()
    first, second = int(found[1]), int(found[2])
    day_first = locale.settings.day_first
    duration = day_first and is_duration_fraction(view, start, end)
    if is_fraction(view, start, end, (locale,)):
        return False
    if found[1].startswith("0") or found[2].startswith("0") or _is_timed(view, start, end):
        return True
    if cued and not (duration and comes_back(view, start)):
        return True
    if duration or (first <= second and second in _SCORES) or (first == 6 and second in _ACUITY):
        return False
    return second <= 12 or not day_first or "US" in locale.settings.countries


def _is_timed(view: str, start: int, end: int) -> bool:
    """True where a time of day stands behind `4/7 13:30`, or `4/4` is a line of its own."""
    if _TIME_BEHIND.match(view, end):
        return True
    before, behind = view[:start].rpartition("\n")[2], view[end:].partition("\n")[0]
    return not before.strip() and not behind.strip() and "\n" in view


def _born_near(view: str, last_end: int, match: Match, locale: Locale) -> bool:
    """True where a birth cue stands near before the date, no other date or date cue since, or right behind it."""
    cues = _birth_cues(locale)
    context = view[max(last_end, match.start - _NEAR) : match.start]
    if not cues:
        return False
    if re.match(r"[ ]?[(,\-]?[ ]?" + any_word(cues), view[match.end : match.end + _NEAR], re.IGNORECASE):
        return not re.match(r"[ ]?[(,\-]?[ ]?\S+[ ]?[:=]?[ ]?\d", view[match.end : match.end + _NEAR])
    if not (found := list(_cue(cues).finditer(context))):
        return False
    since = context[found[-1].end() :]
    joining = locale.settings.connectors
    events = tuple(word for word in words_of(locale, "date.event") if word not in joining)
    return not (events and _cue(events).search(since)) and not re.search(
        rf"[.!?;][ \n]+\w|。|[!?;][{HAN}]|\n.*\n", since
    )


def _is_old(surface: str) -> bool:
    """True where the year is before _OLD; of two figures, those above 30 are of the last century."""
    years = re.findall(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)", surface)
    if years:
        return int(years[-1]) < _OLD
    short = re.match(r"(\d\d) ?年", surface) or re.search(
        r"\d(?:\W{1,2}\d{1,2}|\D{0,8}[^\W\d]{3}\.?)\W{1,2}(\d\d)$", surface
    )
    return short is not None and (int(short[1]) > 30 or 2000 + int(short[1]) < _OLD)


def _birth_cues(locale: Locale) -> tuple[str, ...]:
    return locale.settings.birth_cues + words_of(locale, "date.birth")


def _is_common_word(found: re.Match[str], cued: frozenset[int]) -> bool:
    """True for `3 may have ...`: a small month word that is a common word, no year, no cue."""
    words = found.groupdict()
    month = words.get("m1") or words.get("m2")
    if month is None or not month.islower() or found.start() in cued:
        return False
    return month.rstrip(".") in _COMMON and not (words["y1"] or words["y2"]) and not words["ord"]


@lru_cache(maxsize=64)
def _cue(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(any_word(words), re.IGNORECASE)


@lru_cache(maxsize=64)
def _month_words(locale: Locale) -> tuple[str, ...]:
    """The locale's month names and the English ones, which all these languages borrow."""
    own = {name for names in locale.settings.months.values() for name in names}
    english = {name for width in ("wide", "abbreviated") for name in get_month_names(width, locale="en").values()}
    return tuple(sorted(own | english | {"Sept"}))
