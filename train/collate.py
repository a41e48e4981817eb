"""The batch as the model gets it: the tokens all rows share, once, and each row's rest.

    {"prefix_ids": (1, P), "input_ids": (B, L), "attention_mask": (B, L), "labels": (B, L)}

Rows of one instruction start with the same 80 to 110 tokens, half of a short row. The model reads them
once, and every row attends to their keys and values: the same loss and gradients as the plain batch, for
less work (`train.trainer.SharedPrefixTrainer`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

IGNORED = -100  # the label of a position without a loss (torch's cross entropy)


@dataclass(frozen=True)
class SharedPrefixCollator:
    """Collates rows that hold `input_ids` and `labels` (lists of int)."""

    pad_id: int

    def __call__(self, rows: Sequence[dict[str, Any]]) -> dict[str, torch.Tensor]:
        shared = shared_prefix(rows)
        rests = [(row["input_ids"][shared:], row["labels"][shared:]) for row in rows]
        longest = max(len(ids) for ids, _ in rests)
        ids = torch.full((len(rows), longest), self.pad_id)
        labels = torch.full((len(rows), longest), IGNORED)
        mask = torch.zeros((len(rows), longest), dtype=torch.long)
        for at, (row_ids, row_labels) in enumerate(rests):
            ids[at, : len(row_ids)] = torch.tensor(row_ids)
            labels[at, : len(row_ids)] = torch.tensor(row_labels)
            mask[at, : len(row_ids)] = 1
        prefix = torch.tensor([rows[0]["input_ids"][:shared]], dtype=torch.long)
        return {"prefix_ids": prefix, "input_ids": ids, "attention_mask": mask, "labels": labels}


def shared_prefix(rows: Sequence[dict[str, Any]]) -> int:
    """How many first tokens all rows share, before the token that predicts the first supervised one."""
    columns = zip(*(row["input_ids"] for row in rows), strict=False)
    common = sum(1 for _ in itertools.takewhile(lambda column: len(set(column)) == 1, columns))
    first_label = min(next(i for i, label in enumerate(row["labels"]) if label != IGNORED) for row in rows)
    return min(common, first_label - 1)


def whole_rows(batch: dict[str, torch.Tensor]) -> list[tuple[list[int], list[int]]]:
    """The (input ids, supervised ids) of each row of a collated batch, as the loss sees them."""
    prefix = batch["prefix_ids"][0].tolist()
    return [
        (prefix + ids[mask.bool()].tolist(), labels[labels != IGNORED].tolist())
        for ids, mask, labels in zip(batch["input_ids"], batch["attention_mask"], batch["labels"], strict=True)
    ]
