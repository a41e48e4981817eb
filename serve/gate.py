"""The gate before the engine: nothing passes that isn't ready, known, small enough and valid Unicode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ficha.locales import language_codes
from ficha.operators import STATELESS
from ficha.policy import policy_names
from ficha.redactor import Redactor
from ficha.result import Result
from serve.canary import Verdict
from serve.errors import ServeError, log
from serve.metrics import Metrics
from serve.settings import Limits
from serve.worker import Worker


@dataclass(frozen=True)
class Service:
    """What is served: a redactor an operator, and the canaries' check, run before the first answer."""

    redactor_of: Callable[[str], Redactor]
    check: Callable[[], Verdict]
    threads: int = 1


@dataclass
class Gate:
    """One gateway's state: its queue, its limits, and whether the canaries have passed."""

    service: Service
    limits: Limits
    metrics: Metrics
    policies: tuple[str, ...] = field(default_factory=lambda: tuple(policy_names()))
    canary: Verdict = field(default_factory=lambda: Verdict(False, "the canaries have not been answered yet"))

    def __post_init__(self) -> None:
        self.worker = Worker(self.service.redactor_of, self.limits, self.metrics, self.service.threads)

    async def ask_canaries(self) -> None:
        """Decide whether this gateway is ready."""
        self.canary = await self.worker.run(self.service.check)
        self.metrics.ready.set(self.canary.passed)
        if not self.canary.passed:
            log.error("not ready: %s", self.canary.reason)

    async def redact(
        self, texts: Sequence[str], policy: str | None, lang: str | None, operator: str = "typed"
    ) -> list[Result]:
        """Redact texts. Raises ServeError: 503 not ready, 400 or 413 what can't be taken, 429 a full queue."""
        if not self.canary.passed:
            raise ServeError(503, "not_ready", self.canary.reason, retry_after=30)
        self._prove_settings(policy, lang, operator)
        limits = self.limits
        if len(texts) > limits.texts:
            raise ServeError(413, "invalid_request_error", f"texts: more than {limits.texts}: send fewer at a time")
        if any(len(text) > limits.text_characters for text in texts):
            words = f"a text is longer than {limits.text_characters} characters: split it"
            raise ServeError(413, "invalid_request_error", words)
        if any("\ud800" <= character <= "\udfff" for text in texts for character in text):
            raise ServeError(400, "invalid_request_error", "a text holds a lone surrogate: it isn't valid Unicode")
        return await self.worker.redact(texts, policy, lang, operator)

    def _prove_settings(self, policy: str | None, lang: str | None, operator: str) -> None:
        # A policy may be a file for `ficha redact`, never for a caller from outside.
        for name, value, known in (
            ("policy", policy, self.policies),
            ("lang", lang, language_codes()),
            ("operator", operator, STATELESS),
        ):
            if value is not None and value not in known:
                raise ServeError(400, "invalid_request_error", f"{name}: expected one of {', '.join(known)}")
