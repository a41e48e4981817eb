"""Why gold items were not hit, and what was hidden for nothing.

    boundary    hidden in part, or with words around it, in the right category
    category    hidden whole, as something else
    both        another category and other edges
    lower case  not touched; its letters have no capital though the script has them
    unseen      not touched; a person's name no word of which the training data holds (where they aren't known: the
                language's lists)
    other       not touched for no such reason
    spurious    a prediction that touches no gold item

Each gold item without a strict hit has one cause, the first that holds in this order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache

import regex

from eval.counts import scored
from eval.matching import match
from eval.predictions import Prediction
from eval.scheme import Item, Scheme
from ficha.document import Document
from ficha.locales import NAME_LISTS, language_codes, load_locale
from ficha.policy import Policy

CAUSES = ("boundary", "category", "both", "lower case", "unseen", "other", "spurious")
_WORD = regex.compile(r"[\p{L}\p{M}'’\-]+")


def causes(
    documents: Iterable[Document], predictions: Mapping[str, Prediction], scheme: Scheme, known: Collection[str] = ()
) -> Counter[str]:
    """How many errors of each cause; `known` are name words of the training data, case-folded.

    The lists hold the names that the factory keeps from training too, so they count only where `known` is empty.
    """
    counts: Counter[str] = Counter()
    for document in documents:
        gold, predicted = scored(document, predictions[document.id], scheme)
        hits = dict(match(gold.items, predicted, exact=True, typed=True))
        touched = dict(match(gold.items, predicted, exact=False, typed=False))
        for g, item in enumerate(gold.items):
            if g not in hits:
                near = predicted[touched[g]] if g in touched else None
                counts[_cause(document, item, near, scheme.policy, known)] += 1
        used = set(touched.values()) | set(hits.values())
        counts["spurious"] += sum(
            not any(p.start < g.end and g.start < p.end for g in gold.items)
            for n, p in enumerate(predicted)
            if n not in used
        )
    return counts


def is_person(item: Item, policy: Policy) -> bool:
    """Whether every category that is right for the item covers persons alone."""
    return all(fine.startswith("person.") for id in item.accepts for fine in policy.category(id).covers)


def words_of(text: str) -> list[str]:
    """The words of a name, case-folded; single letters (initials) are none, Han signs count alone and together."""
    return [word.casefold() for word in _WORD.findall(text) if len(word) > 1]


@cache
def name_words(lang: str | None) -> frozenset[str]:
    """The words of a language's name lists, case-folded; none for a language without a locale."""
    if lang not in language_codes() or lang is None:
        return frozenset()
    locale = load_locale(lang)
    return frozenset(word for kind in NAME_LISTS for name in locale.entries(kind) for word in words_of(name))


def is_lower(text: str) -> bool:
    """Letters of a script with capitals, and no capital among them."""
    return text != text.upper() and text == text.lower()


def _cause(document: Document, item: Item, near: Item | None, policy: Policy, known: Collection[str]) -> str:
    words = document.text[item.start : item.end]
    if near is not None:
        right = bool(near.accepts & item.accepts)
        if right:
            return "boundary"
        return "category" if near.start <= item.start and item.end <= near.end else "both"
    if is_lower(words):
        return "lower case"
    if is_person(item, policy) and not any(w in (known or name_words(document.lang)) for w in words_of(words)):
        return "unseen"
    return "other"
