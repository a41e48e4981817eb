"""Rows of plain text for the trainer, and how well a model predicts such rows.

    separator, tokens of a passage, separator        the loss is on all but the first

Rows are neither packed nor cut: a passage that is longer than the limit becomes several at its sentence ends.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from ficha.windows import token_counter, windows
from train.collate import IGNORED, SharedPrefixCollator
from train.cpt.texts import Passage
from train.dataset import Encoded
from train.trainer import supervised_losses

SEPARATOR = "<|endoftext|>"  # what SmolLM2 and Qwen were pretrained with between documents


@dataclass(frozen=True, slots=True)
class Perplexity:
    """exp of the mean loss a token, and bits a character (which compares across tokenizers)."""

    tokens: int
    perplexity: float
    bits_per_character: float


def encode(passages: Sequence[Passage], tokenizer: Any, max_tokens: int) -> list[Encoded]:
    """The rows of the passages, in order."""
    separator = tokenizer.convert_tokens_to_ids(SEPARATOR)
    if separator is None or separator == tokenizer.unk_token_id:
        separator = tokenizer.eos_token_id
    count = token_counter(tokenizer)
    rows = []
    for passage in passages:
        for window in windows(passage.text, max_tokens - 2, count):
            ids = tokenizer(window.text, add_special_tokens=False, split_special_tokens=True)["input_ids"]
            row = [separator, *ids, separator]
            rows.append({"input_ids": row, "labels": [IGNORED, *row[1:]]})
    return rows


def measure(model: Any, passages: Sequence[Passage], tokenizer: Any, max_tokens: int, batch_rows: int) -> Perplexity:
    """How well `model` predicts the passages; logits are held for a few positions at a time."""
    rows = sorted(encode(passages, tokenizer, max_tokens), key=lambda row: len(row["input_ids"]))
    collate = SharedPrefixCollator(tokenizer.pad_token_id)
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    total, tokens = 0.0, 0
    with torch.inference_mode():
        for at in range(0, len(rows), batch_rows):
            batch = {key: value.to(device) for key, value in collate(rows[at : at + batch_rows]).items()}
            _, losses = supervised_losses(model, batch)
            total += losses.sum().item()
            tokens += losses.numel()
    model.train(was_training)
    characters = sum(len(passage.text) for passage in passages)
    return Perplexity(tokens, math.exp(total / tokens), total / math.log(2) / characters)
