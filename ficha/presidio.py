"""Ficha as a recognizer of Microsoft Presidio, for an `AnalyzerEngine` that stays as it is.

    analyzer.registry.add_recognizer(FichaRecognizer(Redactor.load(), language="sw", lang="swa"))

Needs presidio-analyzer (`pip install 'ficha[presidio]'`). A span's entity type is Presidio's own word
where there is one, else Ficha's fine label or category in capitals.
"""

from __future__ import annotations

import re

from presidio_analyzer import EntityRecognizer, RecognizerResult
from presidio_analyzer.nlp_engine import NlpArtifacts

from ficha.errors import EngineError
from ficha.labels import FINE_LABELS
from ficha.policy import Policy, load_policy
from ficha.redactor import Redactor
from ficha.result import ResultSpan

# fine label (or its first part) -> Presidio's entity; https://microsoft.github.io/presidio/supported_entities/
_ENTITIES = {
    "person": "PERSON",
    "contact.phone": "PHONE_NUMBER",
    "contact.fax": "PHONE_NUMBER",
    "contact.email": "EMAIL_ADDRESS",
    "contact.url": "URL",
    "contact.ip": "IP_ADDRESS",
    "date": "DATE_TIME",
    "time": "DATE_TIME",
    "age": "AGE",
    "location": "LOCATION",
    "facility": "ORGANIZATION",
    "organisation": "ORGANIZATION",
    "id": "ID",
}


class FichaRecognizer(EntityRecognizer):
    """Gives an analyzer what a redactor hides. `language` is the analyzer's code, `lang` Ficha's (ISO 639-3)."""

    def __init__(
        self, redactor: Redactor, language: str = "en", lang: str | None = "eng", policy: str = "hipaa"
    ) -> None:
        self._redactor, self._lang, self._policy = redactor, lang, load_policy(policy)
        super().__init__(
            supported_entities=entities(self._policy), supported_language=language, name="Ficha", version="1"
        )

    def load(self) -> None:
        """Presidio asks for this; the redactor is loaded already."""

    def analyze(
        self, text: str, entities: list[str], nlp_artifacts: NlpArtifacts | None = None
    ) -> list[RecognizerResult]:
        """The spans of `text` of the asked entity types. Raises EngineError where the text could not be read:

        an empty list would say that nothing is to hide.
        """
        result = self._redactor.redact(text, self._policy, self._lang)
        if result.status == "failed":
            raise EngineError("; ".join(result.reasons))
        found = [(span, _entity(span.fine or span.label)) for span in result.spans]
        return [_recognised(span, entity) for span, entity in found if not entities or entity in entities]


def entities(policy: Policy) -> list[str]:
    """Every entity type that a policy can give."""
    labels = [label for label in FINE_LABELS if policy.category_of(label) is not None]
    return sorted({_entity(name) for name in (*labels, *(category.id for category in policy.categories))})


def _entity(label: str) -> str:
    known = _ENTITIES.get(label) or _ENTITIES.get(label.split(".", maxsplit=1)[0])
    return known or re.sub(r"\W+", "_", label).upper()


def _recognised(span: ResultSpan, entity: str) -> RecognizerResult:
    return RecognizerResult(entity, span.start, span.end, span.score)
