"""What is measured on a round's texts and stated to the teacher."""

from __future__ import annotations

import re

import pytest

import prompts
from ficha.document import Document, Span
from synth.teacher.faults import Measured, measured, stated

LABELS = ("person.patient", "contact.phone", "age", "tribe")


def document(text: str, *found: tuple[str, str]) -> Document:
    spans = [Span(text.index(value), text.index(value) + len(value), label) for value, label in found]
    return Document("1", text, "swa", tuple(sorted(spans)), {"country": "KE"})


ALIKE = [
    document(f"Habari, naitwa Jina{i}, miaka {i}, simu +1 212 555 01{i}",
             (f"Jina{i}", "person.patient"), (f"miaka {i}", "age"), (f"+1 212 555 01{i}", "contact.phone"))
    for i in range(10, 20)
]  # fmt: skip


def test_openings_orders_foreign_numbers_and_missing_labels_are_counted() -> None:
    found = measured(ALIKE, LABELS)
    assert found == Measured(10, ("habari", 10), (("person.patient", "age", "contact.phone"), 10), 10, {"tribe": 0})


def test_varied_texts_have_no_fault() -> None:
    varied = [document(f"w{i} simu 0712 345 6{i}", (f"0712 345 6{i}", "contact.phone")) for i in range(10, 20)]
    found = measured(varied, ["contact.phone"])
    assert (found.opening, found.order, found.foreign, found.missing) == (None, None, 0, {})


def test_too_few_texts_tell_nothing() -> None:
    terms = prompts.load_terms("swa")
    assert stated(terms, measured(ALIKE[:4], LABELS)) == []


@pytest.mark.parametrize("code", sorted(file.parent.name for file in prompts.FOLDER.glob("*/terms.yaml")))
def test_faults_are_stated_with_their_numbers_in_every_language(code: str) -> None:
    terms = prompts.load_terms(code)
    lines = stated(terms, measured(ALIKE, ["age", "profession"]))
    assert len(lines) == 4
    assert "habari" in lines[0]
    assert terms.labels["age"] in lines[1]
    assert "10" in lines[2]
    assert f"{terms.labels['profession']} (0)" in lines[3]
    assert not re.search(r"\{\w+\}", " ".join(lines))
