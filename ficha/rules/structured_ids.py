"""Identifiers by structure alone: letters, digits and joints mixed as in `KE-MED-204418`, or long runs of digits.

Clinical terms are mixtures too (`COVID-19`, `HbA1c`, `10,000IU`, `T2N0M0`), so a token counts when
it holds five digits, or four with a joint and capital letters; figures alone count from six digits, as a serial
number with its year (`4917/24`), or five of them where no currency, count or unit is near and no message goes
there. Label: id.record, the commonest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._date_forms import MONTH_YEAR
from ficha.rules._measures import has_unit, is_count, is_counted, is_diagnosis_code, is_law, is_price, is_short_code
from ficha.rules._values import DATE, PHONES, is_range
from ficha.rules.base import Match

LABELS = ("id.record",)
PRIORITY = 20

_TOKEN = re.compile(
    r"(?<![\w@.#/\-+$£€])(?<!\d,)[A-Za-z0-9]{1,20}(?:[/\-_][A-Za-z0-9]{1,20}){0,6}+(?![\w@/\-])(?![.,]\w)(?!/=)"
)
_QUANTITY = re.compile(
    r"\d{1,6}(?:[/\-x]\d+)?[A-Za-zµ]{1,6}(?:/[A-Za-z0-9]{1,6})?|[A-Za-z]{1,8}-?\d{1,3}(?:[/\-]\d{1,3})?"
)
_DATE = re.compile(r"\d{1,4}([/\-])[A-Za-z]{3,9}\1\d{1,4}|\d{4}-\d\d-\d\dT\w*")
_FIVE = re.compile(r"0\d{4}|\d{3}(?!00)\d\d")  # a round number is a count more often
_LETTER_AND_FOUR = re.compile(r"[A-Z]\d{4}")
_MIXED = re.compile(r"(?-i:[A-Z]{1,4}\d{3,4}|\d{3,4}[A-Z]{1,3})")
_NUMBER_WORD = re.compile(
    r"(?<!\w)(?:no|nos|num|number|namba|nambari|nomero|nr|n\.?[º°]|ref)[.:]?[ ]{1,2}\Z", re.IGNORECASE
)
_ENCLOSED = re.compile(r"[A-Za-z]{1,4}-(?!19|20)\d{4}-[A-Za-z]{1,4}")  # `pm-2465-pn`, typed without capitals
_SERIAL = re.compile(r"\d{4,6}/\d\d|(?:1[3-9]|[2-9]\d|\d{3,6})/20\d\d")  # a serial number and its year


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Tokens of id shape that aren't a clinical term of the locale."""
    view = text.text
    for found in _TOKEN.finditer(view):
        token = found.group()
        if token.casefold() in locale.protected_terms:
            continue
        if _has_id_shape(token):
            if not (token.isdigit() and is_count(view, found.start())) and not is_law(view, found.start()):
                yield _match(found, "letters and digits of id shape")
        elif _FIVE.fullmatch(token) and not _is_quantity(view, *found.span(), locale):
            yield _match(found, "five figures that are no price and no quantity")
        elif _LETTER_AND_FOUR.fullmatch(token) and not is_diagnosis_code(view, *found.span()):
            yield _match(found, "a letter and four figures")
        elif _MIXED.fullmatch(token) and _NUMBER_WORD.search(view[max(0, found.start() - 12) : found.start()]):
            yield _match(found, "letters and digits behind a word for a number")


def _match(found: re.Match[str], why: str) -> Match:
    return Match(found.start(), found.end(), "id.record", 0.6, "structured_ids", why)


def _is_quantity(view: str, start: int, end: int, locale: Locale) -> bool:
    return (
        is_price(view, start, end)
        or is_counted(view, start)
        or is_short_code(view, start)
        or has_unit(view, start, end, (locale,))
    )


def _has_id_shape(token: str) -> bool:
    digits = sum(char.isdigit() for char in token)
    if (
        digits < 4
        or _QUANTITY.fullmatch(token)
        or _DATE.fullmatch(token)
        or DATE.fullmatch(token)
        or PHONES.fullmatch(token)
        or MONTH_YEAR.fullmatch(token)
    ):
        return False
    letters = sum(char.isalpha() for char in token)
    joints = len(token) - digits - letters
    if not letters:
        return not is_range(token) and (digits >= 6 or bool(_SERIAL.fullmatch(token)))
    if any(part.isalpha() and len(part) > 5 and not part.isupper() for part in re.split(r"[/\-_]", token)):
        return False
    return digits >= 5 or (joints >= 1 and token.upper() == token) or bool(_ENCLOSED.fullmatch(token))
