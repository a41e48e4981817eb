"""Ficha inside an unchanged Presidio analyzer."""

from __future__ import annotations

import pytest
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import NlpArtifacts, NlpEngine

from ficha.errors import EngineError
from ficha.policy import load_policy
from ficha.presidio import FichaRecognizer, entities
from ficha.redactor import Redactor
from tests.serve.engines import ScriptedEngine

TEXT = "Naitwa Zuwena, simu 0712 345 678."


class _NoNlp(NlpEngine):
    """An analyzer wants an NLP engine; Ficha needs nothing from it."""

    def load(self) -> None: ...

    def is_loaded(self) -> bool:
        return True

    def process_text(self, text: str, language: str) -> NlpArtifacts:
        return NlpArtifacts([], [], [], [], self, language)

    def process_batch(self, texts, language, **kwargs):  # type: ignore[no-untyped-def]
        return ((text, self.process_text(text, language)) for text in texts)

    def is_stopword(self, word: str, language: str) -> bool:
        return False

    def is_punct(self, word: str, language: str) -> bool:
        return False

    def get_supported_entities(self) -> list[str]:
        return []

    def get_supported_languages(self) -> list[str]:
        return ["sw"]


def _analyzer(twin: str) -> AnalyzerEngine:
    registry = RecognizerRegistry([], supported_languages=["sw"])
    redactor = Redactor(ScriptedEngine(lambda text: twin))
    registry.add_recognizer(FichaRecognizer(redactor, language="sw", lang="swa", policy="afrimed"))
    return AnalyzerEngine(registry, nlp_engine=_NoNlp(), supported_languages=["sw"])


def test_an_unchanged_analyzer_finds_what_ficha_hides() -> None:
    analyzer = _analyzer("Naitwa [patient], simu 0712 345 678.")
    found = sorted((r.start, r.end, r.entity_type) for r in analyzer.analyze(TEXT, language="sw"))
    assert found == [(7, 13, "PERSON"), (20, 32, "PHONE_NUMBER")]
    only = analyzer.analyze(TEXT, language="sw", entities=["PHONE_NUMBER"])
    assert [(r.start, r.end) for r in only] == [(20, 32)]


def test_a_text_that_fails_is_no_empty_answer() -> None:
    with pytest.raises(EngineError):
        FichaRecognizer(Redactor(ScriptedEngine(lambda text: "")), lang="swa", policy="afrimed").analyze(TEXT, [])


def test_every_category_of_a_policy_has_an_entity() -> None:
    assert {"PERSON", "DATE_TIME", "TRIBE", "ID"} <= set(entities(load_policy("afrimed")))
