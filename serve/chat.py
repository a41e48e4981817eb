"""OpenAI's chat shapes around a redaction, so that any of its clients gets verified text.

The model id says what to do: `ficha/<policy>/<lang>`, `ficha/<policy>`, or `ficha` for defaults and
detection. Streaming keeps the shape only: nothing is sent before the verdict, and a placeholder is
never cut in two.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from typing import Any

from ficha.locales import language_codes
from ficha.result import Result
from serve.errors import ServeError
from serve.schemas import ChatRequest

ROOT = "ficha"
PIECE = 400  # code points of plain text a streamed chunk


def model_ids(policies: tuple[str, ...]) -> list[str]:
    """Every model id that `/v1/models` lists."""
    return [
        ROOT,
        *(f"{ROOT}/{policy}" for policy in policies),
        *(f"{ROOT}/{policy}/{lang}" for policy in policies for lang in language_codes()),
    ]


def parse_model(model: str, policies: tuple[str, ...]) -> tuple[str | None, str | None]:
    """The policy and the language of a model id, None for defaults. Raises ServeError 404 for another id."""
    parts = model.split("/")
    policy = parts[1] if len(parts) > 1 else None
    lang = parts[2] if len(parts) > 2 else None
    known = (policy is None or policy in policies) and (lang is None or lang in language_codes())
    if parts[0] != ROOT or len(parts) > 3 or not known:
        raise ServeError(404, "invalid_request_error", "model: expected ficha/<policy>/<lang>; see /v1/models")
    return policy, lang


def user_text(request: ChatRequest) -> str:
    """The last user message. Raises ServeError 400 where there is none."""
    for message in reversed(request.messages):
        if message.role == "user":
            return message.text
    raise ServeError(400, "invalid_request_error", "messages: expected one with the role user, which is the text")


def refuse_failed(result: Result) -> None:
    """Raises ServeError 422 for a failed document: there is no text to give."""
    if result.text is None:
        raise ServeError(422, "redaction_failed", "; ".join(result.reasons) or "the text could not be redacted")


def report(result: Result) -> dict[str, Any]:
    """The field `ficha` of an answer: everything of the result but its text."""
    record = result.to_json()
    return {k: record[k] for k in ("status", "reasons", "spans", "edits", "offset_unit", "policy", "model", "lang")}


def completion(request: ChatRequest, result: Result) -> dict[str, Any]:
    """One whole answer."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": result.text, "refusal": None},
        "logprobs": None,
        "finish_reason": "stop",
    }
    head = _head("chat.completion", request.model)
    return {**head, "choices": [choice], "usage": _usage(), "ficha": report(result)}


def events(request: ChatRequest, result: Result) -> Iterator[str]:
    """The same answer as server-sent events; the last chunk carries the field `ficha`."""
    head = _head("chat.completion.chunk", request.model)

    def event(delta: dict[str, str], finish: str | None = None, **more: Any) -> str:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return f"data: {json.dumps({**head, 'choices': [choice], **more}, ensure_ascii=False)}\n\n"

    yield event({"role": "assistant", "content": ""})
    for piece in _pieces(result):
        yield event({"content": piece})
    yield event({}, "stop", ficha=report(result))
    if (request.stream_options or {}).get("include_usage"):
        yield f"data: {json.dumps({**head, 'choices': [], 'usage': _usage()})}\n\n"
    yield "data: [DONE]\n\n"


def _pieces(result: Result) -> Iterator[str]:
    """The redacted text in chunks; a placeholder is one chunk."""
    text, at, shift = result.text or "", 0, 0
    for span in result.spans:
        start = span.start + shift
        yield from (text[i : min(i + PIECE, start)] for i in range(at, start, PIECE))
        at = start + len(span.placeholder)
        yield text[start:at]
        shift += len(span.placeholder) - (span.end - span.start)
    yield from (text[i : i + PIECE] for i in range(at, len(text), PIECE))


def _head(kind: str, model: str) -> dict[str, Any]:
    return {"id": f"ficha-{uuid.uuid4().hex}", "object": kind, "created": int(time.time()), "model": model}


def _usage() -> dict[str, int]:
    """Nothing is charged by the token here; clients expect the field."""
    return {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
