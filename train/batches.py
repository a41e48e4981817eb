"""Plans which rows share a forward pass: rows of one instruction and of like length together.

    >>> plan_batches([Size(group=0, shared=25, tokens=40), Size(group=0, shared=25, tokens=44)], 8, 2048, seed=13)
    [[0, 1]]

A batch pays for its shared instruction once, and for padding up to its longest row, so it is filled from
rows that are sorted by length within their instruction. The order of the batches is drawn.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """A row's instruction (equal numbers: equal instructions), the tokens of that, and of the whole row."""

    group: int
    shared: int
    tokens: int


def plan_batches(sizes: Sequence[Size], batch_rows: int, batch_tokens: int, seed: int) -> list[list[int]]:
    """Indices into `sizes`, batch by batch: every row once, in a drawn order.

    A batch holds at most `batch_rows` rows and `batch_tokens` tokens (padding included), or a single
    longer row. What a group leaves over, less than half a batch, is batched across groups.
    """
    groups: dict[int, list[int]] = defaultdict(list)
    for index, size in enumerate(sizes):
        groups[size.group].append(index)
    plan: list[list[int]] = []
    left: list[int] = []
    for members in groups.values():
        for batch in _fill(members, [s.tokens - s.shared for s in sizes], batch_rows, batch_tokens):
            if len(batch) * 2 > batch_rows or sum(sizes[i].tokens for i in batch) * 2 > batch_tokens:
                plan.append(batch)
            else:
                left += batch
    plan += _fill(left, [s.tokens for s in sizes], batch_rows, batch_tokens)
    random.Random(seed).shuffle(plan)
    return plan


def _fill(members: list[int], lengths: Sequence[int], batch_rows: int, batch_tokens: int) -> list[list[int]]:
    batches: list[list[int]] = []
    for index in sorted(members, key=lambda i: (lengths[i], i)):
        last = batches[-1] if batches else None
        if last and len(last) < batch_rows and (len(last) + 1) * lengths[index] <= batch_tokens:
            last.append(index)
        else:
            batches.append([index])
    return batches
