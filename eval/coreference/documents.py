"""Pseudonyms of a run scored against a corpus: `python -m eval coreference --gold G.jsonl --pred P.jsonl`.

Mentions are the gold spans of persons and places that carry an `entity`. A mention's answer is the placeholder
of the predicted span that covers most of it; a predicted span over no gold mention is a mention of its own.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from eval.coreference import Entities, Score, conll, coreference
from eval.coreference.pseudonyms import Pseudonyms, count_pseudonyms, total
from eval.predictions import PredictedSpan, Prediction
from ficha.document import Document, Span
from ficha.errors import InputError

KINDS = ("person.", "location.", "facility.", "organisation.")


@dataclass(frozen=True, slots=True)
class CoreferenceReport:
    """Measures by name, the CoNLL mean of three of them, and the pseudonyms counted end to end."""

    scores: Mapping[str, Score]
    conll: float
    pseudonyms: Pseudonyms
    documents: int

    def to_json(self) -> dict[str, Any]:
        """Every measure with its counts."""
        scores = {
            name: {
                "recall": s.recall,
                "precision": s.precision,
                "f1": s.f1,
                "counts": [s.hit_key, s.key, s.hit_response, s.response],
            }
            for name, s in self.scores.items()
        }
        pseudonyms = {name: None if math.isnan(value) else value for name, value in self.end_to_end().items()}
        return {"documents": self.documents, **scores, "conll": self.conll, "pseudonyms": pseudonyms}

    def end_to_end(self) -> dict[str, float]:
        """The pseudonyms' counts, precision and recall, by name."""
        p = self.pseudonyms
        counts = {"correct": p.correct, "lost": p.lost, "wrong": p.wrong, "spurious": p.spurious}
        return {**counts, "precision": p.precision, "recall": p.recall}

    def print(self, console: Console) -> None:
        """A table of the measures, and the pseudonyms' counts."""
        table = Table("measure", "recall", "precision", "F1")
        for name, s in self.scores.items():
            table.add_row(name, f"{s.recall:.3f}", f"{s.precision:.3f}", f"{s.f1:.3f}")
        table.add_row("conll", "", "", f"{self.conll:.3f}")
        console.print(table)
        p = self.pseudonyms
        console.print(
            f"{self.documents} documents; pseudonyms: {p.correct} correct, {p.lost} lost, {p.wrong} wrong, "
            f"{p.spurious} spurious",
            highlight=False,
        )


def score_documents(documents: Iterable[Document], predictions: Mapping[str, Prediction]) -> CoreferenceReport:
    """Score predictions with numbered placeholders. Raises InputError: none, or none for a document."""
    pairs: list[tuple[Entities, Entities]] = []
    counts: list[Pseudonyms] = []
    for document in documents:
        prediction = predictions.get(document.id)
        if prediction is None:
            raise InputError(f"the predictions hold nothing for document {document.id!r}: redact the whole gold file")
        gold: dict[Hashable, Hashable] = {
            (s.start, s.end): s.entity for s in document.spans if s.entity and s.label.startswith(KINDS)
        }
        answers = dict(_answers(document, prediction))
        pairs.append((_entities(gold), _entities(answers)))
        counts.append(count_pseudonyms(gold, answers))
    scores = coreference(pairs)
    return CoreferenceReport(scores, conll(scores), total(counts), len(pairs))


def _answers(document: Document, prediction: Prediction) -> Iterator[tuple[Hashable, str]]:
    """(mention, what was written for it): gold mentions that are covered, and predicted ones that cover none."""
    mentions = [s for s in document.spans if s.entity and s.label.startswith(KINDS)]
    used: set[int] = set()
    for mention in mentions:
        best = max(range(len(prediction.spans)), key=lambda n: _overlap(mention, prediction.spans[n]), default=None)
        if best is not None and 2 * _overlap(mention, prediction.spans[best]) > mention.end - mention.start:
            used.add(best)
            yield (mention.start, mention.end), _shown(prediction, prediction.spans[best])
    others = [s for s in document.spans if s not in mentions]
    for n, span in enumerate(prediction.spans):
        # What stands over a phone or a date is another matter; what stands over nothing is spurious.
        if n not in used and not any(_overlap(other, span) for other in others):
            yield ("predicted", span.start, span.end), _shown(prediction, span)


def _overlap(span: Span, predicted: PredictedSpan) -> int:
    return max(0, min(span.end, predicted.end) - max(span.start, predicted.start))


def _shown(prediction: Prediction, span: PredictedSpan) -> str:
    if span.placeholder is None:
        raise InputError(f"{prediction.where}: a span without a placeholder: redact with --operator numbered")
    return span.placeholder


def _entities(of: Mapping[Hashable, object]) -> Entities:
    groups: dict[object, set[Hashable]] = {}
    for mention, entity in of.items():
        groups.setdefault(entity, set()).add(mention)
    return list(groups.values())
