"""The teacher: asks for an answer until it is good, from the cache where it can, within the budget.

    teacher = Teacher(settings, cache, account, concurrency=8)
    outcome = await teacher.good(request)      # Outcome(values, ...) or the reason why there is none

What is done with a bad answer depends on what is wrong with it: a cut one is asked for again with twice the room, a
looping one once more with another seed and a cooler head, a refused, malformed or unusable one with another seed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ficha.errors import EngineError
from synth.teacher.account import Account
from synth.teacher.answers import DEGENERATE, OK, REASONS, TRUNCATED, judge
from synth.teacher.cache import Cache
from synth.teacher.endpoint import Endpoint, Stopped, Unanswered
from synth.teacher.requests import Answer, Request
from synth.teacher.settings import EndpointSettings

ATTEMPTS = 3  # of one question, all its bad answers counted
COOLER = 0.5  # the temperature after a loop, as a share of the usual one
MOST_UNANSWERED = 5  # calls in a row without any answer: the endpoint is down
NO_ANSWER = "no answer from the endpoint"

# What is wrong with the strings of a good answer, or None.
Check = Callable[[tuple[str, ...]], str | None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a question came to: the strings of a good answer, or the `reason` why there is none.

    `key` is that of the last answer that was looked at, `raw` its first words where it was no good.
    """

    values: tuple[str, ...] = ()
    reason: str | None = None
    key: str | None = None
    raw: str = ""


@dataclass
class Tally:
    """What came back, over a run: step -> statuses, and what all the answers used would have cost."""

    statuses: Counter[tuple[str, str]] = field(default_factory=Counter)
    input_tokens: int = 0
    output_tokens: int = 0


class Teacher:
    """Asks questions. `stopped` says why no more are asked: `budget`, `interrupted`, or what failed."""

    def __init__(self, settings: EndpointSettings, cache: Cache, account: Account, concurrency: int) -> None:
        self.model = settings.model
        self.tally = Tally()
        self.stopped: str | None = None
        self.error: EngineError | None = None
        self._endpoint = Endpoint(settings)
        self._cache, self._account = cache, account
        self._places = asyncio.Semaphore(concurrency)
        self._settled = asyncio.Condition()
        self._in_flight = self._unanswered = 0

    async def close(self) -> None:
        """Close the connections."""
        await self._endpoint.close()

    def stop(self, why: str) -> None:
        """Ask nothing new; what is in the cache or on its way is still used."""
        if self.stopped is None:
            self.stopped = why
        self._endpoint.stop()

    def halted(self) -> EngineError:
        """Why no more is asked, as an error for work that is nothing worth in parts."""
        return self.error or EngineError(f"stopped by: {self.stopped}; run the same command again to go on")

    async def good(self, request: Request, check: Check | None = None) -> Outcome:
        """Ask until an answer is good and passes `check`, ATTEMPTS times at most.

        Raises Stopped where a needed answer isn't there and no more are asked for.
        """
        first = request
        outcome = Outcome(reason=NO_ANSWER)
        looped = False
        for attempt in range(ATTEMPTS):
            try:
                answer = await self._ask(request)
            except Unanswered as error:
                return replace(outcome, reason=f"{NO_ANSWER}: {error}")
            judged = judge(answer, request.shape)
            reason = REASONS[judged.status] if judged.status != OK else check(judged.values) if check else None
            self._count(request, judged.status if judged.status != OK or reason is None else "unusable", answer)
            key = request.key(self.model)
            if reason is None:
                return Outcome(judged.values, None, key)
            outcome = Outcome((), reason, key, answer.content[:200])
            if judged.status == DEGENERATE and looped:
                break
            again = first.again(attempt + 1)
            if judged.status == TRUNCATED:
                if request.max_tokens == request.longer().max_tokens:
                    break
                request = replace(again, max_tokens=request.longer().max_tokens)
            elif judged.status == DEGENERATE:
                looped = True
                request = replace(again, temperature=first.temperature * COOLER, max_tokens=request.max_tokens)
            else:
                request = replace(again, max_tokens=request.max_tokens)
        return outcome

    def _count(self, request: Request, status: str, answer: Answer) -> None:
        self.tally.statuses[request.step, status] += 1
        self.tally.input_tokens += answer.input_tokens
        self.tally.output_tokens += answer.output_tokens

    async def _ask(self, request: Request) -> Answer:
        """One answer, paid for only where the cache has none. Raises Unanswered, Stopped."""
        key = request.key(self.model)
        known = self._cache.get(key)
        if known is not None:
            self._account.cached += 1
            return known
        async with self._places:
            await self._afford(request)
            try:
                answer = await self._endpoint.send(request)
                self._unanswered = 0
                self._account.settle(answer)
                self._cache.put(key, answer)
                return answer
            except EngineError as error:
                self.error = error
                self.stop(str(error))
                raise Stopped from None
            except Unanswered as error:
                self._unanswered += 1
                if self._unanswered >= MOST_UNANSWERED and self.error is None:  # calls in flight may still fail
                    self.error = EngineError(
                        f"{self._unanswered} calls in a row had no answer (the last: {error}): is the endpoint up?"
                    )
                    self.stop(str(self.error))
                raise
            finally:
                await self._free(request)

    async def _afford(self, request: Request) -> None:
        """Set aside what a call may cost; where the budget lacks it, wait for those in flight, then stop."""
        async with self._settled:
            while self.stopped is None and not self._account.reserve(request):
                if not self._in_flight:
                    self.stop("budget")
                    break
                await self._settled.wait()
            if self.stopped is not None:
                raise Stopped
            self._in_flight += 1

    async def _free(self, request: Request) -> None:
        async with self._settled:
            self._in_flight -= 1
            self._account.release(request)
            self._settled.notify_all()
