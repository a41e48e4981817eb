"""The local engine: the model in this process, on a CPU or a GPU, under the copy grammar.

Decoding is greedy and verified in stretches (speculative decoding, Leviathan et al. 2023, with the
source itself as the draft): one forward pass reads the window and the draft "nothing to hide"
together; where the model prefers a placeholder the draft is dropped from there, and after the
placeholder the rest of the source is the next draft. The result is the same as constrained greedy
decoding token by token (`speculate=False`), at the cost of a few passes a hidden item.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from transformers import DynamicCache, PreTrainedModel, PreTrainedTokenizerBase

from ficha.boundaries import edges
from ficha.contract import Contract
from ficha.engine import Generation
from ficha.engine.grammar import CopyGrammar, State, TokenGrammar
from ficha.engine.loading import load_model
from ficha.engine.vocabulary import Vocabulary
from ficha.errors import EngineError
from ficha.instruct import chat_frame
from ficha.locales import Locale
from ficha.policy import Policy


@dataclass
class _Frame:
    """The fixed parts of a prompt: the instruction's key-value cache, and what follows the text."""

    cache: DynamicCache
    head_length: int
    tail: list[int]


@dataclass
class _Placeholders:
    """The probability of each placeholder, gathered token by token."""

    done: list[float] = field(default_factory=list)
    running: float | None = None

    def token(self, probability: float, before: State, after: State, grammar: CopyGrammar) -> None:
        copied = grammar.copy_position(before) is not None
        copies = not after or grammar.copy_position(after) is not None
        if copied and copies:
            return
        reopened = not copied and all(not isinstance(i, int) for i in after) and any(isinstance(i, int) for i in before)
        self.running = probability if self.running is None else self.running * probability
        if copies or reopened:
            self.done.append(self.running)
            self.running = probability if reopened else None


class LocalEngine:
    """A model with its tokeniser and contract. Raises EngineError where a forward pass fails."""

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        contract: Contract,
        name: str,
        speculate: bool = True,
    ) -> None:
        self.model = name
        model.train(False)
        self._model = model
        self._contract = contract
        self._vocabulary = Vocabulary(tokenizer)
        self._frames: dict[str, _Frame] = {}
        self._speculate = speculate
        # Above this probability of opening a placeholder one is opened, even where copying is likelier.
        self._open_at = contract.thresholds.get("open", 1.0)

    @classmethod
    def load(cls, folder: Path) -> LocalEngine:
        """Load an adapter folder with its base. Raises ModelError (see `ficha.engine.loading`)."""
        model, tokenizer, contract = load_model(folder)
        return cls(model, tokenizer, contract, name=folder.name)

    @classmethod
    def load_base(cls, folder: Path) -> LocalEngine:
        """The bare base of an adapter folder, with the folder's prompt: what the canaries are compared with."""
        model, tokenizer, contract = load_model(folder, with_adapter=False)
        return cls(model, tokenizer, contract, name=contract.base.name)

    @property
    def window_tokens(self) -> int:
        return self._contract.decoding.window_tokens

    def count_tokens(self, text: str) -> int:
        return len(self._vocabulary.encode(text))

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        """Write the twin of one window (see `Engine.generate`)."""
        prefixes = locale.settings.attached_prefixes if locale else ()
        view = self._vocabulary.view(text)
        grammar = CopyGrammar(view, [c.tag for c in policy.listed], edges(view, prefixes))
        try:
            with torch.inference_mode():
                return self._decode(TokenGrammar(grammar, self._vocabulary), self._frame(policy))
        except (RuntimeError, IndexError, ValueError) as error:
            # The exception's own words may quote a tensor or the text: only its kind is told.
            raise EngineError(f"{self.model}: the model failed on a window ({type(error).__name__})") from None

    def _frame(self, policy: Policy) -> _Frame:
        head, tail = chat_frame(self._vocabulary.tokenizer, self._contract.prompt.text, policy)
        known = self._frames.get(head)
        if known is None:
            tokenizer: Any = self._vocabulary.tokenizer
            head_ids = tokenizer(head, add_special_tokens=False).input_ids
            cache = DynamicCache(config=self._model.config)
            self._forward(head_ids, cache, keep=1)
            tail_ids = tokenizer(tail, add_special_tokens=False).input_ids
            known = self._frames[head] = _Frame(cache, len(head_ids), tail_ids)
        return known

    def _forward(self, ids: list[int], cache: DynamicCache, keep: int) -> torch.Tensor:
        """Logits of the last `keep` positions, shape (keep, vocabulary); the cache grows by `ids`."""
        batch = torch.tensor([ids], device=self._model.device)
        out = self._model(input_ids=batch, past_key_values=cache, use_cache=True, logits_to_keep=keep)
        logits: torch.Tensor = out.logits[0]
        return logits

    def _decode(self, tokens: TokenGrammar, frame: _Frame) -> Generation:
        grammar = tokens.grammar
        end_of_turn = self._vocabulary.end_of_turn
        state = grammar.start_state
        written: list[int] = []
        scores = _Placeholders()
        feed = [*tokens.source_tokens, *frame.tail]
        try:
            while True:
                draft = self._draft(tokens, state)
                logits = self._forward([*feed, *draft], frame.cache, keep=len(draft) + 1)
                accepted = 0
                for row in range(len(draft) + 1):
                    allowed = tokens.allowed(state)
                    if allowed.keys() == {end_of_turn}:
                        # An end that comes while the resume point was open closes the placeholder.
                        scores.token(1.0, state, frozenset(), grammar)
                        return self._finish(written, scores)
                    choice, probability = self._choose(logits[row], allowed)
                    scores.token(probability, state, allowed[choice], grammar)
                    if choice == end_of_turn:
                        return self._finish(written, scores)
                    written.append(choice)
                    state = allowed[choice]
                    if row == len(draft) or choice != draft[row]:
                        break
                    accepted += 1
                _drop(frame.cache, len(draft) - accepted)
                feed = [written[-1]]
        finally:
            _drop(frame.cache, frame.cache.get_seq_length() - frame.head_length)

    def _choose(self, logits: torch.Tensor, allowed: dict[int, State]) -> tuple[int, float]:
        """The likeliest allowed token, or the likeliest that opens a placeholder where opening is likely enough.

        The probability is the token's among the allowed ones.
        """
        ids = list(allowed)
        if len(ids) == 1:
            return ids[0], 1.0
        chances: list[float] = torch.softmax(logits[ids].float(), dim=0).tolist()
        best = max(range(len(ids)), key=chances.__getitem__)
        opening = [n for n, i in enumerate(ids) if allowed[i] and not any(isinstance(item, int) for item in allowed[i])]
        if best not in opening and sum(chances[n] for n in opening) >= self._open_at:
            best = max(opening, key=chances.__getitem__)
        return ids[best], chances[best]

    def _draft(self, tokens: TokenGrammar, state: State) -> list[int]:
        if not self._speculate:
            return []
        position = tokens.grammar.copy_position(state)
        if position is not None:
            return list(tokens.draft(position)[:-1])
        return tokens.forced(state)

    def _finish(self, written: list[int], scores: _Placeholders) -> Generation:
        text = b"".join(self._vocabulary.bytes_of[t] for t in written).decode("utf-8")
        return Generation(text, tuple(scores.done), finished=True)


def _drop(cache: DynamicCache, count: int) -> None:
    if count:
        cache.crop(-count)  # transformers counts what to remove, as a negative number
