"""One endpoint, spoken to over HTTP: the call itself, what to do when it fails, and what it can't do.

Any OpenAI-compatible server (`/chat/completions`). A call that fails in passing (429, 5xx, a timeout, a connection that
breaks) is sent again, later each time; `Retry-After` is obeyed, and holds back the other calls too. An endpoint that
refuses a JSON Schema is asked for a JSON object, and one that refuses that for nothing but what the prompt says; a
parameter that it doesn't know by our name is renamed or left out.

    answer = await Endpoint(settings).send(request)
"""

from __future__ import annotations

import asyncio
import email.utils
import json
import time
from typing import Any

import openai
import tenacity

from ficha.errors import EngineError
from synth.teacher.requests import Answer, Request, tokens_of
from synth.teacher.settings import EndpointSettings

LONGEST_WAIT = 60.0  # seconds between two attempts, where the endpoint doesn't ask for more


class Unanswered(Exception):
    """One call failed for good, in passing: others may work. The message holds the kind of failure alone."""


class NotACompletion(Exception):
    """The endpoint answered with something that is no chat completion."""


class Stopped(Exception):
    """The run was stopped while a call waited for its turn or its next attempt."""


class Endpoint:
    """Sends requests. `stop()` ends every wait; what is on its way is still received."""

    def __init__(self, settings: EndpointSettings) -> None:
        self._settings = settings
        self._client = openai.AsyncOpenAI(
            api_key=settings.api_key, base_url=settings.base_url, timeout=settings.timeout_s, max_retries=0
        )
        self._stop = asyncio.Event()
        self._not_before = 0.0  # monotonic seconds: what a Retry-After asks of all calls
        self._format = 0  # an index into _formats: what the endpoint is known to take
        self._limit = "max_tokens"
        self._left_out: set[str] = set()

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    def stop(self) -> None:
        """No call is begun or repeated from now on."""
        self._stop.set()

    async def send(self, request: Request) -> Answer:
        """The endpoint's answer.

        Raises Unanswered, Stopped, and EngineError where no call can work (the key, the model's name, the address).
        """
        retrying = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception(_passing),
            wait=self._wait,
            stop=tenacity.stop_after_attempt(self._settings.attempts),
            sleep=self._pause,
            reraise=True,
        )
        try:
            await self._pause(0)
            return await retrying(self._attempt, request)
        except NotACompletion:
            raise Unanswered("no chat completion") from None
        except openai.APIError as error:
            if isinstance(error, openai.APIStatusError) and not _passing(error):
                raise EngineError(_refused(error, self._settings)) from None
            raise Unanswered(_kind(error)) from None

    async def _attempt(self, request: Request) -> Answer:
        while True:
            level, limit, left_out = self._format, self._limit, set(self._left_out)
            parameters = {limit: request.max_tokens, "temperature": request.temperature, "seed": request.seed}
            parameters |= _formats(request)[level]
            try:
                completion = await self._client.chat.completions.create(
                    model=self._settings.model,
                    messages=[{"role": "user", "content": request.prompt}],
                    **{name: value for name, value in parameters.items() if name not in left_out},  # type: ignore[call-overload]
                )
                return _answer(completion, request)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                self._adapt(error, level, limit)
                if (level, limit, left_out) == (self._format, self._limit, self._left_out):
                    raise
            except (ValueError, AttributeError, IndexError, TypeError):
                raise NotACompletion from None

    def _adapt(self, error: openai.APIStatusError, level: int, limit: str) -> None:
        """Ask for less from now on, by what a refusal names; calls that were on their way meanwhile ask for no less."""
        named = json.dumps(error.body, default=str)
        if "max_completion_tokens" in named and limit == "max_tokens":
            self._limit = "max_completion_tokens"
        elif unknown := next((p for p in ("temperature", "seed") if p in named and p not in self._left_out), None):
            self._left_out.add(unknown)
        elif level + 1 < FORMATS:
            self._format = max(self._format, level + 1)

    def _wait(self, state: tenacity.RetryCallState) -> float:
        """Seconds to the next attempt: what the endpoint asks for, else twice the last time, spread at random."""
        error = state.outcome.exception() if state.outcome else None
        asked = _retry_after(error) if isinstance(error, openai.APIStatusError) else None
        if asked is not None:
            self._not_before = max(self._not_before, time.monotonic() + asked)
            return asked
        return tenacity.wait_random_exponential(self._settings.first_wait_s, LONGEST_WAIT)(state)

    async def _pause(self, seconds: float) -> None:
        """Sleep, and on until no Retry-After holds; raises Stopped as soon as the run is stopped."""
        until = time.monotonic() + seconds
        while not self._stop.is_set() and (left := max(until, self._not_before) - time.monotonic()) > 0:
            try:
                await asyncio.wait_for(self._stop.wait(), left)
            except TimeoutError:
                continue
        if self._stop.is_set():
            raise Stopped


FORMATS = 3


def _formats(request: Request) -> tuple[dict[str, Any], ...]:
    """What to ask the endpoint for, the best first."""
    schema = {"name": request.step, "strict": True, "schema": request.shape.schema}
    return (
        {"response_format": {"type": "json_schema", "json_schema": schema}},
        {"response_format": {"type": "json_object"}},
        {},
    )


def _answer(completion: Any, request: Request) -> Answer:
    choice = completion.choices[0]
    content = choice.message.content or ""
    if not isinstance(content, str):
        raise ValueError("content")
    usage = completion.usage
    return Answer(
        content=content,
        finish_reason=choice.finish_reason,
        refusal=getattr(choice.message, "refusal", None),
        input_tokens=usage.prompt_tokens if usage else request.input_tokens,
        output_tokens=usage.completion_tokens if usage else tokens_of(content),
    )


def _passing(error: BaseException) -> bool:
    """True where the same call may work a little later."""
    if isinstance(error, openai.APIStatusError):
        return error.status_code in {408, 409, 425, 429} or error.status_code >= 500
    return isinstance(error, openai.APIError | NotACompletion)


def _kind(error: openai.APIError) -> str:
    """The kind of a failure, without any word of the endpoint's (its messages can quote what was sent)."""
    if isinstance(error, openai.APIStatusError):
        return f"HTTP {error.status_code}"
    return "timeout" if isinstance(error, openai.APITimeoutError) else "broken connection"


def _refused(error: openai.APIStatusError, settings: EndpointSettings) -> str:
    what = {
        401: "the key is not accepted: set OPENAI_API_KEY",
        403: "the key may not use this model: check OPENAI_API_KEY and --model",
        404: f"no such address or model: check --base-url and --model ({settings.model})",
    }.get(error.status_code, "it refuses the request: check --model and what the endpoint allows")
    return f"the endpoint answered HTTP {error.status_code}: {what}"


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Seconds to wait by the header Retry-After (RFC 9110, section 10.2.3: seconds, or a date)."""
    value = error.response.headers.get("retry-after")
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
