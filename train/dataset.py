"""From documents to what the trainer eats: rows, TRL's tokens and labels, and the plan of batches.

TRL renders and labels the rows (prompt and completion, loss on the completion); `train.preflight` then
decodes what came out. Epochs differ in their rows (see `train.rows`), so they lie one after another in one
data set, and the trainer runs through it once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets import Dataset

from ficha.document import Document
from ficha.errors import InputError
from ficha.instruct import TEMPLATE_OPTIONS
from ficha.windows import token_counter
from prompts import Prompt
from train.batches import Size, plan_batches
from train.corpus import read_corpus
from train.recipe import Recipe
from train.rows import Row, RowOptions, training_rows

DEV_DOCUMENTS = 120  # enough for a share with an interval of a few points, and a minute on a CPU
DEV_EPOCH = -1  # dev rows draw their policies apart from every training epoch


@dataclass(frozen=True, slots=True)
class Choice:
    """Which documents of the corpora are used."""

    paths: Sequence[Path]
    languages: Sequence[str] = ()
    rows: int | None = None
    max_words: int | None = None
    seed: int = 13


def choose(choice: Choice, split: str, limit: int | None) -> list[Document]:
    """The documents of a split, at most `limit`, drawn and ordered by the seed alone."""
    found = [
        document
        for document in read_corpus(choice.paths, split, choice.languages)
        if choice.max_words is None or len(document.text.split()) <= choice.max_words
    ]
    random.Random(choice.seed).shuffle(found)
    return found[:limit]


def train_and_dev(choice: Choice) -> tuple[list[Document], list[Document]]:
    """The training documents and a sample of the dev split. Raises InputError where there are none to train on."""
    documents = choose(choice, "train", choice.rows)
    if not documents:
        languages = f" in {', '.join(choice.languages)}" if choice.languages else ""
        raise InputError(
            f"no training document{languages} in {', '.join(map(str, choice.paths))}: expected lines of split train"
        )
    return documents, choose(choice, "dev", DEV_DOCUMENTS)


def make_rows(
    documents: Sequence[Document], prompt: Prompt, recipe: Recipe, tokenizer: Any, seed: int
) -> list[list[Row]]:
    """The rows of each epoch."""
    count = token_counter(tokenizer)
    return [
        list(training_rows(documents, RowOptions(prompt.text, recipe.window_tokens, epoch, seed), count))
        for epoch in range(recipe.epochs)
    ]


def dev_rows(documents: Sequence[Document], prompt: Prompt, recipe: Recipe, tokenizer: Any, seed: int) -> list[Row]:
    """One row or more a dev document."""
    options = RowOptions(prompt.text, recipe.window_tokens, DEV_EPOCH, seed)
    return list(training_rows(documents, options, token_counter(tokenizer)))


def as_dataset(rows: Sequence[Row]) -> Dataset:
    """The rows as TRL reads them."""
    return Dataset.from_list(
        [
            {
                "prompt": row.prompt,
                "completion": [{"role": "assistant", "content": row.answer}],
                "chat_template_kwargs": TEMPLATE_OPTIONS,
            }
            for row in rows
        ]
    )


def plan_epochs(
    epochs: Sequence[Sequence[int]],
    rows: Sequence[Row],
    lengths: Sequence[int],
    tokenizer: Any,
    recipe: Recipe,
    seed: int,
) -> list[list[int]]:
    """The batches of all epochs; an epoch is the indices of its rows, `lengths` are the rows' tokens."""
    instructions: dict[str, tuple[int, int]] = {}
    for row in rows:
        said = row.prompt[0]["content"]
        if said not in instructions:
            instructions[said] = (len(instructions), token_counter(tokenizer)(said))
    plan: list[list[int]] = []
    for number, members in enumerate(epochs):
        sizes = [Size(*instructions[rows[i].prompt[0]["content"]], lengths[i]) for i in members]
        batches = plan_batches(sizes, recipe.batch_rows, recipe.batch_tokens, seed + number)
        plan += [[members[i] for i in batch] for batch in batches]
    return plan
