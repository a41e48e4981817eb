"""What one pass says of each label: openings, categories and ends, at the right characters."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from ficha.document import Document, Span
from ficha.policy import load_policy
from tests.train.selfclean.build import POLICY, document
from train.rows import RowOptions, labelled_rows
from train.selfclean.items import Item, item_from_json
from train.selfclean.reading import Reader

OPTIONS = RowOptions("Copy the text. Replace {categories}", 160)


@pytest.fixture(scope="module")
def judge(base: Path) -> tuple[Any, Reader]:
    model = AutoModelForCausalLM.from_pretrained(base)
    return model, Reader(AutoTokenizer.from_pretrained(base), {POLICY: load_policy(POLICY)})


def read(judge: tuple[Any, Reader], *documents: Document) -> list[list[Item]]:
    rows = [r for d in documents for r in labelled_rows(d, load_policy(POLICY), OPTIONS, lambda p: len(p.split()))]
    found = dict(judge[1].read(judge[0], rows, 4))
    return [found[n] for n in range(len(rows))]


def clean() -> Document:
    return next(d for n in range(99) if "name is" in (d := document(n + 500)).text and len(d.spans) == 2)


def test_a_right_row_is_agreed_with_label_by_label(judge: tuple[Any, Reader]) -> None:
    made = clean()
    (items,) = read(judge, made)
    assert [(i.start, i.end, i.label) for i in items if i.label] == [
        (s.start, s.end, {"person.patient": "name", "contact.phone": "tel"}[s.label]) for s in made.spans
    ]
    words = [made.text[i.start : i.end] for i in items if i.label is None]
    assert words == ["My", "name", "is", "Call", "today"]
    assert all(item.agrees for item in items)


@pytest.mark.parametrize(
    ("change", "decision"),
    [
        (lambda s: replace(s, label="facility.pharmacy"), "names"),
        (lambda s: replace(s, start=s.start - 3), "opens"),  # "is" taken in
        (lambda s: replace(s, end=s.start + 3), "resumes"),  # the family name left out
    ],
)
def test_a_wrong_label_fails_at_the_decision_that_is_wrong(
    judge: tuple[Any, Reader], change: Any, decision: str
) -> None:
    made = clean()
    wrong = replace(made, spans=(change(replace(made.spans[0])), *made.spans[1:]))
    name = next(i for i in read(judge, wrong)[0] if i.label)
    weakest = min(("opens", "names", "resumes"), key=lambda what: getattr(name, what))
    assert weakest == decision
    assert not name.agrees
    assert name.loss > 1


def test_a_missed_name_is_seen_at_its_words(judge: tuple[Any, Reader]) -> None:
    made = clean()
    missed = replace(made, spans=made.spans[1:])
    doubted = [i for i in read(judge, missed)[0] if not i.agrees]
    assert doubted
    assert all(made.spans[0].start <= i.start and i.end <= made.spans[0].end and i.label is None for i in doubted)


def test_loss_is_the_cross_entropy_of_the_labels_own_tokens(judge: tuple[Any, Reader]) -> None:
    model, reader = judge
    rows = list(labelled_rows(clean(), load_policy(POLICY), OPTIONS, lambda p: len(p.split())))
    (items,) = read(judge, clean())
    encoded = reader.encode(rows[0])
    with torch.inference_mode():
        chances = model(input_ids=torch.tensor([encoded["input_ids"]])).logits[0].log_softmax(-1)
    total = -sum(chances[i - 1, t].item() for i, t in enumerate(encoded["labels"]) if t != -100)
    assert 0 < sum(item.loss for item in items) <= total * 1.5 + 0.1


def test_items_come_back_from_a_line() -> None:
    item = Item(3, 9, "name", 0.9, 0.8, 0.7, 1.5, {"name": 0.8, "tel": 0.2})
    assert item_from_json(item.to_json()) == item
    assert item_from_json(Item(1, 2, None, 0.25).to_json()) == Item(1, 2, None, 0.25)


def test_offsets_are_the_documents_behind_a_cut(judge: tuple[Any, Reader]) -> None:
    long = " ".join(["We wrote to her again ."] * 60)
    text = f"{long} My name is Ann Otieno ."
    start = text.index("Ann")
    made = Document("long", text, "eng", (Span(start, start + 10, "person.patient"),))
    spans = [i for items in read(judge, made) for i in items if i.label]
    assert [(i.start, i.end) for i in spans] == [(start, start + 10)]
