"""Reads every label of a row from one forward pass over the labelled answer (teacher forcing).

Hi, I am [name], call [tel].        the answer, as its labels have it
         ^ ^   ^      ^             does a placeholder open here? which? where does the text go on?
 ^  ^ ^         ^                   are these words left visible?

reader = Reader(tokenizer, {"patient-requests": load_policy("patient-requests")})
for index, items in reader.read(model, rows, batch_rows=8): ...
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import regex
import torch

from ficha.boundaries import edges
from ficha.document import Span
from ficha.instruct import render
from ficha.policy import Policy
from train.collate import IGNORED, SharedPrefixCollator
from train.dataset import Encoded
from train.rows import LabelledRow
from train.selfclean.items import Item
from train.trainer import output_logits, supervised_states

_VISIBLE = regex.compile(r"[\p{L}\p{N}]")

Tokens = tuple[list[int], list[tuple[int, int]]]
"""Token ids, and the code points (start, end) that each stands for."""


class Reader:
    """Reads rows made under `policies` (by name) with one tokenizer."""

    def __init__(self, tokenizer: Any, policies: dict[str, Policy]) -> None:
        self.tokenizer = tokenizer
        words = tokenizer.batch_decode([[i] for i in range(len(tokenizer))])
        special = set(tokenizer.all_special_ids)
        self.opening = torch.tensor([i for i, word in enumerate(words) if "[" in word and i not in special])
        self.closing = torch.tensor([i for i, word in enumerate(words) if word.startswith("]")])
        self.tags = {name: {c.id: c.tag for c in policy.categories} for name, policy in policies.items()}
        self.first_tokens = {name: self._first_tokens(policy) for name, policy in policies.items()}

    def encode(self, labelled: LabelledRow) -> Encoded:
        """The row's tokens, supervised from where the answer starts."""
        ids, offsets = self.tokens(render(self.tokenizer, labelled.row.prompt, labelled.row.answer))
        start = len(render(self.tokenizer, labelled.row.prompt))
        return {
            "input_ids": ids,
            "labels": [i if at[1] > start else IGNORED for i, at in zip(ids, offsets, strict=True)],
        }

    def read(self, model: Any, rows: Sequence[LabelledRow], batch_rows: int) -> Iterator[tuple[int, list[Item]]]:
        """(index into `rows`, the row's items) for every row, the shortest first."""
        encoded = [self.encode(row) for row in rows]
        order = sorted(range(len(rows)), key=lambda i: len(encoded[i]["input_ids"]))
        collate = SharedPrefixCollator(self.tokenizer.pad_token_id)
        device = next(model.parameters()).device
        was_training = model.training
        model.eval()
        with torch.inference_mode():
            for at in range(0, len(order), batch_rows):
                members = order[at : at + batch_rows]
                batch = {key: value.to(device) for key, value in collate([encoded[i] for i in members]).items()}
                states, _ = supervised_states(model, batch)
                counts = (batch["labels"][:, 1:] != IGNORED).sum(dim=1).tolist()
                for index, part in zip(members, states.split(counts), strict=True):
                    chances = torch.log_softmax(output_logits(model, part), dim=-1).cpu()
                    yield index, list(_Answer(self, rows[index], chances).items())
        model.train(was_training)

    def tokens(self, text: str) -> Tokens:
        """The tokens of a rendered text."""
        made = self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
        return made["input_ids"], made["offset_mapping"]

    def _first_tokens(self, policy: Policy) -> dict[str, int]:
        found = {}
        for category in policy.listed:
            ids, offsets = self.tokens(f"[{category.tag}]")
            found[category.id] = next(i for i, at in zip(ids, offsets, strict=True) if at[0] == 1)
        return found


