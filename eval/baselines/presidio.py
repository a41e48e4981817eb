"""Microsoft Presidio: its patterns and checksums, and with `presidio=MODEL` also a spaCy model's entities.

    presidio                    the "presidio_rules" of published tables: every predefined English recogniser but NER
    presidio=en_core_web_lg     a spaCy package or folder (only one that is installed: nothing is downloaded)

Its English recognisers read every language, as in those tables: there are none for the languages of the set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from eval.predictions import Prediction
from eval.system_labels import Found, SystemLabels, read_system_labels
from eval.systems import Options, System
from ficha.document import Document
from ficha.errors import ModelError
from ficha.policy import Policy

LANGUAGE = "en"


class Presidio:
    """An analyzer engine; `nlp` is the spaCy pipeline that it tokenises with."""

    def __init__(self, nlp: Any, name: str, with_entities: bool) -> None:
        import tldextract
        from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
        from presidio_analyzer.nlp_engine import SpacyNlpEngine

        class Loaded(SpacyNlpEngine):
            """An engine around a pipeline that is loaded already."""

            def __init__(self) -> None:
                super().__init__()
                self.nlp: Any = {LANGUAGE: nlp}

        # The e-mail recogniser would fetch the list of public suffixes: the one in its package will do.
        suffixes: Any = tldextract.TLDExtract(suffix_list_urls=())
        tldextract.extract = suffixes
        registry = RecognizerRegistry()
        registry.load_predefined_recognizers(languages=[LANGUAGE])
        if not with_entities:
            registry.remove_recognizer("SpacyRecognizer")
        self._engine = AnalyzerEngine(registry=registry, nlp_engine=Loaded(), supported_languages=[LANGUAGE])
        self._name = name
        self._labels = read_system_labels("presidio")

    @property
    def labels(self) -> SystemLabels:
        return self._labels

    def predict(self, documents: Iterable[Document], policy: Policy) -> Iterator[Prediction]:
        """One prediction a document; of overlapping findings the surest is taken."""
        for document in documents:
            results = self._engine.analyze(document.text, LANGUAGE)
            found = [Found(r.start, r.end, r.entity_type, r.score) for r in results]
            yield self._labels.answer(document, found, policy, self._name)


def load(options: Options) -> System:
    """Load it, with the spaCy model `options.model` where one is named. Raises ModelError: it isn't installed."""
    import spacy

    if options.model is None:
        return Presidio(spacy.blank(LANGUAGE), "presidio", with_entities=False)
    if not (spacy.util.is_package(options.model) or Path(options.model).is_dir()):
        raise ModelError(
            f"spaCy model {options.model!r} is neither installed nor a folder: install it, or leave it out"
        )
    return Presidio(spacy.load(options.model), f"presidio={options.model}", with_entities=True)
