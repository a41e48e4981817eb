"""Asking an OpenAI-compatible server, and nobody else: no redirects, no proxies, no words of its in an error.

    client = ChatClient("http://localhost:8000/v1", api_key=None)
    answer = client.ask({"model": "ficha", "messages": [...]})
    answer.text, answer.finished

An upstream's error body may quote the document, so only its status is ever told.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from ficha.errors import EngineError, UsageError

TIMEOUT = 120.0  # seconds for one answer
TRIES = 4
LONGEST_WAIT = 30.0  # seconds between two tries, whatever the server asks for
_TRY_AGAIN = {408, 409, 425, 429, 500, 502, 503, 504}


class Refused(EngineError):
    """The server understood and said no (a status below 500 that a second try would not change)."""

    def __init__(self, status: int, where: str) -> None:
        super().__init__(f"{where} refused the request with HTTP {status}")
        self.status = status


@dataclass(frozen=True, slots=True)
class Token:
    """One token of an answer: its bytes, its log-probability, and the likeliest ones at its place."""

    text: bytes
    logprob: float
    others: tuple[tuple[bytes, float], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server wrote; `finished` is False where it was cut; `tokens` is empty without log-probabilities."""

    text: str
    finished: bool
    tokens: tuple[Token, ...]


class ChatClient:
    """Chat completions of one server. Safe for several threads. Raises UsageError for a URL that isn't one."""

    def __init__(
        self, url: str, api_key: str | None, timeout: float = TIMEOUT, longest_wait: float = LONGEST_WAIT
    ) -> None:
        parsed = httpx.URL(url)
        if parsed.scheme not in ("http", "https") or not parsed.host or parsed.userinfo or parsed.query:
            raise UsageError("the endpoint must be a URL such as http://localhost:8000/v1, without a password in it")
        self.where = f"{parsed.scheme}://{parsed.netloc.decode('ascii')}"
        self._longest_wait = longest_wait
        self._client = httpx.Client(
            base_url=parsed.copy_with(path=parsed.path if parsed.path.strip("/") else "/v1"),
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=timeout,
            follow_redirects=False,
            trust_env=False,  # a proxy of the environment would read the documents
        )

        weakref.finalize(
            self, self._client.close
        )  # an engine lives as long as its redactor, which has no end of its own

    def models(self) -> list[str]:
        """The ids of the models that the server has. Raises EngineError."""
        found = self._send("GET", "models", None)
        try:
            return [str(model["id"]) for model in found["data"]]
        except (KeyError, TypeError):
            raise EngineError(f"{self.where} does not list models as an OpenAI-compatible server does") from None

    def ask(self, body: Mapping[str, Any]) -> Answer:
        """One completion. Raises EngineError: can't be reached, keeps failing, or answers in another form; Refused."""
        found = self._send("POST", "chat/completions", body)
        try:
            choice = found["choices"][0]
            text = choice["message"]["content"] or ""
            listed = (choice.get("logprobs") or {}).get("content") or []
            tokens = tuple(
                Token(
                    _bytes(t), float(t["logprob"]), tuple((_bytes(o), float(o["logprob"])) for o in t["top_logprobs"])
                )
                for t in listed
            )
            return Answer(str(text), choice["finish_reason"] == "stop", tokens)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            raise EngineError(f"{self.where} answered in another form than chat completions have") from None

    def _send(self, method: str, path: str, body: Mapping[str, Any] | None) -> Any:
        kind = "no answer"
        for attempt in range(TRIES):
            try:
                response = self._client.request(method, path, json=body)
            except httpx.RequestError as error:
                kind, wait = type(error).__name__, 0.5 * 2**attempt
            else:
                if response.is_success:
                    try:
                        return response.json()
                    except ValueError:
                        raise EngineError(f"{self.where} answered with something that isn't JSON") from None
                if response.status_code not in _TRY_AGAIN:
                    raise Refused(response.status_code, self.where)
                kind, wait = f"HTTP {response.status_code}", _wait(response, attempt)
            if attempt + 1 < TRIES:
                time.sleep(min(wait, self._longest_wait))
        raise EngineError(f"{self.where} can't be reached or keeps failing ({kind}, {TRIES} tries): is it running?")


def _wait(response: httpx.Response, attempt: int) -> float:
    try:
        return max(0.0, float(response.headers["retry-after"]))
    except (KeyError, ValueError):
        return 0.5 * float(2**attempt)


def _token(listed: Mapping[str, Any]) -> Token:
    others = tuple((_bytes(other), float(other["logprob"])) for other in listed["top_logprobs"])
    return Token(_bytes(listed), float(listed["logprob"]), others)


def _bytes(token: Mapping[str, Any]) -> bytes:
    raw = token.get("bytes")
    return bytes(raw) if raw is not None else str(token["token"]).encode("utf-8", "surrogatepass")
