"""The words that tell a clinical quantity, as patterns: those of `data/measures.yaml` and a locale's cues.

`words()` are the same in every language; `cues(locales)` adds the locale's words for dates, births and ages:

    >>> bool(words().pressures.search("BP leo "))
    True
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import yaml

from ficha.locales import Locale
from ficha.rules._register import any_word, words_of


@dataclass(frozen=True, slots=True)
class Words:
    """Right before a figure: `pressures` to `lasting` and `counts`; right behind it: `parts_of` to `body`.

    A currency stands on either side, a word for a price before it; `short_codes` ends where one begins, `laws` where
    the number of one begins, `diagnoses` where anything of the same line begins. `quantities` stand near before a
    decimal, its group `since` is what lies between.
    """

    pressures: re.Pattern[str]
    scores: re.Pattern[str]
    out_of_ten: re.Pattern[str]
    grades: re.Pattern[str]
    acuities: re.Pattern[str]
    lasting: re.Pattern[str]
    counts: re.Pattern[str]
    parts_of: re.Pattern[str]
    graded: re.Pattern[str]
    pressed: re.Pattern[str]
    units: re.Pattern[str]
    body: re.Pattern[str]
    currency_before: re.Pattern[str]
    currency_behind: re.Pattern[str]
    short_codes: re.Pattern[str]
    diagnoses: re.Pattern[str]
    laws: re.Pattern[str]
    quantities: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Cues:
    """`dates` anywhere, `just_before` (dates, births) and `ages` (ages, births) at the end, `births` in the clause."""

    dates: re.Pattern[str]
    just_before: re.Pattern[str]
    ages: re.Pattern[str]
    births: re.Pattern[str]


@lru_cache(maxsize=1)
def words() -> Words:
    """The patterns of `data/measures.yaml`."""
    lists = _lists()
    link = (
        rf"(?:[ \t]{{0,2}}(?:{any_word(('of', 'is', 'was', 'ni', 'ya', *lists['days']))}|:|=|-|~)){{0,3}}[ \t]{{0,3}}"
    )
    earlier = r"(?:\d{1,3}/\d{1,3}[ ,;&]{1,3}(?:and |na |then )?){0,2}"  # `Apgar 8/10 and 9/10`

    def before(name: str) -> re.Pattern[str]:
        return re.compile(rf"{any_word(lists[name])}{link}{earlier}\Z", re.IGNORECASE)

    def behind(*names: str) -> re.Pattern[str]:
        own = tuple(word for name in names for word in lists[name])
        return re.compile(rf"[ \t]{{0,2}}{any_word(own, glued=True)}", re.IGNORECASE)

    return Words(
        pressures=before("pressures"),
        scores=before("scores"),
        out_of_ten=before("out_of_ten"),
        grades=before("grades"),
        acuities=before("acuities"),
        lasting=before("lasting"),
        counts=before("counts"),
        parts_of=behind("parts_of"),
        graded=behind("graded"),
        pressed=behind("pressed"),
        units=behind("doses", "body"),
        body=behind("body"),
        currency_before=re.compile(
            rf"(?:{any_word(lists['currencies'])}[ \t.:]{{0,3}}|{any_word(lists['prices'])}{link})\Z", re.IGNORECASE
        ),
        currency_behind=re.compile(rf"[ \t]?(?:{any_word(lists['currencies'], glued=True)}|/=|/-)", re.IGNORECASE),
        short_codes=re.compile(
            rf"{any_word(lists['sending'])}[^.;\n\d]{{1,40}}{any_word(lists['sent_to'])}[ \t]{{0,3}}\Z", re.IGNORECASE
        ),
        laws=re.compile(
            rf"{any_word(lists['laws'])}[ \t]{{1,2}}(?:(?:no|nr|na|n\.?[º°o]|\(EU\))\.?[ \t]{{1,2}})?\Z", re.IGNORECASE
        ),
        diagnoses=re.compile(rf"{any_word(lists['diagnoses'])}[^\n]*\Z", re.IGNORECASE),
        quantities=re.compile(
            rf"\A(?s:.*){any_word(lists['quantities'])}(?P<since>(?:[^.;\n]|(?<=\d)\.(?=\d))*)\Z", re.IGNORECASE
        ),
    )


def cues(locales: Sequence[Locale]) -> Cues:
    """The words for dates, births and ages of `locales`, with those of `data/measures.yaml`."""
    events, births, ages = set[str](), set[str](), set[str]()
    for locale in locales:
        births |= {*locale.settings.birth_cues, *words_of(locale, "date.birth")}
        events |= {*words_of(locale, "date.event")} - {*locale.settings.connectors}
        ages |= {*words_of(locale, "age")}
    return _cues(tuple(sorted(events)), tuple(sorted(births)), tuple(sorted(ages)))


@lru_cache(maxsize=32)
def _cues(events: tuple[str, ...], births: tuple[str, ...], ages: tuple[str, ...]) -> Cues:
    lists = _lists()
    days = {word.casefold() for word in lists["days"]}
    dates = tuple(word for word in (*events, *births, *lists["dates"]) if word.casefold() not in days)
    link = r"(?:[ \t]{0,2}(?:in|from|is|was|ni|wa|ya|wake|wangu|:|=|-)){0,3}[ \t]{0,3}\Z"
    return Cues(
        dates=re.compile(any_word(dates), re.IGNORECASE),
        just_before=re.compile(any_word(dates) + link, re.IGNORECASE),
        ages=re.compile(any_word((*ages, *births, *lists["ages"])) + link, re.IGNORECASE),
        births=re.compile(any_word((*births, *lists["births"])) + r"[^.;\n]*\Z", re.IGNORECASE),
    )


@lru_cache(maxsize=1)
def date_words() -> tuple[str, ...]:
    """Words that announce a date in any of the languages, without those that say nothing of the figure behind them."""
    lists = _lists()
    return tuple(word for word in lists["dates"] if word not in lists["days"] and word not in lists["returns"])


def comes_back(view: str, start: int) -> bool:
    """True where a word for coming back stands right before `start`: `Review 3/7` is in three days, or on a date."""
    return bool(_returns().search(view[max(0, start - 24) : start]))


@lru_cache(maxsize=1)
def _returns() -> re.Pattern[str]:
    return re.compile(any_word(_lists()["returns"]) + r"[ \t]{0,2}[:\-]?[ \t]{0,2}\Z", re.IGNORECASE)


@lru_cache(maxsize=1)
def _lists() -> dict[str, tuple[str, ...]]:
    file = resources.files("ficha.rules") / "data" / "measures.yaml"
    return {name: tuple(own) for name, own in yaml.safe_load(file.read_text(encoding="utf-8")).items()}
