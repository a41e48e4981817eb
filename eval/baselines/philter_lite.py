"""philter-lite: everything is hidden that no filter of Philter (Norgeot et al. 2020) knows as harmless.

It is made for American notes and has types for dates alone, so its typed scores say little and its other scores
much. Philter's word lists ask for parts of speech: with NLTK's tagger where its data is installed, else capitals
count as proper nouns and digits as numbers, which the model's name says (`philter-lite (no tagger)`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from itertools import pairwise
from types import SimpleNamespace

from eval.hidden import is_edge
from eval.predictions import Prediction
from eval.system_labels import Found, SystemLabels, read_system_labels
from eval.systems import Options, System
from ficha.document import Document
from ficha.errors import UsageError
from ficha.policy import Policy


class PhilterLite:
    """The filters of `philter_delta`, the set that the package ships."""

    def __init__(self) -> None:
        from philter_lite import load_filters, philter

        self._filters = load_filters(str(resources.files("philter_lite") / "configs" / "philter_delta.toml"))
        self._detect = philter.detect_phi
        self._name = "philter-lite"
        if not _has_tagger():
            vars(philter)["nltk"] = SimpleNamespace(pos_tag=tags_by_form)
            self._name = "philter-lite (no tagger)"
        self._labels = read_system_labels("philter_lite")

    @property
    def labels(self) -> SystemLabels:
        return self._labels

    def predict(self, documents: Iterable[Document], policy: Policy) -> Iterator[Prediction]:
        """One prediction a document; hidden neighbours with only white space and punctuation between are one span."""
        for document in documents:
            harmless, _, tracked = self._detect(document.text, self._filters)
            dates = [Found(p.start, p.stop, "DATE", 1.0) for p in tracked.phi if p.phi_type == "DATE"]
            hidden = sorted(harmless.get_complement(document.text).items())
            others = [Found(start, end, "OTHER", 0.5) for start, end in joined(document.text, hidden)]
            apart = [o for o in others if all(o.end <= d.start or o.start >= d.end for d in dates)]
            yield self._labels.answer(document, [*dates, *apart], policy, self._name)


def load(options: Options) -> System:
    """Load it. Raises UsageError where a model is named: it has none."""
    if options.model is not None:
        raise UsageError("system 'philter-lite' has no model: leave it out")
    return PhilterLite()


def joined(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Sorted spans, neighbours joined where only white space and punctuation stand between them."""
    if not spans:
        return
    start = spans[0][0]
    for (_, end), (following, _) in pairwise([*spans, (len(text) + 1, len(text) + 1)]):
        if following > len(text) or not all(map(is_edge, text[end:following])):
            yield start, end
            start = following


def tags_by_form(words: Sequence[str]) -> list[tuple[str, str]]:
    """Penn tags from the look of a word alone: NNP for a capital, CD for digits, NN else."""
    return [(word, "CD" if word.isdigit() else "NNP" if word[:1].isupper() else "NN") for word in words]


def _has_tagger() -> bool:
    import nltk

    try:
        nltk.data.find("taggers/averaged_perceptron_tagger_eng")
    except LookupError:
        return False
    return True
