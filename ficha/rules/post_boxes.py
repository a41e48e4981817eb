"""Post boxes: `S.L.P 1234 Kisumu`, `P.O. Box 40-00100, Nairobi`, with the town behind the number.

The town counts where it begins with a capital or is in the locale's lists of towns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules.base import Match

LABELS = ("location.address",)
PRIORITY = 35

_BOX = re.compile(
    r"(?<!\w)(?:S\.?[ ]?L\.?[ ]?P|P\.?[ ]?O\.?[ ]?Box|Private Bag|Caixa Postal|Apartado)\b\.?"
    r"[ ]{0,2}(?:(?:no|na)\.?[ ]?)?[:\-]?[ ]{0,2}\d{1,6}(?:-\d{5})?(?![\w/])(?![.,\-]\d)",
    re.IGNORECASE,
)
_TOWN = re.compile(r"(?:,[ ]?|[ ]|,?\n)(?P<town>[^\W\d_][\w'\-]{2,30})")


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Every box with its number."""
    view = text.text
    boxes = list(_BOX.finditer(view))
    towns = {name.casefold() for kind in ("city", "region") for name in locale.entries(kind)} if boxes else set()
    for box in boxes:
        town = _TOWN.match(view, box.end())
        is_town = town is not None and (town["town"].casefold() in towns or town["town"][0].isupper())
        end = town.end() if town is not None and is_town else box.end()
        yield Match(box.start(), end, "location.address", 0.9, "post_boxes", "post box and number")
