"""The report: gold and predictions in, every measure with its counts, interval and signature out.

report = score(documents, predictions, Scheme(load_policy("afrimed"), LABELS))
report.scores["document.recall"].value
report.to_json()["measures"]["document.recall"]
# {"value": 0.97, "interval": [0.95, 0.99], "counts": {"recalled": 291, "documents": 300}}
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from eval.bootstrap import RESAMPLES, SEED, intervals, totals_of
from eval.counts import CountTable, count_all
from eval.measures import all_measures
from eval.predictions import Prediction
from eval.scheme import Scheme
from eval.signature import signature
from ficha.document import Document


@dataclass(frozen=True, slots=True)
class Score:
    """A measure's value with its 95% interval and its counts; NaN where it is undefined."""

    name: str
    value: float
    low: float
    high: float
    counts: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        """The score as `eval score --json` prints it; undefined is null."""
        interval = None if math.isnan(self.low) else [self.low, self.high]
        return {"value": None if math.isnan(self.value) else self.value, "interval": interval, "counts": self.counts}


@dataclass(frozen=True)
class Report:
    """All scores of one system on one gold set, and the table that they were made of."""

    scheme: Scheme
    table: CountTable
    scores: Mapping[str, Score]
    resamples: int
    seed: int

    @property
    def signature(self) -> str:
        """How these scores were made."""
        return signature(self.scheme, len(self.table.ids), self.resamples, self.seed)

    def to_json(self) -> dict[str, Any]:
        """The whole report as one JSON object."""
        return {
            "signature": self.signature,
            "policy": self.scheme.policy.name,
            "gold": self.scheme.labels.name,
            "documents": len(self.table.ids),
            "failed": self.table.total("failed"),
            "notes": list(self.scheme.notes()),
            "measures": {name: score.to_json() for name, score in self.scores.items()},
        }


def score(
    documents: Iterable[Document],
    predictions: Mapping[str, Prediction],
    scheme: Scheme,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Report:
    """Score predictions (by document id) against gold documents. Raises InputError, SpanError."""
    table = count_all(documents, predictions, scheme)
    measures = all_measures(scheme)
    totals = totals_of(table.columns, table.values.sum(axis=0))
    bounds = intervals(table, measures, resamples, seed)
    scores = {
        measure.name: Score(
            measure.name,
            float(measure.value(totals)),
            *bounds[measure.name],
            {name: int(count(totals)) for name, count in measure.counts.items()},
        )
        for measure in measures
    }
    return Report(scheme, table, scores, resamples, seed)
