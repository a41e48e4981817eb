"""Ficha as a system to be scored: what `rules`, `ficha` and `ficha-model` share.

FichaSystem(Redactor.load(parts="rules"), lang="swa").predict(documents, load_policy("afrimed"))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from eval.predictions import Prediction, parse_prediction
from ficha.document import Document
from ficha.policy import Policy
from ficha.redactor import Redactor


class FichaSystem:
    """A redactor (the model, the rules or both); `lang` is used for every document where it is given."""

    def __init__(self, redactor: Redactor, lang: str | None) -> None:
        self._redactor = redactor
        self._lang = lang

    def predict(self, documents: Iterable[Document], policy: Policy) -> Iterator[Prediction]:
        """One prediction a document, in order. Raises LanguageError."""
        for result in self._redactor.redact_all(documents, policy, self._lang):
            yield parse_prediction(result.to_json(), f"result {result.id!r}")
