"""The rules measured on generated documents (train and dev splits): recall and precision by kind.

A gold span counts as found when all its digits (or letters, where it has none) are hidden, as
whatever label; a match counts as right when all its digits lie in gold spans.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from ficha.document import Document
from ficha.locales import load_locale
from ficha.rules import find_all
from synth.factory import Factory
from synth.pack import load_pack

DOCUMENTS = 800
LANGUAGES = ("eng", "por", "swa", "zho")

# Least recall and precision. Addresses, phones and written births have a fixed format; short dates
# (`12/5`), bare record numbers and ages in running text don't.
TARGETS = {
    "contact": (1.0, 0.99),
    "date.birth": (1.0, 0.99),
    "id": (0.97, 0.99),
    "date.event": (0.95, 0.97),
    "age": (0.88, 0.89),
}


@lru_cache(maxsize=3)
def documents(code: str) -> tuple[Document, ...]:
    made = Factory(load_pack(code), seed=20261201).documents(DOCUMENTS)
    return tuple(m.document for m in made if m.reason is None and m.document.meta["split"] != "test")


@lru_cache(maxsize=3)
def counts(code: str) -> tuple[Counter[str], Counter[str], Counter[str], Counter[str]]:
    """By kind: gold spans, those found, matches, those that are right."""
    gold, found, matches, right = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    locale = load_locale(code)
    for document in documents(code):
        kept = find_all(document.text, [locale]).kept
        hidden = {i for m in kept for i in range(m.start, m.end)}
        personal = {i for s in document.spans for i in range(s.start, s.end)}
        for span in document.spans:
            gold[kind(span.label)] += 1
            found[kind(span.label)] += core(document.text, span.start, span.end) <= hidden
        for match in kept:
            matches[kind(match.label)] += 1
            right[kind(match.label)] += core(document.text, match.start, match.end) <= personal
    return gold, found, matches, right


def kind(label: str) -> str:
    return label if label in TARGETS else label.split(".", maxsplit=1)[0]


def core(text: str, start: int, end: int) -> set[int]:
    digits = {i for i in range(start, end) if text[i].isdigit()}
    return digits or {i for i in range(start, end) if text[i].isalnum()}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", TARGETS)
def test_recall_and_precision(name: str, code: str) -> None:
    gold, found, matches, right = (counter[name] for counter in counts(code))
    assert gold >= 15, "too few to measure: raise DOCUMENTS"
    recall, precision = TARGETS[name]
    assert found / gold >= recall, f"recall: {found} of {gold}"
    assert right / matches >= precision, f"precision: {right} of {matches}"
