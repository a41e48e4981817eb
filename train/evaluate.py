"""Dev loss and exactness without generation: one forward pass a batch, under the right answer.

A row is exact where every supervised token is the model's first choice, which is the same as greedy
decoding giving the answer. Rows that are exact by a wide margin become the canaries of `ficha.json`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from ficha.contract import Canary
from train.collate import IGNORED
from train.rows import Row
from train.trainer import supervised_losses

CANARIES_PER_LANGUAGE = 2
CANARY_CHARACTERS = 200  # short ones: they are asked before a server takes its first request


@dataclass(frozen=True, slots=True)
class RowScore:
    """A row's mean token loss, its worst token's loss, and whether every token was the first choice."""

    loss: float
    worst: float
    exact: bool


def score_rows(
    model: Any,
    encoded: Sequence[dict[str, Any]],
    collate: Callable[[list[dict[str, Any]]], dict[str, torch.Tensor]],
    batch_rows: int,
) -> list[RowScore]:
    """Score each encoded row (`input_ids`, `labels`), in order."""
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i]["input_ids"]))
    scores: dict[int, RowScore] = {}
    model.eval()
    device = next(model.parameters()).device
    with torch.inference_mode():
        for at in range(0, len(order), batch_rows):
            members = order[at : at + batch_rows]
            batch = {key: value.to(device) for key, value in collate([encoded[i] for i in members]).items()}
            hits, losses = supervised_losses(model, batch)
            counts = (batch["labels"][:, 1:] != IGNORED).sum(dim=1).tolist()
            for index, hit, loss in zip(members, hits.split(counts), losses.split(counts), strict=True):
                scores[index] = RowScore(loss.mean().item(), loss.max().item(), bool(hit.all()))
    return [scores[i] for i in range(len(encoded))]


def summary(rows: Sequence[Row], scores: Sequence[RowScore]) -> str:
    """Loss and exact rows, by language and over all, as one line each."""
    lines = []
    for lang in [*sorted({row.lang or "?" for row in rows}), None]:
        chosen = [s for row, s in zip(rows, scores, strict=True) if lang is None or (row.lang or "?") == lang]
        mean = sum(s.loss for s in chosen) / len(chosen)
        lines.append(
            f"dev {lang or 'all'}: loss {mean:.4f}, exact {sum(s.exact for s in chosen)} of {len(chosen)} rows"
        )
    return "\n".join(lines)


def canaries(rows: Sequence[Row], scores: Sequence[RowScore]) -> list[Canary]:
    """The surest exact rows of each language that hide something under a whole policy."""
    sure = sorted(
        (
            (score.worst, row)
            for row, score in zip(rows, scores, strict=True)
            if score.exact and row.whole and row.lang and row.answer != row.text and len(row.text) <= CANARY_CHARACTERS
        ),
        key=lambda pair: (pair[0], pair[1].id),
    )
    found: list[Canary] = []
    for _, row in sure:
        if sum(c.lang == row.lang for c in found) < CANARIES_PER_LANGUAGE:
            found.append(Canary(lang=row.lang or "", policy=row.policy, text=row.text, answer=row.answer))
    return found
