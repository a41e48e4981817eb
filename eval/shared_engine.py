"""One generation for several modes: the model with the rules and the model alone read the same twins.

engine = SharedEngine(LocalEngine.load(folder))
systems = [Redactor(engine, "both"), Redactor(engine, "model")]   # the second costs no forward pass
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ficha.engine import Engine, Generation, generate_all, thresholds_of
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
    def thresholds(self) -> Mapping[str, float]:
        return thresholds_of(self._engine)

    @property
    def window_tokens(self) -> int:
        return self._engine.window_tokens

    def count_tokens(self, text: str) -> int:
        return self._engine.count_tokens(text)

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        """The inner engine's answer, asked for once a text, policy and language."""
        return self.generate_all([text], policy, locale)[0]

    def generate_all(self, texts: Sequence[str], policy: Policy, locale: Locale | None) -> list[Generation]:
        """The same for several texts: what isn't known yet is asked for together."""
        code = locale.code if locale else None
        missing = [text for text in dict.fromkeys(texts) if (text, policy, code) not in self._known]
        for text, generation in zip(missing, generate_all(self._engine, missing, policy, locale), strict=True):
            self._known[text, policy, code] = generation
        return [self._known[text, policy, code] for text in texts]
