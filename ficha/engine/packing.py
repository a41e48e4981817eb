"""Several windows in one forward pass: their tokens lie behind each other, and each attends to its own window.

The instruction's key-value cache is computed once and stands before all of them. A packed pass costs hardly
more than one for a single window where the processor waits for the weights, and nothing is spent on padding.

    pack = Pack(model)
    pack.forward([Feed(HEAD, instruction_ids, 0)])
    hidden = pack.copy().forward([Feed(0, first_ids, 120), Feed(1, second_ids, 120)])

Attention is a function of ours in transformers' `AttentionInterface`: a mask over all windows at once would
cost their number squared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from transformers import AttentionInterface, DynamicCache, PreTrainedModel

HEAD = -1  # the owner of the instruction's tokens: every window sees them
_ATTENTION = "ficha_packed"


@dataclass(frozen=True, slots=True)
class Feed:
    """Tokens of one window; the first stands at `position` (in tokens, the instruction included).

    `probes` are (token, index in `tokens` that it follows): looked at, and seen by no other token.
    """

    owner: int
    tokens: Sequence[int]
    position: int
    probes: Sequence[tuple[int, int]] = ()

    def __len__(self) -> int:
        return len(self.tokens) + len(self.probes)


@dataclass(frozen=True, slots=True)
class _Part:
    """One feed's rows of the queries, the cache slots that they may see, and which of them each does see."""

    first: int
    end: int
    slots: torch.Tensor
    mask: torch.Tensor  # additive, (rows, slots)


class Pack:
    """The cache of the windows that are read together. Not for two threads at once."""

    def __init__(self, model: PreTrainedModel) -> None:
        self._model: Any = model
        self._device = model.device
        self._cache = DynamicCache(config=model.config)
        self._owner = torch.zeros(0, dtype=torch.long, device=self._device)
        self._position = torch.zeros(0, dtype=torch.long, device=self._device)

    def __len__(self) -> int:
        return len(self._owner)

    def copy(self) -> Pack:
        """A pack that begins with what this one holds; growing it leaves this one as it is."""
        other = Pack(self._model)
        other._owner, other._position = self._owner, self._position
        layers: Any = zip(self._cache.layers, other._cache.layers, strict=True)
        for mine, theirs in layers:
            theirs.lazy_initialization(mine.keys, mine.values)
            theirs.keys, theirs.values = mine.keys, mine.values  # a layer grows by making new tensors
        return other

    def forward(self, feeds: Sequence[Feed]) -> torch.Tensor:
        """The last hidden states, shape (tokens, hidden size): each feed's tokens, then its probes, in order."""
        ids = [token for feed in feeds for token in (*feed.tokens, *(token for token, _ in feed.probes))]
        positions = [position for feed in feeds for position in _positions(feed)]
        old = len(self)
        owners = [feed.owner for feed in feeds for _ in range(len(feed))]
        self._owner = torch.cat([self._owner, torch.tensor(owners, device=self._device)])
        self._position = torch.cat([self._position, torch.tensor(positions, device=self._device)])
        with _our_attention(self._model):
            out = self._model.base_model(
                input_ids=torch.tensor([ids], device=self._device),
                position_ids=torch.tensor([positions], device=self._device),
                past_key_values=self._cache,
                use_cache=True,
                parts=list(self._parts(feeds, old)),
            )
        hidden: torch.Tensor = out.last_hidden_state[0]
        return hidden

    def _parts(self, feeds: Sequence[Feed], old: int) -> Iterator[_Part]:
        first = 0
        for feed in feeds:
            end = first + len(feed)
            slots = ((self._owner == feed.owner) | (self._owner == HEAD)).nonzero()[:, 0]
            rows = torch.arange(old + first, old + end, device=self._device)
            probe = torch.arange(len(feed), device=self._device) >= len(feed.tokens)
            seen = self._position[slots] <= (self._position[rows] - probe.long())[:, None]
            seen &= slots < old + first + len(feed.tokens)  # nothing sees a probe ...
            seen |= slots == rows[:, None]  # ... but itself
            mask = torch.zeros(seen.shape, dtype=self._model.dtype, device=self._device)
            yield _Part(first, end, slots, mask.masked_fill_(~seen, torch.finfo(mask.dtype).min))
            first = end

    def keep(self, kept: Sequence[int], new: int) -> None:
        """Keep the older slots and, of the `new` ones of the last pass, those at the indices `kept` (ascending)."""
        if len(kept) < new:
            old = len(self) - new
            self._select([*range(old), *(old + index for index in kept)])

    def drop(self, owner: int) -> None:
        """Forget a window that is finished."""
        self._select((self._owner != owner).nonzero()[:, 0].tolist())

    def _select(self, kept: list[int]) -> None:
        is_prefix = kept == list(range(len(kept)))
        index = torch.tensor(kept, device=self._device)
        self._owner, self._position = self._owner[index], self._position[index]
        for layer in self._cache.layers:
            for name in ("keys", "values"):
                tensor = getattr(layer, name)
                setattr(layer, name, tensor[:, :, : len(kept)] if is_prefix else tensor.index_select(2, index))


