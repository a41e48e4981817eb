"""What can be measured on a round's texts, stated in the teacher's language so that it does better in the next.

>>> stated(terms, measured(documents, pack, labels))
['Maandishi 9 kati ya 20 yanaanza na "Habari".', ...]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import phonenumbers

from ficha.document import Document
from prompts import Terms
from synth.words import words_of

T = TypeVar("T")

OPENING_SHARE = 0.2  # of the texts that may begin with one word
ORDER_SHARE = 0.2  # of those with three kinds or more that may have them in one order
RARE = 0.02  # of the texts that should hold a label, at the least
LEAST = 5  # texts from which on anything is measured


@dataclass(frozen=True)
class Measured:
    """Counts of one round: texts; the commonest opening; the commonest order; foreign phones; labels too rare."""

    texts: int
    opening: tuple[str, int] | None
    order: tuple[tuple[str, ...], int] | None
    foreign: int
    missing: Mapping[str, int]


def measured(documents: Sequence[Document], labels: Collection[str]) -> Measured:
    """What is measured on documents as the teacher wrote them (before any value is swapped)."""
    openings = Counter(words[0] for d in documents if (words := words_of(d.text)))
    orders = Counter(
        order for d in documents if len(order := tuple(dict.fromkeys(span.label for span in d.spans))) >= 3
    )
    held = Counter(label for d in documents for label in {span.label for span in d.spans})
    personal = sum(1 for d in documents if d.spans)
    return Measured(
        texts=len(documents),
        opening=_above(openings, OPENING_SHARE * len(documents)),
        order=_above(orders, max(2.0, ORDER_SHARE * orders.total())),
        foreign=sum(_foreign_phones(d) for d in documents),
        missing={label: held[label] for label in labels if held[label] < RARE * personal},
    )


def stated(terms: Terms, found: Measured) -> list[str]:
    """The faults as sentences of the language; none where there are too few texts to tell."""
    if found.texts < LEAST:
        return []
    lines = []
    if found.opening:
        word, count = found.opening
        lines.append(terms.fault("opening", count=count, texts=found.texts, what=word))
    if found.order:
        order, count = found.order
        lines.append(terms.fault("order", count=count, texts=found.texts, what=terms.listed(order)))
    if found.foreign:
        lines.append(terms.fault("foreign", count=found.foreign, texts=found.texts))
    if found.missing:
        counted = ", ".join(f"{terms.labels.get(label, label)} ({count})" for label, count in found.missing.items())
        lines.append(terms.fault("missing", texts=found.texts, what=counted))
    return lines


def _above(counts: Counter[T], least: float) -> tuple[T, int] | None:
    """The commonest, where it is commoner than `least`."""
    if not counts:
        return None
    what, count = min(counts.items(), key=lambda item: (-item[1], str(item[0])))
    return (what, count) if count > least and count > 1 else None


def _foreign_phones(document: Document) -> int:
    """Phone numbers that can't be dialled as they stand in the document's country."""
    numbers = (document.text[s.start : s.end] for s in document.spans if s.label == "contact.phone")
    return sum(not _fits(number, document.meta["country"]) for number in numbers)


def _fits(number: str, country: str) -> bool:
    try:
        parsed = phonenumbers.parse(number, country)
    except phonenumbers.NumberParseException:
        return False
    code = phonenumbers.country_code_for_region(country)
    return parsed.country_code == code and phonenumbers.is_possible_number(parsed)
