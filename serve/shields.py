"""ASGI middleware around the whole gateway: size, key, headers, and the last net for exceptions.

They are plain ASGI so that a body is counted while it comes, and never held twice.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serve.errors import TOO_LARGE, ServeError, error_response, log, log_fault
from serve.keys import Keys
from serve.metrics import Metrics

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


class LastNet:
    """Adds the security headers, counts and logs each request by its route, and lets no exception out.

    uvicorn would print an exception with its message, and a message may quote a document.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics, routes: Iterable[str]) -> None:
        self._app, self._metrics, self._routes = app, metrics, frozenset(routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.monotonic(), 0

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            await send(message)

        try:
            await self._app(scope, receive, guarded)
        except Exception as error:
            log_fault(error)
            if not status:
                answer = error_response(ServeError(500, "internal_error", "internal error; nothing was redacted"))
                await answer(scope, receive, guarded)
        # A path is the caller's text as well: only paths of ours are counted and logged by name.
        route = scope["path"] if scope["path"] in self._routes else "other"
        seconds = time.monotonic() - started
        self._metrics.requests.labels(route, str(status or 499)).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        log.info("%s %s %d ms", route, status or 499, round(seconds * 1000))


class BodyLimit:
    """Refuses a body over `limit` bytes with 413, by its declared length or while it comes."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app, self._limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "0")
        if not declared.isdigit() or int(declared) > self._limit:
            await self._refuse(scope, receive, send)
            return
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._limit:
                # FastAPI makes a 400 of any other exception that reading a body raises.
                raise HTTPException(413)
            return message

        await self._app(scope, counted, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = ServeError(413, "invalid_request_error", TOO_LARGE)
        await error_response(error)(scope, receive, send)


class KeyCheck:
    """Asks for `Authorization: Bearer KEY` on every path but the open ones (health and the pages' own files)."""

    def __init__(self, app: ASGIApp, keys: Keys, open_paths: Iterable[str], open_below: str) -> None:
        self._app, self._keys = app, keys
        self._open, self._below = frozenset(open_paths), open_below

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in self._open or scope["path"].startswith(self._below):
            await self._app(scope, receive, send)
            return
        scheme, _, key = Headers(scope=scope).get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or self._keys.holder(key.strip()) is None:
            error = ServeError(401, "authentication_error", "a valid key is needed: Authorization: Bearer KEY")
            await error_response(error)(scope, receive, send)
            return
        await self._app(scope, receive, send)
