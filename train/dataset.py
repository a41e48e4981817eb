"""From documents to what the trainer eats: rows, TRL's tokens and labels, and the plan of batches.

TRL renders and labels the rows (prompt and completion, loss on the completion); `train.preflight` then
decodes what came out. Epochs differ in their rows (see `train.rows`), so they lie one after another in one
data set, and the trainer runs through it once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from datasets import Dataset

from ficha.document import Document
from ficha.instruct import TEMPLATE_OPTIONS
from ficha.windows import token_counter
from prompts import Prompt
from train.batches import Size, plan_batches
from train.recipe import Recipe
from train.rows import Row, RowOptions, training_rows

DEV_EPOCH = -1  # dev rows draw their policies apart from every training epoch

Encoded = dict[str, list[int]]
"""One tokenised row: `input_ids`, and `labels` with -100 where there is no loss."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of all epochs, one epoch after the other, and those of the dev documents."""

    train: list[Row]
    epochs: list[range]  # the indices into `train` of each epoch
    dev: list[Row]


def make_rows(
    train: Sequence[Document], dev: Sequence[Document], *, prompt: Prompt, recipe: Recipe, tokenizer: Any, seed: int
) -> Rows:
    """The rows that `recipe` trains on: each epoch draws its policies anew."""
    count = token_counter(tokenizer)
    rows: list[Row] = []
    epochs: list[range] = []
    for epoch in range(recipe.epochs):
        start = len(rows)
        rows += training_rows(train, RowOptions(prompt.text, recipe.window_tokens, epoch, seed), count)
        epochs.append(range(start, len(rows)))
    held_out = training_rows(dev, RowOptions(prompt.text, recipe.window_tokens, DEV_EPOCH, seed), count)
    return Rows(rows, epochs, list(held_out))


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


def encoded_rows(dataset: Any) -> list[Encoded]:
    """What TRL made of a data set, row by row."""
    rows: list[Encoded] = dataset.select_columns(["input_ids", "labels"]).to_list()
    return rows


def plan_epochs(
    rows: Rows, encoded: Sequence[Encoded], kept: Iterable[int], *, recipe: Recipe, tokenizer: Any, seed: int
) -> list[list[int]]:
    """The batches of all epochs, as indices into the rows, of which only those `kept` are used."""
    count = token_counter(tokenizer)
    chosen = set(kept)
    instructions: dict[str, tuple[int, int]] = {}  # -> its number and its tokens
    sizes: dict[int, Size] = {}
    for index in chosen:
        said = rows.train[index].prompt[0]["content"]
        if said not in instructions:
            instructions[said] = (len(instructions), count(said))
        sizes[index] = Size(*instructions[said], tokens=len(encoded[index]["input_ids"]))
    plan: list[list[int]] = []
    for number, epoch in enumerate(rows.epochs):
        members = [index for index in epoch if index in chosen]
        batches = plan_batches([sizes[i] for i in members], recipe.batch_rows, recipe.batch_tokens, seed + number)
        plan += [[members[i] for i in batch] for batch in batches]
    return plan
