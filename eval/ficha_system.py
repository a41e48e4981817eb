"""Ficha as a system to be scored: what `rules`, `ficha` and `ficha-model` share.

FichaSystem("rules", Options(lang="swa")).predict(documents, load_policy("afrimed"))

The model is loaded and asked once a process: the modes that use it read the same generations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from eval.predictions import Prediction, parse_prediction
from eval.shared_engine import SharedEngine
from eval.systems import Options
from ficha.document import Document
from ficha.errors import UsageError
from ficha.policy import Policy
from ficha.redactor import Parts, Redactor


class FichaSystem:
    """The model, the rules or both. Reads `options.model` (an adapter folder, by default the one that ships)
    and `options.lang`. Raises ModelError, and UsageError where a model is named for the rules alone.
    """

    labels = None

    def __init__(self, parts: Parts, options: Options) -> None:
        if parts == "rules" and options.model is not None:
            raise UsageError("system 'rules' has no model: leave it out, or run system 'ficha'")
        engine = None if parts == "rules" else shared_engine(options.model)
        self._redactor = Redactor(engine, parts)
        self._lang = options.lang

    @classmethod
    def around(cls, redactor: Redactor, lang: str | None) -> FichaSystem:
        """The system of a redactor that is there already."""
        system = cls.__new__(cls)
        system._redactor, system._lang = redactor, lang
        return system

    def predict(self, documents: Iterable[Document], policy: Policy) -> Iterator[Prediction]:
        """One prediction a document, in order. Raises LanguageError."""
        for result in self._redactor.redact_all(documents, policy, self._lang):
            yield parse_prediction(result.to_json(), f"result {result.id!r}")


@cache
def shared_engine(model: str | None) -> SharedEngine:
    """The local engine with the adapter folder `model`, the same one for every caller. Raises ModelError."""
    from ficha.engine.loading import default_model
    from ficha.engine.local import LocalEngine

    return SharedEngine(LocalEngine.load(Path(model) if model is not None else default_model()))
