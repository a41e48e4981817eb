"""Recall by slice: who is missed, not only how many.

    for part in slices(documents, predictions, scheme):
        print(part.by, part.value, part.hidden, part.items, part.interval)   # gender female 91 98 (0.86, 0.97)

`gender` and `origin` (country) are those of the name lists that hold the name's words; a name in several is counted
as `several`, in none as `unknown`. `case`, `common word` (a word of the name is an ordinary one of the language),
`position` (thirds of the document) and `lang` are read from the text. Names alone are sliced by the first two and the
fourth. Hidden means wholly inside hidden text, whatever the category.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from eval.causes import is_person, words_of
from eval.counts import scored
from eval.hidden import mask_of
from eval.predictions import Prediction
from eval.scheme import Item, Scheme
from ficha.document import Document
from ficha.locales import language_codes, load_locale

_Z = 1.959964  # the normal quantile of a 95% interval


@dataclass(frozen=True, slots=True)
class Slice:
    """`hidden` of `items` gold items whose `by` is `value`."""

    by: str
    value: str
    hidden: int
    items: int

    @property
    def recall(self) -> float:
        return self.hidden / self.items

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval; items of a document aren't independent, so it is a little narrow."""
        n, share = self.items, self.recall
        middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        half = _Z / (1 + _Z**2 / n) * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
        return max(0.0, middle - half), min(1.0, middle + half)


def slices(documents: Iterable[Document], predictions: Mapping[str, Prediction], scheme: Scheme) -> list[Slice]:
    """Every slice that has an item, by kind and value."""
    items: Counter[tuple[str, str]] = Counter()
    hidden: Counter[tuple[str, str]] = Counter()
    for document in documents:
        gold, predicted = scored(document, predictions[document.id], scheme)
        mask = mask_of(len(document.text), ((p.start, p.end) for p in predicted))
        for item in gold.items:
            keys = list(_keys(document, item, scheme))
            items.update(keys)
            if mask[item.start : item.end].all():
                hidden.update(keys)
    return [Slice(by, value, hidden[by, value], items[by, value]) for by, value in sorted(items)]


def _keys(document: Document, item: Item, scheme: Scheme) -> Iterator[tuple[str, str]]:
    words = document.text[item.start : item.end]
    yield "case", case_of(words)
    yield "position", ("first third", "second third", "last third")[3 * item.start // len(document.text)]
    yield "lang", document.lang or "unknown"
    if is_person(item, scheme.policy):
        genders, origins, common = name_facts(document.lang, words)
        yield "gender", _one(genders)
        yield "origin", _one(origins)
        yield "common word", "yes" if common else "no"


def case_of(words: str) -> str:
    """`lower`, `UPPER`, `Title` (each word begins with a capital), `mixed`, or `none` (digits, Han signs)."""
    letters = [c for c in words if c.lower() != c.upper()]
    if not letters:
        return "none"
    if all(c.islower() for c in letters):
        return "lower"
    if all(c.isupper() for c in letters):
        return "UPPER"
    return "Title" if all(word[0].isupper() for word in words_with_case(words)) else "mixed"


def words_with_case(text: str) -> list[str]:
    """The words of a text that begin with a letter that has two cases."""
    return [word for word in text.split() if word[0].lower() != word[0].upper()]


def name_facts(lang: str | None, name: str) -> tuple[frozenset[str], frozenset[str], bool]:
    """(genders, countries, whether a word of it is an ordinary one) of a name, by the lists of its language."""
    if lang not in language_codes() or lang is None:
        return frozenset(), frozenset(), False
    lists = _lists(lang)
    parts = [*words_of(name), name.casefold()]
    genders = frozenset(g for g in ("female", "male") if any(p in lists[g] for p in parts))
    origins = frozenset(key for key in lists if key.isupper() and any(p in lists[key] for p in parts))
    return genders, origins, any(part in lists["common"] for part in parts)


@cache
def _lists(lang: str) -> Mapping[str, frozenset[str]]:
    """`female`, `male`, `common`, and each country of the name lists -> case-folded words."""
    locale = load_locale(lang)
    found: dict[str, set[str]] = {"female": set(), "male": set(), "common": set()}
    for (kind, country), _ in locale.list_files.items():
        if kind.startswith(("given_", "family")):
            words = {w for name in locale.entries(kind, country) for w in [*words_of(name), name.casefold()]}
            if country:
                found.setdefault(country, set()).update(words)
            for gender in ("female", "male"):
                if kind.endswith(f"_{gender}"):
                    found[gender] |= words
    found["common"] |= {word.casefold() for word in locale.entries("common_words")}
    return {key: frozenset(words) for key, words in found.items()}


def _one(values: frozenset[str]) -> str:
    return "unknown" if not values else next(iter(values)) if len(values) == 1 else "several"
