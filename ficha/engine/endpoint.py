"""The endpoint engine: a model behind an OpenAI-compatible server, under the copy grammar where it has grammars.

The grammar goes with each request (`structured_outputs`, as vLLM reads it), written from the same `CopyGrammar` as
the local engine's; whether it was obeyed is checked here. A server without grammars writes freely, and the
aligner reads where something is hidden: what it changed besides is an edit, and a reason for review.

The recall dial works by rescoring: the answer's log-probabilities say where a placeholder nearly opened, and a
window where one passes the dial is decoded again from there, with that placeholder forced by the grammar. So it
needs no `logit_bias`, which servers refuse together with speculation.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import regex

from ficha.boundaries import edges
from ficha.contract import Contract, load_contract
from ficha.engine import Generation
from ficha.engine.dial import Dial
from ficha.engine.ebnf import Forced, write_ebnf
from ficha.engine.grammar import CopyGrammar
from ficha.engine.http import Answer, ChatClient, Refused
from ficha.engine.parse import parse
from ficha.engine.rescoring import Walk
from ficha.engine.unknown_words import lifted
from ficha.errors import EngineError, UsageError
from ficha.instruct import messages
from ficha.locales import Locale
from ficha.policy import Policy

API_KEY = "FICHA_API_KEY"  # the environment variable that holds the server's key
BYTES_PER_TOKEN = 2.5  # of Bantu languages under the tokenisers of small models: too small, so windows are short
AT_ONCE = 8  # requests
ALTERNATIVES = 8  # log-probabilities asked for at each token
UNKNOWN_SCORE = 0.5  # of a span whose probability the server doesn't tell
MAX_FORCED = 64  # placeholders that the dial may add to one window

# Chat control tokens typed into a document: a server's chat template would read them as its own.
_CONTROL = regex.compile(r"<\|[^|<>\s]{1,40}\|>|</?s>|<\/?(?:start|end)_of_turn>|\[/?INST\]|<</?SYS>>|</?think>")
# Control characters but tab and line ends, and lone surrogates: JSON or a grammar can't carry them.
_UNSENDABLE = regex.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class EndpointEngine:
    """A served model. Raises EngineError where the server can't answer; never in the server's own words."""

    def __init__(
        self,
        client: ChatClient,
        served_model: str,
        contract: Contract,
        dial: Dial | None = None,
        count: Callable[[str], int] | None = None,
    ) -> None:
        self.model = served_model
        self.dial = dial or Dial()
        if self.dial.recall_bias < 0:
            raise UsageError("on an endpoint the recall bias can't be below 0: use thresholds to drop spans")
        self._client = client
        self._contract = contract
        self._count = count or estimated_tokens

    @classmethod
    def load(
        cls,
        folder: Path,
        url: str,
        served_model: str | None = None,
        recall_bias: float | None = None,
        thresholds: Mapping[str, float] | None = None,
    ) -> EndpointEngine:
        """The server at `url`, asked in the words of the contract in `folder`; $FICHA_API_KEY is its key.

        Without `served_model` the server's only model is taken. Raises ModelError, UsageError, EngineError.
        """
        contract = load_contract(folder)
        client = ChatClient(url, os.environ.get(API_KEY))
        if served_model is None:
            served = client.models()
            if len(served) != 1:
                raise UsageError(f"{client.where} serves {len(served)} models: name one with --served-model")
            served_model = served[0]
        return cls(client, served_model, contract, Dial.of(contract, recall_bias, thresholds), _counter(folder))

    def served_models(self) -> list[str]:
        """The ids of all models that the server has. Raises EngineError."""
        return self._client.models()

    @property
    def thresholds(self) -> Mapping[str, float]:
        return self.dial.thresholds

    @property
    def window_tokens(self) -> int:
        return self._contract.decoding.window_tokens

    def count_tokens(self, text: str) -> int:
        """By the model folder's own tokeniser where it has one (a merged model does), else an estimate."""
        return self._count(text)

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        """Write the twin of one window (see `Engine.generate`)."""
        view = harmless(text)
        prefixes = locale.settings.attached_prefixes if locale else ()
        longest = self._contract.decoding.max_hidden_tokens
        grammar = CopyGrammar(view, [c.tag for c in policy.listed], edges(view, prefixes), longest)
        answer = self._ask(view, policy, grammar, None)
        lifts = self.dial.lifts(lifted(view, locale), locale.code if locale else None)
        walk = Walk.of(grammar, answer, self.dial, lifts)
        for _ in range(MAX_FORCED):
            if walk is None or walk.unopened is None:
                break
            answer = self._ask(view, policy, grammar, walk.unopened)
            walk = Walk.of(grammar, answer, self.dial, lifts, walk)
        scores = walk.scores if walk else [UNKNOWN_SCORE]
        hidden = parse(grammar, answer.text)
        told = tuple(hidden) if hidden is not None else None
        dialled = walk is not None or not (self.dial.recall_bias or lifts)
        return Generation(answer.text, tuple(map(self.dial.score, scores)), answer.finished, told, dialled)

    def generate_all(self, texts: Sequence[str], policy: Policy, locale: Locale | None) -> list[Generation]:
        """The same for several windows, some requests at once."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            waiting = [pool.submit(self.generate, text, policy, locale) for text in texts]
            try:
                return [future.result() for future in waiting]
            except EngineError:
                pool.shutdown(cancel_futures=True)
                raise

    def _ask(self, view: str, policy: Policy, grammar: CopyGrammar, forced: Forced | None) -> Answer:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": messages(self._contract.prompt.text, policy, view),
            "temperature": 0,
            "max_tokens": len(grammar.source) + 64 * 4,  # a token is at least a byte of a twin hardly longer
        }
        bounded = {**body, "structured_outputs": {"grammar": write_ebnf(grammar, forced)}}
        # What a server may not know is left out one after the other; it is asked anew at each window, for it
        # may have refused just this one.
        for offer in ({**bounded, "logprobs": True, "top_logprobs": ALTERNATIVES}, bounded):
            try:
                return self._client.ask(offer)
            except Refused as error:
                if error.status not in (400, 422):
                    raise
        return self._client.ask(body)


def estimated_tokens(text: str) -> int:
    """How many tokens a small model's tokeniser makes of `text`, rather too many."""
    return math.ceil(len(text.encode("utf-8", "surrogatepass")) / BYTES_PER_TOKEN)


def _counter(folder: Path) -> Callable[[str], int] | None:
    """Counts as the local engine does, so that both cut a document into the same windows; None without a tokeniser."""
    file = folder / "tokenizer.json"
    if not file.is_file() or find_spec("tokenizers") is None:
        return None
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(file))
    return lambda text: len(tokenizer.encode(harmless(text), add_special_tokens=False).ids)


def harmless(text: str) -> str:
    """`text` as the server may see it, character for character: no control characters, no chat control tokens."""
    shown = _CONTROL.sub(lambda match: regex.sub(r"[<\[|]", "(", match.group()), text)
    return _UNSENDABLE.sub("?", shown)
