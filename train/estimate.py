"""How long a training will take, from a few of its own batches.

4,210,000 tokens in 2,412 batches; 512 tokens/s over 4 batches; 2.3 hours
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import torch

from train.trainer import supervised_losses

_BATCHES = 6  # the first warms up and isn't counted


def measure_speed(
    model: Any,
    encoded: Any,
    plan: Sequence[list[int]],
    collate: Callable[[list[dict[str, Any]]], dict[str, torch.Tensor]],
) -> float:
    """Tokens a second of forward and backward passes, counting each row whole. The weights don't change."""
    device = next(model.parameters()).device
    model.train()
    tokens = 0
    started = time.perf_counter()
    for number, members in enumerate(plan[:_BATCHES]):
        rows = [encoded[i] for i in members]
        batch = {key: value.to(device) for key, value in collate(rows).items()}
        supervised_losses(model, batch)[1].mean().backward()
        if number == 0 and len(plan) > 1:
            started = time.perf_counter()
        else:
            tokens += sum(len(row["input_ids"]) for row in rows)
    if device.type == "cuda":
        torch.cuda.synchronize()
    model.zero_grad(set_to_none=True)
    return tokens / (time.perf_counter() - started)


def report(tokens: int, batches: int, speed: float) -> str:
    """One line: the tokens of all epochs, the measured speed, the hours."""
    hours = tokens / speed / 3600
    return (
        f"{tokens:,} tokens in {batches:,} batches; {speed:,.0f} tokens/s; {hours:.2f} hours ({hours * 60:.0f} minutes)"
    )
