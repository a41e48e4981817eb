"""Ages: a number with a unit word on either side, or a bare number behind an age cue.

    miaka 46, 46 years old, 46yo, umri wa miaka 46, miezi 7, aged 46, 46/M     -> ages
    kwa siku 3, for 3 days, 2 years ago, x 5/7                                 -> durations, left visible

A number of years or months that could be either is an age. Weeks, days and hours are one only
where an age word stands with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ficha.locales import Locale
from ficha.normalise import HAN, NormalText
from ficha.rules._age_forms import EDGE, REACH, AgeWords, any_glued, patterns_of
from ficha.rules._measures import is_counted
from ficha.rules._register import value_starts
from ficha.rules.base import Match

LABELS = ("age",)
PRIORITY = 40

_OLDEST = 125  # in years; a higher number is something else
# `in her 90s`, `late 80s`
_DECADE = re.compile(r"(?<!\w)(?:his|her|their|my|our|your|early|mid|late)[ \-](?P<n>[1-9]0'?s)(?!\w)", re.IGNORECASE)
_SEX = re.compile(rf"{EDGE}(?P<n>\d{{1,3}})/?[MF](?![\w/'°]|-\w)|(?<![\w/])[MF]/(?P<m>\d{{1,3}})(?![\w/.:])")
# `Buchanan, 49, wheelchair`, `P. Massey (66)`, `Adkins, F, 23`: a number that a name or a sex leads in.
_LISTED = re.compile(
    r"(?P<word>(?:\b[A-Z][\w'.\-]{0,30}[ ])?\b[A-Z][\w'.\-]{1,30}|\b[MF])"
    r"(?:(?:,[ ]{1,3}(?:[MF],?[ ])?|[ ]\|[ ])(?P<n>\d{1,3})(?=,(?!\d)|\.[ ]|[ ][MF]\b|[ ]-[ ]|[ ]\|)"
    r"|[ ]\((?P<m>\d{1,3})\)|,[ ][Bb]ed[ ]\d{1,2},[ ](?P<q>[1-9]\d)(?=\.[ ]))"
    r"|(?P<name>\b[A-Z][\w'.\-]{1,30}[ ][A-Z][\w'\-]{1,30}),[ ](?P<p>\d{1,3})(?=\.?[ ]?(?:\n|\Z)|\.[ ])"
    r"|(?<![\w.])(?P<o>\d{1,3})[ ](?:[MF]|[mf](?=,))(?=[,.;)\n]|[ ](?:with|c/o|pt)\b)"
)
# `ronald mccarthy, 27, and`, `derek osborne 39` at the end: a number of two figures as an item behind two words,
# or behind one that a colon leads in (`Garland, Kansas: electrician, 45, charged`).
_ITEM = re.compile(
    r"(?<![\w'.])(?P<words>(?:[^\W\d_][\w'\-]{1,30}[ ]|(?<=[^\W\d_]:[ ]))[^\W\d_][\w'\-]{1,30})"
    r"(?:,[ ]{1,2}(?P<n>[1-9]\d)(?=,[ ][^\W\d_]|[^\w,.:%°/]*\Z)"
    r"|[ ](?P<m>[1-9]\d)(?=\s*\Z)|[ ]\|[ ](?P<o>[1-9]\d)(?=[ ]\|))"
)
# `: Anna, wiki 7`, `Mtoto wa Clara (wiki 4)`: weeks and days behind a capital that doesn't open a sentence.
_BEHIND_NAME = re.compile(
    r"(?:[^\W\d_]|[^\W_],|[:)]|(?m:^)[ ]?-)[ ]{1,2}"
    r"(?:[A-ZÀ-ÖØ-Þ][^\W\d_A-Z][\w'\-]{1,30}|[A-Z'\-]{4,30})(?:,[ ]{1,2}|[ ]{1,2}\(|[ ][wy]'|[ ]de[ ])\Z"
)
# `omwonyo mafta! jumbe 3.`: weeks that are a sentence of their own.
_ALONE_BEFORE, _ALONE_BEHIND = re.compile(r"[.!?][ ]{1,2}\Z"), re.compile(r"[.!?]|[ ]*(?:\n|\Z)")
# `患儿王明，8个月，足月顺产`: months that are an item of their own; a length of time follows what lasted.
_MONTHS_ITEM = re.compile(
    rf"(?:(?<=[,(、] )|(?<=[叫名是][{HAN}][{HAN}] )|(?<=[叫名是][{HAN}][{HAN}][{HAN}] ))"
    r"(?P<n>\d{1,2} ?个半?月)(?= ?[,)。;、\n]|[ ][今昨前上]|\Z)|(?<=\()(?P<m>\d{1,2} ?个半?月)(?=\))"
)
# `Sasa ana 36.7`: nobody gives an age of over twenty in tenths of a year.
_TOO_FINE = re.compile(r"(?:[2-9]\d|\d{3})[.,]\d")
_TEMPERATURE = re.compile(r"\b(?:temp|temperature|fever|t)\W{0,3}(?:\w{1,4} ){0,3}\Z", re.IGNORECASE)


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Every age, in one form or more; the longest wins later."""
    view, patterns = text.text, patterns_of(AgeWords.of(locale.settings))
    cued = value_starts(view, locale.settings.age_cues, locale.settings.connectors)
    durations: set[int] = set()
    for found in patterns.units.finditer(view):
        if int((re.search(r"\d+", found.group()) or [0])[0]) > _OLDEST:
            continue
        long = _is_long(found)
        cue = found.start() in cued and (long or not patterns.is_trailed(view, found))
        near = view[max(0, found.start() - 64) : found.start()]
        alone = _ALONE_BEFORE.search(near) and _ALONE_BEHIND.match(view, found.end())
        bracketed = near.endswith("(") and view[found.end() : found.end() + 1] == ")" and not _is_ill(near[:-1], locale)
        announced = cue or (not long and (alone or bracketed or _BEHIND_NAME.search(near)))
        if announced or (long and not patterns.is_duration(view, found) and not _is_of_complaint(view, found, locale)):
            yield _age(found.start(), found.end(), 0.85, "number and unit")
        else:
            durations.update(range(*found.span()))
    for found in patterns.sure.finditer(view):
        yield _age(found.start(), found.end(), 0.95, "number and age word")
    for start in cued:
        bare = patterns.bare.match(view, start)
        if bare and start not in durations and not _TOO_FINE.match(view, start):
            yield _age(start, bare.end(), 0.85, "behind an age cue")
    for start in value_starts(view, _persons(locale), ()):
        if of_person := patterns.of_person.match(view, start):
            yield _age(start, of_person.end(), 0.75, "behind a word for a person")
    yield from _listed(view, locale)
    for found in _ITEM.finditer(view):
        group = next(name for name in ("n", "m", "o") if found[name])
        if group == "m" and found["words"].split()[-1] in locale.ordinary_words:
            continue  # `icyumba cya 23`, `metformin not 14`: no name stands before it
        if found.start(group) not in durations and not is_counted(view, found.start(group)):
            yield _age(*found.span(group), 0.6, "number as an item behind two words")
    for found in _DECADE.finditer(view):
        yield _age(*found.span("n"), 0.85, "decade of life")
    for found in _MONTHS_ITEM.finditer(view):
        yield _age(*found.span("n" if found["n"] else "m"), 0.8, "months as an item of their own")
    for found in _SEX.finditer(view):
        group = "n" if found["n"] else "m"
        if int(found[group]) <= _OLDEST and not _TEMPERATURE.search(view[max(0, found.start() - 20) : found.start()]):
            yield _age(*found.span(group), 0.8, "number and sex")


