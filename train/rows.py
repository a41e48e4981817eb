"""Turns corpus documents into training rows: the chat that asks for a twin, and the twin.

    >>> row = next(training_rows([document], options, count))
    >>> row.prompt[0]["content"], row.answer
    ("Copy the text. Replace [name] any person's name", 'Ask [name].')

Each document meets a policy, and in half of the rows a random part of its categories, so that the model
learns to obey the list it is given. Draws depend on the document's id, the epoch and the seed alone.
The random parts come from a pool of a few per policy and epoch: rows with the same instruction
share its computation (see `train.collate`).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ficha.document import Document, Span
from ficha.instruct import Message, messages
from ficha.locales import load_locale
from ficha.policy import Policy, load_policy
from ficha.switches import apply_switches
from ficha.twin import model_twin
from ficha.windows import windows

GENERAL_POLICIES = ("afrimed", "patient-requests", "hipaa")
OWN_POLICY_SHARE = 0.5  # of a language's rows; the other policies share the rest
WHOLE_POLICY_SHARE = 0.5  # of the rows; the others hide a random part of the policy's categories
SUBSETS_PER_POLICY = 12  # the pool of random parts, drawn anew for each epoch


@dataclass(frozen=True, slots=True)
class RowOptions:
    """What decides the rows besides the documents; `window_tokens` limits the source of one row."""

    prompt_text: str
    window_tokens: int
    epoch: int = 0
    seed: int = 13


@dataclass(frozen=True, slots=True)
class Row:
    """One training row. `id` is the document's, with `#2` and so on for its later windows."""

    id: str
    lang: str | None
    policy: str
    whole: bool  # the policy is told in full, not a part of it
    text: str
    prompt: list[Message]
    answer: str


@dataclass(frozen=True, slots=True)
class LabelledRow:
    """A row with what it was made of: `start` is its window's in the document, the spans carry category ids.

    The spans' offsets are those of `row.text`.
    """

    row: Row
    start: int
    spans: tuple[Span, ...]


def training_rows(documents: Iterable[Document], options: RowOptions, count: Callable[[str], int]) -> Iterator[Row]:
    """The rows of one epoch, in the documents' order; `count` gives the tokens of a piece of text.

    A document longer than a window gives several rows, cut outside its spans.
    """
    for document in documents:
        for labelled in labelled_rows(document, draw_policy(document, options), options, count):
            yield labelled.row


def labelled_rows(
    document: Document, policy: Policy, options: RowOptions, count: Callable[[str], int]
) -> Iterator[LabelledRow]:
    """The rows of one document under `policy`, window by window."""
    locale = load_locale(document.lang) if document.lang else None
    hidden = apply_switches(document.text, document.spans, policy, locale)
    unbroken = _union([*document.spans, *hidden])
    cut = windows(document.text, options.window_tokens, count, unbroken)
    for number, window in enumerate(cut, start=1):
        inside = tuple(
            Span(s.start - window.start, s.end - window.start, s.label)
            for s in hidden
            if window.start <= s.start and s.end <= window.end
        )
        row = Row(
            id=document.id if number == 1 else f"{document.id}#{number}",
            lang=document.lang,
            policy=policy.name,
            whole=policy == load_policy(policy.name),
            text=window.text,
            prompt=messages(options.prompt_text, policy, window.text),
            answer=model_twin(window.text, inside, policy),
        )
        yield LabelledRow(row, window.start, inside)


def draw_policy(document: Document, options: RowOptions) -> Policy:
    """The policy, whole or in part, that `document` meets in this epoch."""
    draw = _random(options.seed, options.epoch, document.id)
    own = load_locale(document.lang).settings.default_policy if document.lang else GENERAL_POLICIES[0]
    others = [name for name in GENERAL_POLICIES if name != own]
    policy = load_policy(own if draw.random() < OWN_POLICY_SHARE else draw.choice(others))
    if draw.random() < WHOLE_POLICY_SHARE:
        return policy
    return _subset(policy, options, draw.randrange(SUBSETS_PER_POLICY))


def _subset(policy: Policy, options: RowOptions, number: int) -> Policy:
    draw = _random(options.seed, options.epoch, policy.name, number)
    ids = [c.id for c in policy.listed]
    return policy.subset(draw.sample(ids, draw.randint(1, len(ids) - 1)))


def _random(*key: object) -> random.Random:
    digest = hashlib.sha256("\n".join(map(str, key)).encode()).digest()
    return random.Random(int.from_bytes(digest[:8], "big"))


def _union(spans: Iterable[Span]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(span.end, merged[-1][1]))
        else:
            merged.append((span.start, span.end))
    return merged
