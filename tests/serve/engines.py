"""An engine that writes what it is told: the gateway's behaviour is tested here, not a model's."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from ficha.engine import Generation
from ficha.locales import Locale
from ficha.policy import Policy
from ficha.redactor import Redactor
from serve.canary import Verdict
from serve.gate import Service


@dataclass
class ScriptedEngine:
    """Writes the twin that `write` makes of a text, after `seconds`."""

    write: Callable[[str], str] = lambda text: text
    seconds: float = 0.0
    model: str = "scripted"
    window_tokens: int = 10_000

    def count_tokens(self, text: str) -> int:
        return len(text)

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        time.sleep(self.seconds)
        twin = self.write(text)
        return Generation(twin, (0.99,) * twin.count("["), finished=True)


def service(engine: ScriptedEngine, verdict: Verdict | None = None) -> Service:
    """A service around a scripted engine whose canaries end in `verdict`."""
    return Service(lambda operator: Redactor(engine, "both", operator), lambda: verdict or Verdict(True))