def _persons(locale: Locale) -> tuple[str, ...]:
    """Titles that are written out (`Mzee`, `Grandma`), behind which a plain number is an age; `Dr 3` has none."""
    return tuple(word for word in locale.settings.honorifics if len(word) > 3 and word.isalpha())


def _is_of_complaint(view: str, found: re.Match[str], locale: Locale) -> bool:
    """True for `kikohozi miezi 2`, `uvimbe shingoni wa miaka 4`: what a complaint or a drug opens its clause with.

    With any other word in the clause (`mtoto mwenye homa miezi 7`) it may be a person's age; and so are
    years without a joining word and more than twenty.
    """
    clause = re.split(r"[.,;:!?\n(]", view[max(0, found.start() - REACH) : found.start()])
    if len(clause) == 1 and found.start() > REACH:
        return False  # the clause begins further off
    term = clause[-1].strip().casefold()
    joined = re.fullmatch(r"(?:(?:ana|nina|una|na)[ ])?(.+)[ ](?:wa|ya|za|la|cha|kwa)", term)
    count = int((re.search(r"\d+", found.group()) or [99])[0])
    is_months = bool(_months(locale.settings.time_units.months).search(found.group()))
    if count > 20 or not (is_months or joined):
        return False
    alone = re.sub(r"^(?:ana|nina|una|na)[ ]", "", term)
    return alone in _complaints(locale) or (joined is not None and joined[1] in _complaints(locale))


def _is_ill(before: str, locale: Locale) -> bool:
    """True where the clause ends in a symptom or a drug: `kikohozi (wiki 2)`."""
    words = re.split(r"[.,;:!?\n(]", before)[-1].casefold().split()
    return any(" ".join(words[-n:]) in _complaints(locale) for n in range(1, min(len(words), 5) + 1))


@lru_cache(maxsize=64)
def _complaints(locale: Locale) -> frozenset[str]:
    """The symptoms and drugs of the locale, in lower case."""
    return frozenset(term.casefold() for kind in ("symptom", "symptom_female", "drug") for term in locale.entries(kind))


@lru_cache(maxsize=64)
def _months(units: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(any_glued(units), re.IGNORECASE)


def _listed(text: str, locale: Locale) -> Iterator[Match]:
    for found in _LISTED.finditer(text):
        group = next(name for name in ("n", "m", "o", "p", "q") if found[name])
        word = (found["word"] or "").casefold()
        if int(found[group]) <= _OLDEST and word not in locale.protected_terms and not _is_short_form(found["word"]):
            yield _age(*found.span(group), 0.7, "number in a list behind a name or sex")


def _is_short_form(word: str | None) -> bool:
    """True for the capitals of a test (`CRP (12)`); `F` and `M` stay sexes."""
    return word is not None and 2 <= len(word) <= 4 and word.isupper()


def _age(start: int, end: int, score: float, why: str) -> Match:
    return Match(start, end, "age", score, "ages", why)


def _is_long(found: re.Match[str]) -> bool:
    """True where the unit is years or months."""
    return bool(found["long_after"] or found["long_words"] or found["long_before"])
