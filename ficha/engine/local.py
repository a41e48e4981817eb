"""The local engine: the model in this process, on a CPU or a GPU, under the copy grammar.

Decoding is greedy and verified in stretches (speculative decoding, Leviathan et al. 2023, with a guessed twin
as the draft, `ficha.engine.reading`), several windows a forward pass (`ficha.engine.packing`). The result is the
same as constrained greedy decoding token by token (`speculate=False`), at the cost of a few passes a window.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import torch
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from ficha.boundaries import edges
from ficha.contract import Contract
from ficha.engine import Generation
from ficha.engine.dial import Dial
from ficha.engine.grammar import CopyGrammar, TokenGrammar
from ficha.engine.loading import load_model
from ficha.engine.packing import HEAD, Feed, Pack, chosen_logits
from ficha.engine.reading import Reading, Step
from ficha.engine.unknown_words import lifted
from ficha.engine.vocabulary import Vocabulary
from ficha.errors import EngineError
from ficha.instruct import chat_frame
from ficha.locales import Locale
from ficha.policy import Policy

PACKED = 6  # windows in one pass


@dataclass(frozen=True)
class _Frame:
    """The fixed parts of a prompt: the instruction's key-value cache, and what follows the text."""

    head: Pack
    tail: list[int]


@dataclass
class _Open:
    """A window that is being read: what the next pass is fed first, and at which position."""

    owner: int
    reading: Reading
    pending: list[int]
    position: int


class LocalEngine:
    """A model with its tokeniser and contract. Raises EngineError where a forward pass fails."""

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        contract: Contract,
        name: str,
        dial: Dial | None = None,
        speculate: bool = True,
    ) -> None:
        self.model = name
        model.train(False)
        self._model = model
        self._contract = contract
        self._vocabulary = Vocabulary(tokenizer)
        self._frames: dict[str, _Frame] = {}
        self._speculate = speculate
        self.dial = dial or Dial()
        self._lock = Lock()

    @classmethod
    def load(
        cls, folder: Path, recall_bias: float | None = None, thresholds: Mapping[str, float] | None = None
    ) -> LocalEngine:
        """Load an adapter folder with its base; without a dial of the caller's its calibrated one is used.

        Raises ModelError (see `ficha.engine.loading`).
        """
        model, tokenizer, contract = load_model(folder)
        return cls(model, tokenizer, contract, folder.name, Dial.of(contract, recall_bias, thresholds))

    @classmethod
    def load_base(cls, folder: Path) -> LocalEngine:
        """The bare base of an adapter folder, with the folder's prompt: what the canaries are compared with."""
        model, tokenizer, contract = load_model(folder, with_adapter=False)
        return cls(model, tokenizer, contract, name=contract.base.name)

    @property
    def thresholds(self) -> Mapping[str, float]:
        return self.dial.thresholds

    @property
    def window_tokens(self) -> int:
        return self._contract.decoding.window_tokens

    def count_tokens(self, text: str) -> int:
        return len(self._vocabulary.encode(self._vocabulary.view(text)))

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        """Write the twin of one window (see `Engine.generate`)."""
        return self.generate_all([text], policy, locale)[0]

    def generate_all(self, texts: Sequence[str], policy: Policy, locale: Locale | None) -> list[Generation]:
        """Write the twins of several windows, read together."""
        try:
            with self._lock, torch.inference_mode():
                return self._read(texts, policy, locale)
        except (RuntimeError, IndexError, ValueError) as error:
            # The exception's own words may quote a tensor or the text: only its kind is told.
            raise EngineError(f"{self.model}: the model failed on a window ({type(error).__name__})") from None

    def _read(self, texts: Sequence[str], policy: Policy, locale: Locale | None) -> list[Generation]:
        frame = self._frame(policy)
        pack = frame.head.copy()
        start = len(pack)
        views = [self._vocabulary.view(text) for text in texts]
        lang = locale.code if locale else None
        lifts = [self.dial.lifts(lifted(view, locale), lang) for view in views]
        readings = [
            Reading(self._grammar(view, policy, locale), self.dial, self._speculate, own)
            for view, own in zip(views, lifts, strict=True)
        ]
        prompts = ([*self._vocabulary.encode(r.source), *frame.tail] for r in readings)
        waiting = deque(_Open(n, r, p, start) for n, (r, p) in enumerate(zip(readings, prompts, strict=True)))
        active: list[_Open] = []
        while waiting or active:
            while waiting and len(active) < PACKED:
                active.append(waiting.popleft())
            self._pass(pack, active)
            for item in active:
                if item.reading.finished:
                    pack.drop(item.owner)
            active = [item for item in active if not item.reading.finished]
        return [reading.generation for reading in readings]

    def _pass(self, pack: Pack, active: Sequence[_Open]) -> None:
        """One forward pass: what every window guessed is verified, and what was wrong leaves the cache."""
        steps = [item.reading.next_step() for item in active]
        feeds = [_feed(item, step) for item, step in zip(active, steps, strict=True)]
        hidden = pack.forward(feeds)
        rows: list[int] = []
        wanted: list[list[int]] = []
        at = 0
        for item, step, feed in zip(active, steps, feeds, strict=True):
            first = at + len(item.pending) - 1
            rows += range(first, first + len(step.states))
            rows += range(at + len(feed.tokens), at + len(feed))
            for state in (*step.states, *(after for _, _, after in step.probes)):
                allowed = item.reading.allowed(state)
                wanted.append(list(allowed) if len(allowed) > 1 else [])
            at += len(feed)
        logits = chosen_logits(self._model, hidden[rows], wanted)
        kept: list[int] = []
        at = row = 0
        for item, step, feed in zip(active, steps, feeds, strict=True):
            held = len(item.pending) + item.reading.take(step, logits[row : row + len(step.states) + len(step.probes)])
            kept += range(at, at + held)
            item.pending = item.reading.written[-1:]
            item.position += held
            row += len(step.states) + len(step.probes)
            at += len(feed)
        pack.keep(kept, at)

    def _grammar(self, view: str, policy: Policy, locale: Locale | None) -> TokenGrammar:
        prefixes = locale.settings.attached_prefixes if locale else ()
        longest = self._contract.decoding.max_hidden_tokens
        return TokenGrammar(
            CopyGrammar(view, [c.tag for c in policy.listed], edges(view, prefixes), longest), self._vocabulary
        )

    def _frame(self, policy: Policy) -> _Frame:
        head, tail = chat_frame(self._vocabulary.tokenizer, self._contract.prompt.text, policy)
        known = self._frames.get(head)
        if known is None:
            tokenizer: Any = self._vocabulary.tokenizer
            head_ids, tail_ids = (tokenizer(part, add_special_tokens=False).input_ids for part in (head, tail))
            pack = Pack(self._model)
            pack.forward([Feed(HEAD, head_ids, 0)])
            known = self._frames[head] = _Frame(pack, tail_ids)
        return known


def _feed(item: _Open, step: Step) -> Feed:
    before = len(item.pending) - 1
    probes = [(token, before + row) for row, token, _ in step.probes]
    return Feed(item.owner, [*item.pending, *step.draft], item.position, probes)
