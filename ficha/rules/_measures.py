"""Clinical quantities that look like dates: `x 5/7`, `GCS 15/15`, `1/2 tab`, `sukari 9.7`.

British and East African notes write durations as fractions of a week, a year or twelve months
(`3/7` three days, `2/52` two weeks, `6/12` six months); scores are written `8/10`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import yaml

from ficha.rules._register import any_word

_REACH = 40  # characters of context read on either side
_DURATION_FRACTION = re.compile(r"[1-9]\d?/(?:7|52|12)")


def is_fraction(view: str, start: int, end: int) -> bool:
    """True where the `a/b` at `start` to `end` is a score, a pressure or a part of a tablet."""
    words = _words()
    return bool(
        words.before.search(view[max(0, start - _REACH) : start]) or words.after.match(view[end : end + _REACH])
    )


def is_decimal(view: str, start: int, end: int) -> bool:
    """True where the `a.b` at `start` to `end` is a measured value."""
    words = _words()
    near = view[max(0, start - _REACH) : start]
    return bool(words.quantities.search(near) or words.after.match(view[end : end + _REACH]))


def is_duration_fraction(view: str, start: int, end: int) -> bool:
    """True for the written forms of days, weeks and months: `5/7`, `2/52`, `6/12`, not `05/07`."""
    return bool(_DURATION_FRACTION.fullmatch(view, start, end))


@dataclass(frozen=True, slots=True)
class _Words:
    """Patterns of `data/measures.yaml`: right before a figure, right behind one, near before a decimal."""

    before: re.Pattern[str]
    after: re.Pattern[str]
    quantities: re.Pattern[str]


@lru_cache(maxsize=1)
def _words() -> _Words:
    file = resources.files("ficha.rules") / "data" / "measures.yaml"
    before, after, quantities = (any_word(tuple(w)) for w in yaml.safe_load(file.read_text(encoding="utf-8")).values())
    link = r"(?:[ \t]{0,2}(?:of|is|was|ni|ya|today|now|leo|sasa|:|=|-|~)){0,3}[ \t]{0,3}"
    earlier = r"(?:\d{1,3}/\d{1,3}[ ,;&]{1,3}(?:and |na |then )?){0,2}"  # `Apgar 8/10 and 9/10`
    return _Words(
        re.compile(rf"{before}{link}{earlier}\Z", re.IGNORECASE),
        re.compile(rf"[ \t]{{0,2}}{after}", re.IGNORECASE),
        re.compile(rf"{quantities}[^.;\n]*\Z", re.IGNORECASE),
    )
