"""Identifiers by structure alone: letters, digits and joints mixed as in `KE-MED-204418`, or long runs of digits.

Clinical terms are mixtures too (`COVID-19`, `HbA1c`, `10,000IU`, `T2N0M0`), so a token counts when
it holds five digits, or four with a joint and capital letters; figures alone count from six
digits, or as a serial number with its year (`4917/24`). Label: id.record, the commonest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._date_forms import MONTH_YEAR
from ficha.rules._measures import is_count
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
_SERIAL = re.compile(r"\d{4,6}/\d\d|(?:1[3-9]|[2-9]\d|\d{3,6})/20\d\d")  # a serial number and its year


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Tokens of id shape that aren't a clinical term of the locale."""
    for found in _TOKEN.finditer(text.text):
        token = found.group()
        if not _has_id_shape(token) or token.casefold() in locale.protected_terms:
            continue
        if not (token.isdigit() and is_count(text.text, found.start())):
            yield Match(
                found.start(), found.end(), "id.record", 0.6, "structured_ids", "letters and digits of id shape"
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
    return digits >= 5 or (joints >= 1 and token.upper() == token)
