"""The queue before the engine: bounded, in order, one document at a time, with a time limit.

A local engine is not safe for two threads and gains nothing from them on a CPU; an endpoint gets
as many threads as the operator allows. What doesn't fit into the queue is refused at once.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ficha.redactor import Redactor
from ficha.result import Result
from serve.errors import ServeError
from serve.metrics import Metrics
from serve.settings import Limits

_FIRST_GUESS = 1.0  # seconds a request, until one has been measured
_SMOOTHING = 0.2
_WAIT_SHARE = 0.25  # of the time that a request may take
T = TypeVar("T")


class Worker:
    """Runs redactions on `threads` threads; `redactor_of` gives the redactor for an operator's name."""

    def __init__(
        self, redactor_of: Callable[[str], Redactor], limits: Limits, metrics: Metrics, threads: int = 1
    ) -> None:
        self._redactor_of, self._limits, self._metrics, self._threads = redactor_of, limits, metrics, threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="ficha-engine")
        self._pending = 0
        self._seconds = _FIRST_GUESS

    async def redact(self, texts: Sequence[str], policy: str | None, lang: str | None, operator: str) -> list[Result]:
        """Redact texts in order. Raises ServeError 429 where the queue is full, 503 where time is over."""
        wait = math.ceil(self._pending * self._seconds / self._threads)
        # Whoever would wait longer than this may run out of time in the queue: told now, nothing is lost.
        too_long = self._pending > 0 and wait > _WAIT_SHARE * self._limits.seconds
        if too_long or self._pending >= self._limits.waiting + self._threads:
            self._metrics.refused.inc()
            raise ServeError(429, "overloaded_error", "the queue is full: try again later", max(1, min(wait, 60)))
        over = threading.Event()
        self._pending += 1
        self._metrics.waiting.set(self._pending)
        try:
            work = asyncio.get_running_loop().run_in_executor(
                self._pool, self._work, texts, policy, lang, operator, over
            )
            return await asyncio.wait_for(work, self._limits.seconds)
        except TimeoutError:
            raise ServeError(503, "timeout_error", "no answer in time: send less, or try again later", 10) from None
        finally:
            over.set()  # a client that has gone, or a time that is over, stops the work at the next document
            self._pending -= 1
            self._metrics.waiting.set(self._pending)

    async def run(self, task: Callable[[], T]) -> T:
        """Run something else that needs the engine (the canaries), in its turn."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, task)

    def _work(
        self, texts: Sequence[str], policy: str | None, lang: str | None, operator: str, over: threading.Event
    ) -> list[Result]:
        redactor = self._redactor_of(operator)
        results: list[Result] = []
        started = time.monotonic()
        for n, text in enumerate(texts):
            if over.is_set():
                return []
            result = redactor.redact(text, policy, lang, id=str(n))
            self._metrics.documents.labels(result.status).inc()
            for span in result.spans:
                self._metrics.spans.labels(result.policy, span.label).inc()
            results.append(result)
        self._seconds += _SMOOTHING * (time.monotonic() - started - self._seconds)
        return results

    def close(self) -> None:
        """Stop after the document at hand."""
        self._pool.shutdown(wait=False, cancel_futures=True)
