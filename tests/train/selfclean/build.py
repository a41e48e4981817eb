"""A tiny base that knows the task, and a corpus of a few sentence forms, for the self-cleaning tests."""

from __future__ import annotations

import random
from pathlib import Path

import torch

from ficha.document import Document, Span
from ficha.policy import load_policy
from tests.train.build import encode, tiny_model, tiny_tokenizer
from train.collate import SharedPrefixCollator
from train.rows import RowOptions, labelled_rows
from train.trainer import supervised_losses

POLICY = "patient-requests"
GIVEN = ("Ann", "Ben", "Cate", "Dan", "Eve", "Finn", "Gwen", "Hal")
FAMILY = ("Otieno", "Okoth", "Mugo", "Raman", "Hale", "Banda")
FORMS = (
    "My name is {name} . Call {phone} today .",
    "Ask {name} to ring {phone} soon .",
    "The nurse saw {name} in the ward .",
    "Please call {phone} about the test .",
)


def document(number: int, split: str = "train") -> Document:
    """An invented document, drawn by its number."""
    draw = random.Random(number)
    text, spans = "", []
    for word in draw.choice(FORMS).split(" "):
        value = {
            "{name}": f"{draw.choice(GIVEN)} {draw.choice(FAMILY)}",
            "{phone}": f"0712 {draw.randrange(1000):03d}",
        }.get(word, word)
        text += " " * bool(text)
        if value != word:
            label = "person.patient" if word == "{name}" else "contact.phone"
            spans.append(Span(len(text), len(text) + len(value), label))
        text += value
    return Document(f"doc-{number}", text, "eng", tuple(spans), {"split": split, "register": "message"})


def documents(count: int) -> list[Document]:
    """`count` documents with texts that all differ."""
    found: dict[str, Document] = {}
    number = 0
    while len(found) < count:
        made = document(number)
        found.setdefault(made.text, made)
        number += 1
    return list(found.values())


def write_schooled_base(folder: Path, steps: int = 120) -> Path:
    """A tiny base that was trained on other documents of the same forms, so that it copies and hides."""
    tokenizer = tiny_tokenizer()
    model = tiny_model(len(tokenizer))
    options = RowOptions("Copy the text. Replace {categories}", 160)
    rows = [
        encode(r.row, tokenizer)
        for d in map(document, range(10_000, 10_200))
        for r in labelled_rows(d, load_policy(POLICY), options, lambda piece: len(piece.split()))
    ]
    collate = SharedPrefixCollator(tokenizer.pad_token_id)
    optimiser = torch.optim.AdamW(model.parameters(), lr=4e-3)
    draw = random.Random(0)
    for _ in range(steps):
        _, losses = supervised_losses(model, collate(draw.sample(rows, 8)))
        losses.mean().backward()
        optimiser.step()
        optimiser.zero_grad()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
