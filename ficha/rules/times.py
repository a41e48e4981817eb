"""Times of day: `14:30`, `2.15pm`, `1430hrs`, `saa 3 asubuhi`, `下午3点半`.

Most policies keep times visible; the label lets one hide them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules._measures import is_counted, is_dosed, is_price
from ficha.rules._register import any_word, value_starts
from ficha.rules.base import Match

LABELS = ("time",)
PRIORITY = 30

_HOUR, _MINUTE = r"(?:[01]?\d|2[0-3])", r"[0-5]\d"
# Four figures that may be a year are a year.
_BARE = re.compile(rf"(?:(?!19|20)(?:[01]\d|2[0-3]){_MINUTE}|{_HOUR}(?:h:|[:.h]){_MINUTE})(?![\w/]|[.,:\-]\d|[ ]?%)")
_EDGE, _TAIL = r"(?<![\w/:.\-,])", r"(?![\w/]|[.,:\-]\d)"


# Four figures that no year and no unit stands behind: `0347` anywhere, `1530` where its item ends or a day follows.
_FOUR = re.compile(
    rf"(?<![\w/:.\-,+#$£€])(?<!\d )(?:0\d{_MINUTE}(?![\w/:\-]|[.,]\d|[ ]\d{{2}})"
    rf"|(?:1[0-8]|2[1-3]){_MINUTE}(?=[,;?]|\.?[ ]*(?:\n|\Z)|\.[ ][A-Z]|[ ](?:/|on|today|at)[ ]?))"
)
# `08.50`, `13.45`: minutes above twelve, or none, tell a time from a day and its month.
_PLAIN_MINUTE = r"(?:00|1[3-9]|[2-5]\d)"
_DOTTED = re.compile(
    rf"(?<![\w/:.\-,])(?:0\d\.{_PLAIN_MINUTE}"
    rf"|1[0-2]\.00(?=[,;])|(?:1[3-9]|2[0-3])\.{_PLAIN_MINUTE}(?=[,;?]|\.?[ ]*(?:\n|\Z)|\.[ ][A-Z]|[ ]-[ ])"
    rf"|(?m:^)1\d\.{_MINUTE}(?=[ ]-[ ])|(?:(?m:^)|(?<=[.;] ))(?:[01]\d|2[0-3])\.{_MINUTE}(?=:[ ]))"
    r"(?![\w/%°]|[.,:\-]\d|[ ]?(?:mg|g|kg|ml|mmol))"
)


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Clock times in figures, with the locale's words before and behind them."""
    settings = locale.settings
    own = (settings.clock_words, settings.day_periods)
    pattern = _times(*own) if settings.has_word_spaces else _han_times(settings.day_periods)
    for found in pattern.finditer(text.text):
        if not (found.group()[0].isdigit() and is_dosed(text.text, found.start())):
            yield Match(found.start(), found.end(), "time", 0.9, "times", "clock time")
    for plain in (_FOUR, _DOTTED):
        for found in plain.finditer(text.text):
            if not is_counted(text.text, found.start()) and not is_price(text.text, *found.span()):
                yield Match(found.start(), found.end(), "time", 0.6, "times", "figures of a time")
    words = settings.clock_words + settings.register_words.get("time", ())
    for start in value_starts(text.text, words, settings.connectors):
        if bare := _BARE.match(text.text, start):
            yield Match(start, bare.end(), "time", 0.7, "times", "behind a word for a time")


@lru_cache(maxsize=64)
def _times(clock_words: tuple[str, ...], day_periods: tuple[str, ...]) -> re.Pattern[str]:
    period = any_word((*day_periods, "am", "pm", "a.m.", "p.m."), glued=True)
    numbers = rf"{_HOUR}(?:(?:h:|[:.h]){_MINUTE})?"
    forms = [
        rf"{_EDGE}{_HOUR}(?:h:|[:.h]){_MINUTE} ?{period}",
        rf"{_EDGE}{_HOUR} ?{period}",
        rf"{_EDGE}{_HOUR}(?:h:|[:h]){_MINUTE}(?::{_MINUTE})?(?: ?(?:hrs|hours|h|hr)\b)?{_TAIL}",
        rf"{_EDGE}(?:[01]\d|2[0-3]){_MINUTE} ?(?:hrs|hours|h)\b",
        r"(?:(?<=[/.\-]\d\d )|(?<=\d [a-z]{3} \d\d )|(?<=[/.\-\w ]\d{4} ))(?<!\d\d\d\d\d )"
        rf"(?:[01]\d|2[0-3])\.?{_MINUTE}{_TAIL}",
    ]
    if clock_words:
        words = any_word(clock_words)
        forms.insert(0, rf"{words}[ ]{numbers}(?:[ ][^\W\d_]{{2,8}}(?:[ ][^\W\d_]{{2,8}})?)?[ ]{period}")
    return re.compile("|".join(f"(?:{form})" for form in forms), re.IGNORECASE)


@lru_cache(maxsize=8)
def _han_times(day_periods: tuple[str, ...]) -> re.Pattern[str]:
    """`下午3点半`, `3时05分`, `晚上八点`: the part of the day leads; without it, minutes must follow the hour."""
    hour = rf"(?:(?<![\d:.]){_HOUR}|十[一二]?|[一二两三四五六七八九])"
    rest = rf"(?:{_MINUTE} ?分?|[一二三四五]?十?[一二三四五六七八九十] ?分|半|整|钟|一刻|三刻)"
    numbers = rf"{hour} ?(?:[点时](?: ?{rest})?|:{_MINUTE})"
    forms = [
        rf"{any_word(day_periods)} ?{numbers}" if day_periods else "(?!)",
        rf"{hour} ?[点时] ?{rest}",
        _times((), ()).pattern,
    ]
    return re.compile("|".join(f"(?:{form})" for form in forms), re.IGNORECASE)
