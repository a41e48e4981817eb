"""One error shape for every answer that is none: `{"error": {"type", "message"}}`, never with a word of the text.

FastAPI's own handlers quote the input back; these name the field and the kind of fault only.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from ficha.errors import EngineError, FichaError

TOO_LARGE = "the body is larger than this gateway takes: split it"

log = logging.getLogger("ficha.serve")


class ServeError(Exception):
    """An answer with this status, error type and message; `retry_after` in seconds goes into its header."""

    def __init__(self, status: int, kind: str, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status, self.kind, self.message, self.retry_after = status, kind, message, retry_after


def error_body(kind: str, message: str) -> dict[str, Any]:
    """The one shape; `code` and `param` are there because OpenAI's clients read them."""
    return {"error": {"type": kind, "message": message, "code": None, "param": None}}


def error_response(error: ServeError) -> JSONResponse:
    """The HTTP answer for an error of ours."""
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after is not None else None
    return JSONResponse(error_body(error.kind, error.message), error.status, headers)


def of_ficha(error: FichaError) -> ServeError:
    """An error of the library as an answer: 503 where the engine failed, else the caller's 400."""
    if isinstance(error, EngineError):
        return ServeError(503, "engine_error", "the engine can't answer", retry_after=5)
    return ServeError(400, "invalid_request_error", str(error))


def log_fault(error: BaseException) -> None:
    """Log where an unforeseen exception was raised; its message may quote a text, so it is left out."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].name}:{frames[-1].lineno}" if frames else "unknown"
    log.error("internal error: %s in %s", type(error).__name__, where)


def install(app: FastAPI, fields: Sequence[str]) -> None:
    """Let every error leave `app` in the one shape; `fields` are the names that a message may repeat."""
    known = frozenset(fields)

    async def ours(_: Request, error: Exception) -> JSONResponse:
        return error_response(error) if isinstance(error, ServeError) else await unforeseen(_, error)

    async def library(_: Request, error: Exception) -> JSONResponse:
        return error_response(of_ficha(error)) if isinstance(error, FichaError) else await unforeseen(_, error)

    async def validation(_: Request, error: Exception) -> JSONResponse:
        first: dict[str, Any] = {}
        if isinstance(error, RequestValidationError) and error.errors():
            first = error.errors()[0]
        # A field's name can be part of the caller's text: only names of ours are repeated.
        names = [str(part) for part in first.get("loc", ()) if isinstance(part, int) or part in known]
        where = ".".join(names) or "the body"
        kind = str(first.get("type", "invalid"))
        return error_response(ServeError(400, "invalid_request_error", f"{where}: {kind}"))

    async def http(_: Request, error: Exception) -> JSONResponse:
        status = error.status_code if isinstance(error, HTTPException) else 500
        words = {404: "no such path", 405: "method not allowed", 413: TOO_LARGE}.get(
            status, "the request can't be answered"
        )
        return error_response(ServeError(status, "invalid_request_error", words))

    async def unforeseen(_: Request, error: Exception) -> JSONResponse:
        log_fault(error)
        return error_response(ServeError(500, "internal_error", "internal error; nothing was redacted"))

    app.add_exception_handler(ServeError, ours)
    app.add_exception_handler(FichaError, library)
    app.add_exception_handler(RequestValidationError, validation)
    app.add_exception_handler(HTTPException, http)
