"""Any token classifier of Hugging Face: `token-classifier=FOLDER` (or a hub name, which transformers then fetches).

Stanford de-identifier, Piiranha, OpenAI privacy filter, OpenMed, AfroXLMR NER and others; the label map is the file of
`eval/baselines/labels` that knows all of the model's labels. Long texts are read in windows that overlap, so nothing
past the model's length is left unread. Of each token the most probable tag is taken (IOB2, BIOES, or bare labels), and
neighbours of one label are joined, as in transformers' `simple` aggregation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import torch
from transformers import AutoModelForTokenClassification, AutoTokenizer

from eval.predictions import Prediction
from eval.system_labels import Found, SystemLabels, map_for
from eval.systems import Options, System
from ficha.document import Document
from ficha.errors import ModelError, UsageError
from ficha.policy import Policy

MAX_TOKENS = 512
OVERLAP = 64  # tokens that two windows share; each is read where it lies farther from an edge
_PREFIXES = ("B", "I", "E", "S", "L", "U")

Token = tuple[int, int, str, float]  # start, end, tag, probability


class TokenClassifier:
    """A model with its fast tokeniser."""

    def __init__(self, model: Any, tokenizer: Any, name: str) -> None:
        if not tokenizer.is_fast:
            raise ModelError(f"{name}: its tokeniser gives no offsets: a fast one is needed")
        self._model, self._tokenizer, self._name = model.eval(), tokenizer, name
        self._tags: dict[int, str] = {int(i): tag for i, tag in model.config.id2label.items()}
        longest = getattr(model.config, "max_position_embeddings", MAX_TOKENS) or MAX_TOKENS
        self._length = min(MAX_TOKENS, tokenizer.model_max_length, longest - 2)
        self._labels = map_for({label for tag in self._tags.values() if (label := split_tag(tag)[1])})

    @property
    def labels(self) -> SystemLabels:
        return self._labels

    def predict(self, documents: Iterable[Document], policy: Policy) -> Iterator[Prediction]:
        """One prediction a document."""
        for document in documents:
            found = spans_of(document.text, self._tokens(document.text))
            yield self._labels.answer(document, found, policy, self._name)

    @torch.inference_mode()
    def _tokens(self, text: str) -> list[Token]:
        windows = self._tokenizer(
            text,
            truncation=True,
            max_length=self._length,
            stride=min(OVERLAP, self._length // 4),
            return_overflowing_tokens=True,
            return_offsets_mapping=True,
            return_special_tokens_mask=True,
        )
        best: dict[tuple[int, int], tuple[int, Token]] = {}
        for n, ids in enumerate(windows["input_ids"]):
            inputs = torch.tensor([ids], device=self._model.device)
            probabilities = self._model(input_ids=inputs).logits[0].float().softmax(-1)
            scores, tags = probabilities.max(-1)
            for at, (start, end) in enumerate(windows["offset_mapping"][n]):
                if windows["special_tokens_mask"][n][at] or start == end:
                    continue
                from_edge = min(at, len(ids) - 1 - at)
                if from_edge > best.get((start, end), (-1, None))[0]:
                    best[start, end] = from_edge, (start, end, self._tags[int(tags[at])], float(scores[at]))
        return [token for _, (_, token) in sorted(best.items())]


def load(options: Options) -> System:
    """Load the model `options.model`. Raises UsageError where none is named, ModelError where it can't be loaded."""
    if options.model is None:
        raise UsageError("system 'token-classifier' needs a model: token-classifier=FOLDER")
    try:
        tokenizer = AutoTokenizer.from_pretrained(options.model)
        model = AutoModelForTokenClassification.from_pretrained(options.model)
    except (OSError, ValueError) as error:
        raise ModelError(f"{options.model}: no token classifier can be loaded ({type(error).__name__})") from None
    return TokenClassifier(model, tokenizer, f"token-classifier={options.model}")


def split_tag(tag: str) -> tuple[str, str]:
    """(prefix, label) of a tag: `B-PER` and `PER` are ("B", "PER") and ("", "PER"); `O` has no label."""
    prefix, dash, label = tag.partition("-")
    if dash and prefix in _PREFIXES:
        return prefix, label
    return "", "" if tag == "O" else tag


def spans_of(text: str, tokens: Iterable[Token]) -> list[Found]:
    """The spans of tagged tokens, without white space at their edges; a span's score is its lowest."""
    found: list[Found] = []
    last_prefix, last_label = "", ""
    for start, end, tag, score in tokens:
        prefix, label = split_tag(tag)
        if label:
            joins = label == last_label and prefix not in ("B", "S", "U") and last_prefix not in ("E", "S", "L", "U")
            before = found.pop() if joins else Found(start, end, label, score)
            found.append(Found(before.start, end, label, min(before.score, score)))
        last_prefix, last_label = prefix, label
    return [trimmed for item in found if (trimmed := _trimmed(text, item)).end > trimmed.start]


def _trimmed(text: str, found: Found) -> Found:
    words = text[found.start : found.end]
    start = found.start + len(words) - len(words.lstrip())
    return Found(start, max(start, found.start + len(words.rstrip())), found.label, found.score)
