"""The value of an identifier at an offset: where it starts, where it ends.

>>> value_at("QQ 12 34 56 C, seen 12/05/2024", 0)
Value(start=0, end=13, text='QQ 12 34 56 C', digits=6)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_RUN = r"[A-Za-z0-9]+(?:[/\-.:_]{1,2}[A-Za-z0-9]+){0,7}+"
# A capital prefix before digits; then groups of digits, as long as each isn't a quantity or a date.
_PREFIX = r"(?:(?-i:[A-Zl][A-Z]{0,4})[ ]?[/\-]?[ ]?(?=\d))?"
_UNITS = (
    r"[ ]?(?:%|(?:years?|yrs?|yo|y/o|months?|weeks?|days?|hours?|hrs?|mins?|m?c?g|kg|m?l|mmol|iu|units?|tabs?|am|pm|"
    r"tablets?|mm|cm|bpm|times|x)\b)"
)
_GROUPS = rf"(?:[ ]\d{{1,6}}(?![\w/:\-]|\.\d)(?!{_UNITS})(?![ ][年月日号岁天周次片粒床]))*"
_VALUE = re.compile(rf"{_PREFIX}(?:\d{{1,6}}(?=[ ]\d){_GROUPS}(?:[ ][A-D](?!\w))?|{_RUN})", re.IGNORECASE)
_DAY, _MONTH = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
DATE = re.compile(
    rf"{_DAY}([/.\-]){_MONTH}\1(?:\d\d|\d{{4}})|{_MONTH}([/.\-]){_DAY}\2(?:\d\d|\d{{4}})"
    r"|\d{4}([/.\-])\d{1,2}\3\d{1,2}|\d{1,2}[:.]\d\d(?: ?[ap]m)?|\d{4} ?h(?:ou)?rs"
)

PHONES = re.compile(
    r"(?:00?|[1-9])\d{9,12}(?:/(?:00?|[1-9])\d{9,12}){1,3}|0\d{8,9}(?:/0\d{8,9}){1,3}"
)  # two or more, joined


_LONGEST_YEARS = 15  # of a range: `2019/20` is one, `2045/25` a serial number with its year


@dataclass(frozen=True, slots=True)
class Value:
    """Characters `start` to `end` of the view, as they are, and how many of them are digits."""

    start: int
    end: int
    text: str
    digits: int


def value_at(view: str, start: int) -> Value | None:
    """The identifier that begins at `start`; None for words, dates, times and quantities."""
    found = _VALUE.match(view, start)
    if found is None or DATE.fullmatch(found.group()) or PHONES.fullmatch(found.group()):
        return None
    digits = sum(char.isdigit() for char in found.group())
    if not digits or re.match(_UNITS, view[found.end() : found.end() + 12], re.IGNORECASE):
        return None
    return Value(start, found.end(), found.group(), digits)


def is_range(figures: str) -> bool:
    """True for a round number, a pressure or a range: `250000`, `150/100`, `130-140/70-80`, `2019-20`."""
    parts = re.split(r"[/\-_]", figures)
    if not all(part.isdigit() for part in parts):
        return False
    if re.fullmatch(r"(?:19|20)\d\d[/\-](?:19|20)?\d\d", figures):
        return 0 < (int(parts[1][-2:]) - int(parts[0][-2:])) % 100 <= _LONGEST_YEARS
    if len(parts) == 1:
        return figures.endswith("000")
    return max(map(len, parts)) < 4 and (len(parts) == 2 or len(set(re.findall(r"[/\-_]", figures))) > 1)