def chosen_logits(model: PreTrainedModel, hidden: torch.Tensor, wanted: Sequence[Sequence[int]]) -> list[list[float]]:
    """The logits of the tokens in `wanted[i]` at row i of `hidden`: the rest of the vocabulary isn't multiplied."""
    head: Any = model.get_output_embeddings()  # type: ignore[no-untyped-call]
    counts = [len(ids) for ids in wanted]
    flat = torch.tensor([token for ids in wanted for token in ids], dtype=torch.long, device=hidden.device)
    rows = torch.tensor([row for row, count in enumerate(counts) for _ in range(count)], dtype=torch.long)
    wide = torch.promote_types(hidden.dtype, torch.float32)  # in bfloat16 a logit of 20 is exact to a tenth only
    numbers = (head.weight[flat].to(wide) * hidden[rows.to(hidden.device)].to(wide)).sum(-1)
    if getattr(head, "bias", None) is not None:
        numbers = numbers + head.bias[flat]
    listed: list[float] = numbers.tolist()
    out, at = [], 0
    for count in counts:
        out.append(listed[at : at + count])
        at += count
    return out


def _positions(feed: Feed) -> list[int]:
    tokens = range(feed.position, feed.position + len(feed.tokens))
    return [*tokens, *(feed.position + before + 1 for _, before in feed.probes)]


@contextmanager
def _our_attention(model: Any) -> Iterator[None]:
    before = model.config._attn_implementation
    model.config._attn_implementation = _ATTENTION
    try:
        yield
    finally:
        model.config._attn_implementation = before


def _attend(
    module: Any,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    scaling: float,
    parts: Sequence[_Part],
    **_: Any,
) -> tuple[torch.Tensor, None]:
    """Attention part by part. `query` is (1, heads, tokens, size), `key` and `value` (1, key heads, slots, size)."""
    heads, _tokens, size = query.shape[1:]
    shared = key.shape[1]
    wide = torch.promote_types(query.dtype, torch.float32)
    out = torch.empty_like(query)
    for part in parts:
        whole = len(part.slots) == key.shape[2]
        keys, values = (t[0] if whole else t[0].index_select(1, part.slots) for t in (key, value))
        rows = query[0, :, part.first : part.end].reshape(shared, -1, size)  # the heads that share a key head
        scores = torch.matmul(rows, keys.transpose(1, 2)) * scaling
        scores = scores.view(heads, part.end - part.first, -1) + part.mask
        chances = torch.softmax(scores, dim=-1, dtype=wide).to(query.dtype)
        read = torch.matmul(chances.view(shared, rows.shape[1], -1), values)
        out[0, :, part.first : part.end] = read.view(heads, part.end - part.first, size)
    return out.transpose(1, 2).contiguous(), None


AttentionInterface.register(_ATTENTION, _attend)