class _Answer:
    """One row's answer: its tokens, their log-probabilities (N, vocabulary), and where the source lies in it."""

    def __init__(self, reader: Reader, labelled: LabelledRow, chances: torch.Tensor) -> None:
        self.reader, self.labelled, self.chances = reader, labelled, chances
        row = labelled.row
        start = len(render(reader.tokenizer, row.prompt))
        ids, offsets = reader.tokens(render(reader.tokenizer, row.prompt, row.answer))
        first = next(n for n, at in enumerate(offsets) if at[1] > start)
        self.ids = ids[first:]
        self.offsets = [(at[0] - start, at[1] - start) for at in offsets[first:]]
        self.gold: list[float] = chances[torch.arange(len(self.ids)), torch.tensor(self.ids)].tolist()
        self.open: list[float] = chances[:, reader.opening].logsumexp(-1).tolist()
        self.source_ids, self.source_offsets = reader.tokens(row.text)
        self.placeholders: list[tuple[int, int]] = []  # in the answer, of each span
        shift = 0
        for span in labelled.spans:
            length = len(reader.tags[row.policy][span.label]) + 2
            self.placeholders.append((span.start + shift, span.start + shift + length))
            shift += length - (span.end - span.start)

    def items(self) -> Iterator[Item]:
        """The row's spans and visible words, in document offsets."""
        for span, place in zip(self.labelled.spans, self.placeholders, strict=True):
            yield self._span(span, place)
        shift, spans = 0, list(zip(self.labelled.spans, self.placeholders, strict=True))
        for start, end in pairwise(edges(self.labelled.row.text)):
            while spans and spans[0][0].end <= start:
                span, place = spans.pop(0)
                shift = place[1] - span.end
            inside = bool(spans) and spans[0][0].start < end
            if not inside and _VISIBLE.search(self.labelled.row.text, start, end):
                yield self._word(start, end, shift)

    def _word(self, start: int, end: int, shift: int) -> Item:
        first = self._token_at(start + shift)
        opens = _share(self.open[first], self.gold[first])
        loss = -sum(self.gold[n] for n in range(first, self._token_at(end + shift - 1) + 1))
        return Item(self._at(start), self._at(end), None, opens, loss=loss)

    def _span(self, span: Span, place: tuple[int, int]) -> Item:
        opening, closing = self._token_at(place[0]), self._token_at(place[1] - 1)
        # the text that opening here displaces: what the source would go on with at this token
        lead = place[0] - max(self.offsets[opening][0], 0)
        copied = self.chances[opening, self._source_token(max(span.start - lead, 0))].item()
        firsts = self.reader.first_tokens[self.labelled.row.policy]
        at_tag = self.chances[opening + 1]
        tags = _normalised({name: at_tag[token].item() for name, token in firsts.items()})
        names = tags.get(span.label, 0.0) * math.exp(sum(self.gold[opening + 2 : closing]))
        resumes = math.exp(self.gold[closing] - self.chances[closing, self.reader.closing].logsumexp(-1).item())
        last = closing
        if self.offsets[closing][1] == place[1]:  # the bracket stands alone: the next token says where the text goes on
            last = closing + 1
            resumes *= math.exp(self.gold[last])
        return Item(
            *(self._at(span.start), self._at(span.end), span.label),
            opens=_share(self.open[opening], copied),
            names=names,
            resumes=resumes,
            loss=-sum(self.gold[opening : last + 1]),
            tags=tags,
        )

    def _token_at(self, character: int) -> int:
        return next(n for n, (start, end) in enumerate(self.offsets) if start <= character < end)

    def _source_token(self, character: int) -> int:
        return next(
            token for token, (start, end) in zip(self.source_ids, self.source_offsets, strict=True)
            if start <= character < end
        )  # fmt: skip

    def _at(self, offset: int) -> int:
        return self.labelled.start + offset


def _share(first: float, second: float) -> float:
    """The share of the first of two chances, both given as logarithms."""
    return 1 / (1 + math.exp(min(second - first, 700)))


def _normalised(chances: dict[str, float]) -> dict[str, float]:
    top = max(chances.values())
    weights = {name: math.exp(chance - top) for name, chance in chances.items()}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}
