"""The gateway's own and OpenAI's endpoints (DESIGN, section 4).

`failed` is an error here, 422 for one text; among many texts each carries its own status.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse, StreamingResponse

from ficha.labels import FINE_LABELS
from ficha.locales import language_codes
from ficha.operators import STATELESS
from ficha.policy import load_policy
from serve import chat
from serve.gate import Gate
from serve.schemas import ChatRequest, RedactRequest


def router(gate: Gate) -> APIRouter:
    """Every endpoint that isn't a page."""
    routes = APIRouter()

    @routes.post("/v1/redact")
    async def redact(request: RedactRequest) -> Any:
        texts = [request.text] if request.text is not None else request.texts or []
        results = await gate.redact(texts, request.policy, request.lang, request.operator)
        records = [result.to_json(explain=request.explain) for result in results]
        if request.text is None:
            return {"results": records}
        chat.refuse_failed(results[0])
        return records[0]

    @routes.post("/v1/chat/completions")
    async def chat_completions(request: ChatRequest) -> Any:
        policy, lang = chat.parse_model(request.model, gate.policies)
        (result,) = await gate.redact([chat.user_text(request)], policy, lang)
        chat.refuse_failed(result)
        if request.stream:
            return StreamingResponse(chat.events(request, result), media_type="text/event-stream")
        return chat.completion(request, result)

    @routes.get("/v1/models")
    async def models() -> Any:
        ids = chat.model_ids(gate.policies)
        return {
            "object": "list",
            "data": [{"id": i, "object": "model", "created": 0, "owned_by": "ficha"} for i in ids],
        }

    @routes.get("/v1/choices")
    async def choices() -> Any:
        return {
            "languages": language_codes(),
            "policies": gate.policies,
            "operators": STATELESS,
            "labels": FINE_LABELS,
            "categories": {
                name: {
                    c.id: [label for label in FINE_LABELS if label in c.covers] for c in load_policy(name).categories
                }
                for name in gate.policies
            },
        }

    @routes.get("/healthz")
    async def healthz() -> Any:
        return {"status": "alive"}

    @routes.get("/ready")
    async def ready() -> Response:
        body = {"ready": gate.canary.passed, "reason": gate.canary.reason}
        return JSONResponse(body, 200 if gate.canary.passed else 503)

    @routes.get("/metrics")
    async def metrics() -> Response:
        return Response(gate.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return routes
