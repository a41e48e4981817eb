"""Figures that are nobody's and look like dates, ages or ids: `x 5/7`, `GCS 15/15`, `1/2 tab`, `Dx: J4590`.

British and East African notes write durations as fractions of a week, a year or twelve months
(`3/7` three days, `2/52` two weeks, `6/12` six months); scores are written `8/10`.

A figure is a measure where its form and the word next to it agree; a nearer word for a date, a
birth or an age wins, and in doubt a figure is none, so that it may be hidden:

    Presha 148/92, pain 7/10           measures
    Review 12/5 pain clinic            a date
    Umri 92 kg 60                      an age, then a weight
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ficha.locales import Locale
from ficha.rules._measure_words import Words, cues, words

_REACH = 40  # characters of context read on either side
_FIGURE = re.compile(r"\d{1,4}(?:[.,/]\d{1,3})?(?!\d)")
_COUNT = re.compile(r"\d{3,9}")
_LAW = re.compile(r"\d{1,4}(?:-[A-Z])?/\d{2,4}")
_SHORT_CODE = re.compile(r"\d{3,6}")
_DIAGNOSIS = re.compile(r"[A-TV-Z]\d{3,4}")
_DURATION_FRACTION = re.compile(r"[1-9]\d?/(?:7|52|12)")
_LONGEST = {7: 14, 52: 52, 12: 11}  # days, weeks and months that are written as a fraction
_OWN_FIGURE = re.compile(r"\.?[ \t]{0,2}[:=]?[ \t]{0,2}\d")  # behind a unit that is a word for the next value


def is_fraction(view: str, start: int, end: int, locales: Sequence[Locale]) -> bool:
    """True where the `a/b` at `start` to `end` is a score, a pressure, a length of time or a part of a tablet."""
    first, _, second = view[start:end].partition("/")
    if not (first.isdigit() and second.isdigit()):
        return False
    a, b = int(first), int(second)
    known, near, behind = words(), view[max(0, start - _REACH) : start], view[end : end + _REACH]
    if known.pressures.search(near):
        return a > b
    if known.scores.search(near):
        return True
    if (known.out_of_ten.search(near) and a <= b == 10) or (known.grades.search(near) and a <= b and b in (5, 6)):
        return True
    if known.acuities.search(near):
        return a in (1, 3, 6, 20)
    if known.lasting.search(near) and is_duration_fraction(view, start, end):
        return not cues(locales).births.search(near)
    return _is_named_behind(known, a, b, behind) and not cues(locales).just_before.search(near)


def _is_named_behind(known: Words, a: int, b: int, behind: str) -> bool:
    """True where what stands behind `a/b` is a unit or a word that fits its form."""
    if _own_unit(known.pressed, behind):
        return a > b and a > 31
    if _own_unit(known.units, behind):
        return True
    if _own_unit(known.parts_of, behind):
        return a < b and b in (2, 3, 4, 5, 7, 8)
    return a <= b and b in (4, 5, 6, 10) and bool(known.graded.match(behind))


def is_decimal(view: str, start: int, end: int, locales: Sequence[Locale]) -> bool:
    """True where the `a.b` at `start` to `end` is a measured value."""
    near = view[max(0, start - _REACH) : start]
    if _own_unit(words().units, view[end : end + _REACH]):
        return True
    found = words().quantities.search(near)
    if found is None or cues(locales).dates.search(found["since"]):
        return False
    has_its_own = re.search(r"\d", found["since"]) and not re.fullmatch(r"\D*(?:\d+\.\d+\D{1,6})+", found["since"])
    return not has_its_own or not _may_be_day_and_month(view[start:end])


def _may_be_day_and_month(figure: str) -> bool:
    parts = re.split(r"[.,]", figure)
    return len(parts) == 2 and 1 <= int(parts[0]) <= 31 and 1 <= int(parts[1]) <= 12


def is_duration_fraction(view: str, start: int, end: int) -> bool:
    """True for the written forms of days, weeks and months: `5/7`, `2/52`, `6/12`, not `05/07`, not `13/12`."""
    if not _DURATION_FRACTION.fullmatch(view, start, end):
        return False
    first, second = map(int, view[start:end].split("/"))
    return first <= _LONGEST[second]


def is_count(view: str, start: int) -> bool:
    """True where a word for a count stands right before `start`: `VL 1234567`, `platelets 250000`."""
    return bool(words().counts.search(view[max(0, start - _REACH) : start]))


def is_counted(view: str, start: int) -> bool:
    """True where a word for a measured or counted quantity stands near before `start`: `temp yangu ni 39`."""
    near = view[max(0, start - _REACH) : start]
    known = words()
    return any(w.search(near) for w in (known.counts, known.quantities, known.pressures, known.scores))


def is_price(view: str, start: int, end: int) -> bool:
    """True where a word or sign of a currency stands beside the figure, or a word for a price: `sh 25000`, `1200/=`."""
    near, behind = view[max(0, start - 24) : start], view[end : end + 12]
    known = words()
    return bool(known.currency_before.search(near) or known.currency_behind.match(behind))


def is_dosed(view: str, start: int) -> bool:
    """True where a word for a dose stands right before `start`: `tabs 3 usiku` are three tablets at night."""
    before = view[max(0, start - 16) : start].split()
    return bool(before and words().units.fullmatch(before[-1]))


def is_short_code(view: str, start: int) -> bool:
    """True where a message is to be sent to the figures at `start`: `text HELP to 85258`; a service owns them."""
    return bool(words().short_codes.search(view[max(0, start - 64) : start]))


def is_diagnosis_code(view: str, start: int, end: int) -> bool:
    """True for a code of the ICD-10 written without its point, in a line that speaks of a diagnosis: `Dx: J4590`."""
    return bool(
        _DIAGNOSIS.fullmatch(view, start, end) and words().diagnoses.search(view[max(0, start - 3 * _REACH) : start])
    )


def is_law(view: str, start: int) -> bool:
    """True where a published law has its number at `start`: `Lei n.º 75/2013`."""
    return bool(words().laws.search(view[max(0, start - _REACH) : start]))


def is_measure(view: str, start: int, end: int, locales: Sequence[Locale]) -> bool:
    """True where `start` to `end` is nothing but a clinical figure: `148/92` behind `BP`, `850 mg`, `Hb 9.7`.

    So are a diagnosis' code, a law's number and the short code of a service. The model may not hide these: a hidden
    dose is a danger, and no figure of this form identifies anyone.
    """
    if is_diagnosis_code(view, start, end) or (_LAW.fullmatch(view, start, end) and is_law(view, start)):
        return True
    if _SHORT_CODE.fullmatch(view, start, end) and is_short_code(view, start):
        return True
    if _COUNT.fullmatch(view, start, end) and is_count(view, start):
        return True
    figure = _FIGURE.match(view, start, end)
    if figure is None:
        return False
    rest = view[figure.end() : end]
    if rest and not words().units.fullmatch(rest):
        return False
    if "/" in figure.group():
        return is_fraction(view, start, figure.end(), locales)
    if not figure.group().isdigit():
        return is_decimal(view, start, figure.end(), locales)
    return has_unit(view, start, figure.end(), locales)


def has_unit(view: str, start: int, end: int, locales: Sequence[Locale]) -> bool:
    """True where the plain figure at `start` to `end` has a unit of its own and no age or birth is announced."""
    near, behind = view[max(0, start - _REACH) : start], view[end : end + _REACH]
    return _own_unit(words().units, behind) and not cues(locales).ages.search(near)


def _own_unit(unit: re.Pattern[str], behind: str) -> bool:
    """True where `behind` begins with a unit that isn't the next value's: `500 mg 2 kutwa`, not `92 kg 60`."""
    found = unit.match(behind)
    if found is None:
        return False
    return not (words().body.match(behind) and _OWN_FIGURE.match(behind, found.end()))
