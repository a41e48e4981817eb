"""A known date of birth in its written forms: `14/2/1988`, `14.02.88`, `1988-02-14`, `14 Feb 1988`, `Feb 14th`.

Day and month are looked for in either order: a form of another country, or a slip, is still that date.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from ficha.locales import Locale
from ficha.locales.months import month_names

_EDGE, _TAIL = r"(?<!\w)(?<!\d[/.\-])", r"(?![\w])(?![/.\-]\d)"


def find(text: str, births: Sequence[dt.date], locales: Sequence[Locale]) -> Iterator[tuple[int, int]]:
    """(start, end) of every written form of `births` in `text`."""
    for birth in births:
        for form in _forms(birth, locales):
            for found in re.finditer(form, text, re.IGNORECASE):
                yield found.span()


def _forms(birth: dt.date, locales: Sequence[Locale]) -> Iterator[str]:
    day, month = (rf"0?{n}" for n in (birth.day, birth.month))
    short = f"{birth.year % 100:02d}"
    year = rf"(?:{birth.year}|'?{short})"
    gap = r"[ ]?[/.\-\\,][ ]?"
    for first, second in ((day, month), (month, day)):
        yield rf"{_EDGE}{first}(?:{gap}|[ ]){second}(?:{gap}|[ ]){year}{_TAIL}"
        yield rf"{_EDGE}{birth.year}(?:{gap}|[ ]){first}(?:{gap}|[ ]){second}(?!\d)"
    two = (f"{birth.day:02d}", f"{birth.month:02d}")
    for a, b in (two, two[::-1]):
        yield rf"{_EDGE}(?:{a}{b}(?:{birth.year}|{short})|{birth.year}{a}{b}){_TAIL}"
    yield rf"(?:{birth.year}|(?<!\d){short})[ ]?年[ ]?{month}[ ]?月[ ]?{day}(?!\d)(?:[ ]?[日号])?"
    yield rf"(?<![\d年])(?<!年[ ]){month}[ ]?月[ ]?{day}(?!\d)[ ]?[日号]"
    names = sorted({n for locale in locales for n in month_names(locale.code)[birth.month]}, key=len, reverse=True)
    named = "|".join(re.escape(n) for n in names)
    ordinal, link = r"(?:st|nd|rd|th|º|°)?", r"[ ]?(?:of |de |ya |wa |mu |tariki |[/.\-])?[ ]?"
    yield rf"{_EDGE}{day}{ordinal}{link}(?:{named})\.?(?:[ ,/.\-]{{0,2}}(?:de |wa |of |mwaka )?{year})?(?!\w)"
    yield rf"{_EDGE}(?:{named})\.?[ /\-]{{0,2}}(?:tarehe |the )?{day}{ordinal}(?:[ ,/\-]{{0,2}}{year})?(?![\w])"
