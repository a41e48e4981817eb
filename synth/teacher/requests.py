"""What is asked of the teacher, and what comes back: both as plain records.

A request's key is a hash of everything that can change its answer (model, messages, schema, parameters), so that equal
requests are asked once, in whatever run:

    >>> request = Request("expand", "Write two texts.", TEXTS, max_tokens=900)
    >>> request.key("model-a") == request.key("model-a") != request.again(1).key("model-a")
    True
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Any

TOKENS_A_BYTE = 1 / 3  # on the safe side for these languages: about 0.25 in English, 0.35 in Luganda and Chinese
FRAME_TOKENS = 30  # what the chat format and the schema's name add to a request
MOST_TOKENS = 16_000  # no answer may be asked to be longer


@dataclass(frozen=True)
class Shape:
    """The form of an answer: a JSON object of one field, which holds strings or one string."""

    field: str
    many: bool

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema, strict as structured outputs want it: every field required, none besides."""
        value: dict[str, Any] = {"type": "string"}
        if self.many:
            value = {"type": "array", "items": value}
        return {
            "type": "object",
            "properties": {self.field: value},
            "required": [self.field],
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class Request:
    """One question to the teacher; `seed` tells repeated questions apart, `max_tokens` bounds the answer."""

    step: str
    prompt: str
    shape: Shape
    max_tokens: int
    temperature: float = 1.0
    seed: int = 0

    def key(self, model: str) -> str:
        """A hash of the question as a model gets it (sha256, hexadecimal)."""
        content = [model, self.prompt, self.shape.schema, self.max_tokens, self.temperature, self.seed]
        return hashlib.sha256(json.dumps(content, ensure_ascii=False, sort_keys=True).encode()).hexdigest()

    def again(self, attempt: int) -> Request:
        """The same question for another attempt: another seed, and so another key."""
        return replace(self, seed=self.seed + attempt)

    def longer(self) -> Request:
        """The same question with twice the room for its answer."""
        return replace(self, max_tokens=min(MOST_TOKENS, 2 * self.max_tokens))

    @property
    def input_tokens(self) -> int:
        """An estimate of what the question costs, in tokens."""
        return FRAME_TOKENS + tokens_of(self.prompt)


@dataclass(frozen=True)
class Answer:
    """What an endpoint sent back, unjudged. Token counts are the endpoint's own, or estimates where it sends none."""

    content: str
    finish_reason: str | None
    refusal: str | None
    input_tokens: int
    output_tokens: int


def tokens_of(text: str) -> int:
    """An estimate of the tokens of `text`, for budgets and for endpoints that count none."""
    return round(len(text.encode()) * TOKENS_A_BYTE) + 1
