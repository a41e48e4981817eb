"""A language model behind any OpenAI-compatible endpoint, zero-shot or with examples: `llm=MODEL --endpoint URL`.

It is asked as Xiao et al. (2026) ask theirs: to return the text with placeholders in it
(`prompts/eng/zero-shot.md`). The answer is aligned with the source; what the model rewrote outside placeholders stays
in its text and counts against it in the document measures, since that is the text it would hand out.
`--shots N --examples CORPUS` puts N documents of the corpus's development split with their twins before the text.
The key is read from OPENAI_API_KEY.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from openai import OpenAI, OpenAIError

import prompts
from eval.loaders import find_loader
from eval.predictions import Prediction, parse_prediction
from eval.scheme import Scheme
from eval.systems import Options, System
from ficha.align import align
from ficha.document import Document, Span
from ficha.errors import InputError, UsageError, WorkLimitError
from ficha.instruct import messages
from ficha.locales import language_codes, load_locale
from ficha.policy import Policy
from ficha.twin import model_twin

PROMPT = ("eng", "zero-shot")
TIMEOUT = 120.0  # seconds
RETRIES = 3
SPARE_TOKENS = 256  # an answer is about as long as its text: a loop is cut early


class EndpointModel:
    """A model of an endpoint; `examples` are documents with gold spans, shown before every text."""

    labels = None

    def __init__(self, client: OpenAI, model: str, examples: tuple[Document, ...] = ()) -> None:
        self._client, self._model, self._examples = client, model, examples
        self._prompt = prompts.load(*PROMPT)

    def predict(self, documents: Iterable[Document], policy: Policy) -> Iterator[Prediction]:
        """One prediction a document; `failed` where the endpoint gave no whole answer."""
        shots = [message for example in self._examples for message in _shot(example, policy)]
        for document in documents:
            instruction, text = messages(self._prompt.text, policy, document.text)
            try:
                answer, reason = self._ask([instruction, *shots, text], len(document.text))
            except OpenAIError as error:  # its message can quote the document: the class alone is told
                answer, reason = None, f"engine: {type(error).__name__}"
            yield self._read(document, answer, reason, policy)

    def _ask(self, chat: list[dict[str, str]], length: int) -> tuple[str | None, str]:
        chosen: Any = chat
        answer = self._client.chat.completions.create(
            model=self._model, messages=chosen, temperature=0.0, seed=13, max_tokens=length + SPARE_TOKENS
        )
        if not answer.choices or answer.choices[0].message.content is None:
            return None, "engine: an empty answer"
        if answer.choices[0].finish_reason != "stop":
            return None, f"engine: the answer ended by {answer.choices[0].finish_reason!r}, not by itself"
        return answer.choices[0].message.content, ""

    def _read(self, document: Document, answer: str | None, reason: str, policy: Policy) -> Prediction:
        record: dict[str, Any] = {"id": document.id, "policy": policy.name, "model": self._model, "lang": document.lang}
        where = f"{self._model} {document.id!r}"
        found = None
        if answer is not None:
            try:
                found = align(document.text, answer, policy, _aliases(document.lang))
            except WorkLimitError:
                reason = "engine: the answer has too little in common with the text"
        if answer is None or found is None:
            return parse_prediction(
                {**record, "status": "failed", "text": None, "spans": [], "reasons": [reason]}, where
            )
        spans = [
            {
                "start": s.start,
                "end": s.end,
                "label": s.category.id,
                "placeholder": answer[s.generated_start : s.generated_end],
            }
            for s in found.spans
        ]
        edits = [
            {"start": e.source_start, "end": e.source_end, "length": e.generated_end - e.generated_start}
            for e in found.edits
        ]
        return parse_prediction({**record, "status": "ok", "text": answer, "spans": spans, "edits": edits}, where)


def load(options: Options) -> System:
    """Reads `model`, `endpoint`, `shots` and `examples`. Raises UsageError where one of the first two is missing."""
    if options.model is None or options.endpoint is None:
        raise UsageError("system 'llm' needs a model and an endpoint: llm=MODEL --endpoint http://host:port/v1")
    key = os.environ.get("OPENAI_API_KEY", "none")
    client = OpenAI(base_url=options.endpoint, api_key=key, timeout=TIMEOUT, max_retries=RETRIES)
    return EndpointModel(client, options.model, _examples(options))


def _examples(options: Options) -> tuple[Document, ...]:
    if not options.shots:
        return ()
    if options.examples is None:
        raise UsageError("--shots needs --examples: a corpus whose development split the examples are taken from")
    documents = (d for d in find_loader("corpus").load(options.examples) if d.meta.get("split") == "dev" and d.spans)
    found = tuple(islice(documents, options.shots))
    if len(found) < options.shots:
        raise InputError(f"{options.examples.name}: {len(found)} documents of the split 'dev' have spans: need more")
    return found


def _shot(example: Document, policy: Policy) -> list[dict[str, str]]:
    items = Scheme(policy, find_loader("corpus").LABELS).gold(example).items
    twin = model_twin(example.text, (Span(item.start, item.end, item.row) for item in items), policy)
    return [{"role": "user", "content": example.text}, {"role": "assistant", "content": twin}]


def _aliases(lang: str | None) -> dict[str, str]:
    return dict(load_locale(lang).settings.placeholder_aliases) if lang in language_codes() and lang else {}
