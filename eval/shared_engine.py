"""One generation for several modes: the model with the rules and the model alone read the same twins.

engine = SharedEngine(LocalEngine.load(folder))
systems = [Redactor(engine, "both"), Redactor(engine, "model")]   # the second costs no forward pass
"""

from __future__ import annotations

from ficha.engine import Engine, Generation
from ficha.locales import Locale
from ficha.policy import Policy


class SharedEngine:
    """An engine that remembers every generation; for evaluation sets, which fit into memory."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: dict[tuple[str, Policy, str | None], Generation] = {}

    @property
    def model(self) -> str:
        return self._engine.model

    @property
    def window_tokens(self) -> int:
        return self._engine.window_tokens

    def count_tokens(self, text: str) -> int:
        return self._engine.count_tokens(text)

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        """The inner engine's answer, asked for once a text, policy and language."""
        key = (text, policy, locale.code if locale else None)
        if key not in self._known:
            self._known[key] = self._engine.generate(text, policy, locale)
        return self._known[key]
