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
_FIGURE = re.compile(r"\d{1,4}(?:[.,/]\d{1,3})?")
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


def is_measure(view: str, start: int, end: int) -> bool:
    """True where `start` to `end` is nothing but a clinical figure: `148/92` behind `BP`, `850 mg`, `Hb 9.7`.

    The model may not hide these: a hidden dose is a danger, and no figure of this form identifies anyone.
    """
    figure = _FIGURE.match(view, start, end)
    if figure is None:
        return False
    rest = view[figure.end() : end]
    if rest:
        return bool(_words().units.fullmatch(rest))
    if "/" in figure.group():
        return is_fraction(view, start, end)
    if not figure.group().isdigit():
        return is_decimal(view, start, end)
    return bool(_words().units.match(view[end : end + _REACH]))


@dataclass(frozen=True, slots=True)
class _Words:
    """Patterns of `data/measures.yaml`: right before a figure, right behind one, near before a decimal, its unit."""

    before: re.Pattern[str]
    after: re.Pattern[str]
    quantities: re.Pattern[str]
    units: re.Pattern[str]


@lru_cache(maxsize=1)
def _words() -> _Words:
    file = resources.files("ficha.rules") / "data" / "measures.yaml"
    lists = {name: tuple(words) for name, words in yaml.safe_load(file.read_text(encoding="utf-8")).items()}
    before, after, quantities = (any_word(lists[name]) for name in ("before", "after", "quantities"))
    units = any_word(lists["units"], glued=True)
    link = r"(?:[ \t]{0,2}(?:of|is|was|ni|ya|today|now|leo|sasa|:|=|-|~)){0,3}[ \t]{0,3}"
    earlier = r"(?:\d{1,3}/\d{1,3}[ ,;&]{1,3}(?:and |na |then )?){0,2}"  # `Apgar 8/10 and 9/10`
    return _Words(
        re.compile(rf"{before}{link}{earlier}\Z", re.IGNORECASE),
        re.compile(rf"[ \t]{{0,2}}{after}", re.IGNORECASE),
        re.compile(rf"{quantities}[^.;\n]*\Z", re.IGNORECASE),
        re.compile(rf"[ \t]{{0,2}}{units}", re.IGNORECASE),
    )
