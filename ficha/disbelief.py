"""Where the model is not believed: rules and lists know that what it hid is no identifier.

Presha 148/92, metformin 850 mg       a blood pressure and a dose, in any policy
kliniki saa 18:15                      a time of day, where the policy keeps times
Apewe Augmentin, 阿司匹林100毫克         a drug, with its dose or without
dob 14/02/1988                         the word before the date, which the model hid with it

A hidden dose is a danger, and each of these has a form or a list that a name can't have: eponyms, which
are names too, are never taken as proof.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ficha.locales import NAME_LISTS, Locale
from ficha.merge import Found
from ficha.policy import Policy
from ficha.rules import is_measure
from ficha.rules.base import Match

_TERM_LISTS = ("drug", "disease", "test")
_SURE = ("time", "age")
_DIGIT = re.compile(r"\d")
_EDGE = " \t\r\n.,;:()"


def believed(
    text: str, found: Iterable[Found], matches: Sequence[Match], policy: Policy, locales: Sequence[Locale]
) -> list[Found]:
    """The model's spans without those that are a measure, a kept fixed format or a word that is no name."""
    kept_formats = [m for m in matches if policy.category_of(m.label) is None]
    terms, announcing = _clinical_terms(tuple(locales)), _announcing_words(tuple(locales))
    return [
        span
        for span in found
        if not is_measure(text, span.start, span.end, locales)
        and not _is_dosed_term(text, span, terms, locales)
        and not any(_is_another_kind(span, m) for m in kept_formats)
        and (word := text[span.start : span.end].strip(_EDGE).casefold()) not in terms
        and word not in announcing
    ]


def _is_dosed_term(text: str, span: Found, terms: frozenset[str], locales: Sequence[Locale]) -> bool:
    """True for a drug or test with its figure and nothing else: `Brufen 600 mg`."""
    digit = _DIGIT.search(text, span.start, span.end)
    if digit is None or text[span.start : digit.start()].strip(_EDGE).casefold() not in terms:
        return False
    end = span.start + len(text[span.start : span.end].rstrip(_EDGE))
    return is_measure(text, digit.start(), end, locales)


def _is_another_kind(span: Found, match: Match) -> bool:
    """True where the span lies inside a time or an age, and the model took it for another of these kinds.

    Only times and ages are read so surely that the model is overruled, and only where it took them for each
    other or for a date: a name, an id or a place may look like either ("April 5 times", "Elm Court (66)").
    """
    inside = match.start <= span.start and span.end <= match.end
    kinds = {label.split(".")[0] for label in span.category.covers}
    return inside and match.label in _SURE and kinds <= {"date", "age", "time"} and match.label not in kinds


@lru_cache(maxsize=64)
def _announcing_words(locales: tuple[Locale, ...]) -> frozenset[str]:
    """Words that stand before an identifier and are none: `dob`, `simu`, `umri`."""
    settings = [locale.settings for locale in locales]
    groups = [group for s in settings for group in (s.birth_cues, s.age_cues, *s.register_words.values())]
    names = {n.casefold() for loc in locales for kind in NAME_LISTS for n in loc.entries(kind)}
    return frozenset(word.casefold() for group in groups for word in group) - names


@lru_cache(maxsize=64)
def _clinical_terms(locales: tuple[Locale, ...]) -> frozenset[str]:
    terms = {t.casefold() for loc in locales for kind in _TERM_LISTS for t in loc.entries(kind)}
    names = {n.casefold() for loc in locales for kind in NAME_LISTS for n in loc.entries(kind)}
    return frozenset(terms - names)
