"""Numbers of any form behind a register word: `OP No 04512/24`, `namba ya jalada 2024/0456`.

The words are the locale's (`register_words`); the value is what follows, as long as it looks like
one: signs and digits in groups, with enough digits, no date and no quantity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._register import announced
from ficha.rules._values import Value, value_at
from ficha.rules.base import Match

# Fewest digits by label: words such as `order` and `ref` stand before small numbers too.
_LEAST = {
    "id.national": 6,
    "id.health": 5,
    "id.record": 3,
    "id.booking": 4,
    "id.insurance": 4,
    "id.account": 4,
    "id.case": 3,
    "id.device": 4,
    "id.licence": 4,
    "id.biometric": 4,
}
LABELS = tuple(_LEAST)
PRIORITY = 60


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Values behind the locale's register words for the `id.*` labels."""
    view = text.text
    for label, least in _LEAST.items():
        for start in announced(view, locale, label):
            value = value_at(view, start)
            if value is not None and _is_number(value, least) and not _opens_a_sentence(view, value):
                yield Match(value.start, value.end, label, 0.94, "announced_ids", f"behind a word for {label}")


def _opens_a_sentence(view: str, value: Value) -> bool:
    """True for `BP 146/80` behind `... Snellen chart.`; a full stop behind three letters is an abbreviation's."""
    return not value.text[0].isdigit() and bool(
        re.search(r"\w{4}[.,]\s+\Z", view[max(0, value.start - 8) : value.start])
    )


def _is_number(value: Value, least: int) -> bool:
    if re.fullmatch(r"(?:19|20)\d\d", value.text) or re.fullmatch(r"\d{1,3}[-.]\d{1,3}", value.text):
        return False
    mixed = value.digits >= 3 and len(value.text) >= 5 and value.text == value.text.upper() != value.text.lower()
    return mixed or value.digits >= least
