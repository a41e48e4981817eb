"""The written forms of dates, as patterns on the folded view.

`ISO` 2024-05-12, `NUMERIC` 12/05/2024, `MONTH_YEAR` 05/2024, `SHORT` 12/05, `CJK` 2024年5月12日,
`CUED` what counts only behind a cue, and `named(months)` for forms with a month's name.
"""

from __future__ import annotations

import re
from functools import lru_cache

_EDGE, _TAIL = r"(?<!\w)(?<!\d[/.\-])(?<![$£€])", r"(?!\d)(?![/\-.]\d)(?![^\W\d_])"
_YEAR = r"(?:1[89]|20)\d\d"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
ISO = re.compile(rf"{_EDGE}{_YEAR}(?P<sep>[/.\-])(?:0?[1-9]|1[0-2])(?P=sep){_DAY}(?!\d)(?![/\-.]\d)(?!(?!T\d)[^\W\d_])")
NUMERIC = re.compile(
    rf"{_EDGE}(?P<d>\d{{1,2}})(?:(?P<sep> ?[.\-] ?)(?P<m>\d{{1,2}})(?P=sep)"
    rf"| ?(?P<slash>[/\\]) ?(?P<n>\d{{1,2}}) ?(?P=slash) ?)(?:{_YEAR}|'?\d\d){_TAIL}"
)
MONTH_YEAR = re.compile(rf"{_EDGE}(?:0?[1-9]|1[0-2])/{_YEAR}{_TAIL}")
MONTH_SHORT_YEAR = re.compile(rf"{_EDGE}(?:0?[1-9]|1[0-2])/'?\d\d{_TAIL}(?!%)")  # 12/87, behind a birth cue only
SHORT = re.compile(rf"{_EDGE}(\d{{1,2}})/(\d{{1,2}}){_TAIL}(?!%)")
CUED = re.compile(rf"(?:{_DAY}[ ](?:0?[1-9]|1[0-2])[ ]{_YEAR}|\d{{8}}|{_YEAR}|\d{{1,2}}[.\-]\d{{1,2}}){_TAIL}(?![ ]?%)")
# A day alone behind the word for a date, in the languages that have one for days.
DAY = re.compile(
    rf"(?<!\w)(?:tarehe|tar\.?|tariki|itariki)[ ]{{1,2}}(?P<day>{_DAY}){_TAIL}(?![ ]?[%:/.\-]?\d)(?![ ]?%)",
    re.IGNORECASE,
)
CJK = re.compile(r"(?:(?:\d{4}|\d\d) ?年 ?)?(?:0?[1-9]|1[0-2]) ?月(?: ?(?:[12]\d|3[01]|0?[1-9]) ?[日号])?|\d{4} ?年")

# Behind a bare two-digit number these make it a quantity and no year: `3 May 24 hours`.
_UNIT = r"(?:%|(?:m?c?g|kg|m?l|h|hrs?|hours?|mins?|days?|weeks?|wks?|months?|years?|yrs?|yo|y|mmol|units?|tabs?)\b)"


@lru_cache(maxsize=64)
def named(months: tuple[str, ...]) -> re.Pattern[str]:
    """`3rd of May 2024`, `12-15 May`, `3-May-24`, `12May2024`, `May 3, 2024`, `May 2024`.

    Groups: `m1` or `m2` the month, `y1` or `y2` the year, `ord` the ending of an ordinal.
    """
    names = "|".join(re.escape(name).replace(r"\ ", "[ ]") for name in sorted(months, key=len, reverse=True))
    ordinal = r"(?:st|nd|rd|th|º|°)"
    many = rf"(?:{_DAY}{ordinal}?[ ]?(?:-|to|na|and|&|a|e)[ ]?)?"
    year = r"(?:[ ]?[.,/\-]?[ ]?(?:of |de |wa |ya |mwaka |mu )?"
    y1 = rf"{year}(?P<y1>{_YEAR}|(?<=[/\- ])'?\d\d(?![\d/]|[.:]\d|[ ]?{_UNIT}))(?!\d))"
    y2 = rf"{year}(?P<y2>{_YEAR}|'\d\d)(?!\d))"
    day_month = rf"{many}{_DAY}(?P<ord>{ordinal})?[ ]?(?:of |de |ya |wa |[/\-.])?(?P<m1>{names})(?![^\W_])(?:\.?{y1})?"
    run_on = rf"{_DAY}(?:{names})(?:{_YEAR}|\d\d)"
    day = rf"{_DAY}{ordinal}?(?!\d|[:/]\d|[ ]?[ap]m){y2}?"
    lead = r"(?:the |,?[ ]?tarehe |,?[ ]?tar\.? )?"
    month_day = rf"(?P<m2>{names})\.?[ ]?[/\-]?{lead}(?:{day}|[ ]?[,/\-]?[ ]?(?:of |de |wa )?(?:{_YEAR}|'\d\d))"
    return re.compile(rf"(?<![\w])(?<!\d[/.\-])(?:{run_on}|{day_month}|{month_day})(?!\w)", re.IGNORECASE)


# What a birth cue alone makes a birth: a year of two figures, `born '87`, and ddmmyy, `DOB 030487`.
SHORT_BIRTH = re.compile(rf"(?:\d{{6}}|'?\d\d)(?![\w+]|[/:.,\-]\d|[ ]?{_UNIT}|[ ]?%)", re.IGNORECASE)
