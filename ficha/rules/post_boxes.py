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
_TOWN = re.compile(r"(?:,[ ]?|[ ]|,?\r?\n)(?P<words>[^\W\d_][\w'\-]{1,30}(?:[ ][^\W\d_][\w'\-]{1,30}){0,2})")


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Every box with its number."""
    view = text.text
    boxes = list(_BOX.finditer(view))
    towns = {name.casefold() for kind in ("city", "region") for name in locale.entries(kind)} if boxes else set()
    for box in boxes:
        end = _end_of_town(view, box.end(), towns)
        yield Match(box.start(), end, "location.address", 0.9, "post_boxes", "post box and number")


def _end_of_town(view: str, start: int, towns: set[str]) -> int:
    """The end of the town that stands at `start`, the longest that is known; `start` where there is none."""
    found = _TOWN.match(view, start)
    if found is None:
        return start
    words = found["words"].split(" ")
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count])
        if name.casefold() in towns or (count == 1 and name[0].isupper()):
            return found.start("words") + len(name)
    return start
