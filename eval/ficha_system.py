"""Ficha as a system to be scored: what `rules`, `ficha` and `ficha-model` share.

FichaSystem("rules", model=None, lang="swa").predict(documents, load_policy("afrimed"))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from eval.predictions import Prediction, parse_prediction
from ficha.document import Document
from ficha.policy import Policy
from ficha.redactor import Parts, Redactor


class FichaSystem:
    """Ficha with the model, the rules or both; `lang` is used for every document where it is given."""

    def __init__(self, parts: Parts, model: Path | None, lang: str | None) -> None:
        self._redactor = Redactor.load(model, parts=parts)
        self._lang = lang

    def predict(self, documents: Iterable[Document], policy: Policy) -> Iterator[Prediction]:
        """One prediction a document, in order. Raises LanguageError."""
        for result in self._redactor.redact_all(documents, policy, self._lang):
            yield parse_prediction(result.to_json(), f"result {result.id!r}")
