"""The patterns of ages, made of a locale's words for units, ages and durations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ficha.locales import LocaleSettings
from ficha.normalise import HAN
from ficha.rules._register import LETTER, any_word

REACH = 48  # characters before a number in which a duration cue counts
_FIGURES = r"(?:0|[1-9]\d{0,2})(?:[.,]\d| \d⁄\d| ?1/2)?(?![\d/]|[.,:]\d)"
EDGE = rf"(?<!{LETTER})(?<![⁄/.:#£$€+])(?<!\d[,\-])(?<!covid-)"
# What makes a bare number behind an age cue something else.
# A unit of the body with a figure of its own is the next value's: `Umri 92 kg 60`.
_NOT_BARE = (
    r"(?![\w]|[/:\-]\d|[ ]?%|[ ](?:mg|ml|g|feet|foot|ft|stone|st|lbs?|inches|times|x)\b"
    r"|[ ](?:kg|cm|mm|bpm)\b(?![ ]?[:=]?[ ]?\d)"
    rf"|[ ]?(?![男女了性])[{HAN}])"  # a Chinese unit or measure word, but not `年龄46性别女`
)


@dataclass(frozen=True, slots=True)
class AgeWords:
    """The words of a locale that the patterns are made of."""

    after: tuple[str, ...]
    before: tuple[str, ...]
    long: tuple[str, ...]
    shorter: tuple[str, ...]
    cues: tuple[str, ...]
    fillers: tuple[str, ...]
    behind: tuple[str, ...]
    numbers: tuple[str, ...]

    @classmethod
    def of(cls, settings: LocaleSettings) -> AgeWords:
        units = settings.time_units
        return cls(
            after=settings.age_units.after,
            before=settings.age_units.before,
            long=units.years + units.months,
            shorter=units.shorter,
            cues=settings.duration_cues,
            fillers=settings.duration_fillers,
            behind=settings.duration_after,
            numbers=settings.number_words,
        )


@dataclass(frozen=True, slots=True)
class AgePatterns:
    """`units`: number with a plain unit; `sure`: with an age word; `bare`: a number, `of_person`: of 10 to 119."""

    units: re.Pattern[str]
    sure: re.Pattern[str]
    bare: re.Pattern[str]
    of_person: re.Pattern[str]
    leading: re.Pattern[str] | None
    trailing: re.Pattern[str] | None

    def is_duration(self, view: str, found: re.Match[str]) -> bool:
        """True where duration words stand right before `found` or right behind it."""
        before = view[max(0, found.start() - REACH) : found.start()]
        return bool(self.leading and self.leading.search(before)) or self.is_trailed(view, found)

    def is_trailed(self, view: str, found: re.Match[str]) -> bool:
        """True where duration words stand right behind `found`: `12 weeks pregnant`."""
        return bool(self.trailing and self.trailing.match(view, found.end()))


@lru_cache(maxsize=64)
def patterns_of(words: AgeWords) -> AgePatterns:
    """The patterns of one locale."""
    number = _number(words.numbers)
    plain = frozenset(word.casefold() for word in words.long + words.shorter)
    unit_before = tuple(word for word in words.before if word.casefold() in plain)
    long_before = tuple(word for word in unit_before if word in words.long)
    sure_after = tuple(word for word in words.after if word.casefold() not in plain)
    sure_before = tuple(word for word in words.before if word.casefold() not in plain and word[-1].isalnum())
    # Number words stand in the language's own order, so `mara tatu mwezi huu` holds no age.
    own_after = tuple(word for word in words.long if word not in words.before)
    own_shorter = tuple(word for word in words.shorter if word not in words.before)
    units = _either(
        rf"{EDGE}(?:{_FIGURES}[ \-]?(?:(?P<long_after>{any_glued(words.long)})|{any_glued(words.shorter)})"
        rf"|{number}[ \-](?:(?P<long_words>{any_glued(own_after)})|{any_glued(own_shorter)}))"
        # `43 anos, 34 semanas` are an age and a pregnancy: behind a comma only years and months go on
        rf"(?:,[ ]{number}[ \-]?{any_glued(words.long)}"
        rf"|[ ](?:and |na )?{number}[ \-]?{any_glued(words.long + words.shorter)})?",
        rf"(?:(?P<long_before>{any_glued(long_before)})|{any_glued(unit_before)})[ ]?{number}"
        rf"(?:,?[ ](?:and |na )?{any_glued(unit_before)}[ ]?{number})?",
    )
    fractions = tuple(word for word in sure_after if word.startswith("/"))  # `11/12 old`
    sure = _either(
        rf"{EDGE}{number}[ \-]?{any_glued(sure_after)}",
        rf"{EDGE}\d{{1,2}}{any_glued(fractions)}",
        rf"{any_glued(sure_before)}[ ]{number}{_NOT_BARE}",
    )
    cue = any_word(words.cues) if words.cues else None
    between = any_word(words.cues + words.fillers + words.numbers) if words.cues else None
    return AgePatterns(
        units=units,
        sure=sure,
        bare=re.compile(number + _NOT_BARE, re.IGNORECASE),
        of_person=re.compile(
            rf"(?:1[01]\d|[1-9]\d){_NOT_BARE}(?![ ]{any_glued(words.long + words.shorter)})", re.IGNORECASE
        ),
        leading=re.compile(rf"{cue}(?:[ \t,~]+(?:{between}|\d{{1,3}})){{0,4}}[ \t~]*\Z", re.IGNORECASE)
        if cue
        else None,
        trailing=re.compile(rf"[ \t\-]*{any_word(words.behind)}", re.IGNORECASE) if words.behind else None,
    )


def _either(*forms: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{form})" for form in forms), re.IGNORECASE)


def any_glued(words: tuple[str, ...]) -> str:
    """One of `words`, also right behind a figure; nothing matches where there are none."""
    return any_word(words, glued=True) if words else "(?!)"


def _number(words: tuple[str, ...]) -> str:
    """Figures up to three digits, or one to four number words (`forty-six`, `arobaini na sita`)."""
    if not words:
        return rf"(?:{_FIGURES})"
    word = any_word(words)
    return rf"(?:{_FIGURES}|{word}(?:[ \-](?:and |na )?{word}){{0,3}})"
