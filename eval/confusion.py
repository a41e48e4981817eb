"""The confusion matrix: what gold items of each row were hidden as, whatever the edges.

    matrix = confusion(documents, predictions, scheme)
    matrix.counts["PERSON", "PERSON_THIRD_PARTY"]   # a patient's name that was taken for a relative's
    matrix.counts["PERSON", MISSED], matrix.counts[SPURIOUS, "DATE"]

Items are paired one to one by overlap, as for `item.overlap.*`, so a row's sum is its number of gold items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from eval.counts import scored
from eval.matching import match
from eval.predictions import Prediction
from eval.scheme import Scheme
from ficha.document import Document

MISSED = "(missed)"
SPURIOUS = "(nothing)"


@dataclass(frozen=True)
class Confusion:
    """`counts[gold row, predicted category]`; `rows` and `columns` are those that occur, in the report's order."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: Mapping[tuple[str, str], int]

    def table(self) -> list[list[int]]:
        """The counts as rows of numbers."""
        return [[self.counts.get((row, column), 0) for column in self.columns] for row in self.rows]


def confusion(documents: Iterable[Document], predictions: Mapping[str, Prediction], scheme: Scheme) -> Confusion:
    """The matrix over all documents; `predictions` by document id. Raises InputError and SpanError, see `Scheme`."""
    counts: Counter[tuple[str, str]] = Counter()
    for document in documents:
        gold, predicted = scored(document, predictions[document.id], scheme)
        pairs = dict(match(gold.items, predicted, exact=False, typed=False))
        for g, item in enumerate(gold.items):
            counts[item.row, predicted[pairs[g]].row if g in pairs else MISSED] += 1
        matched = set(pairs.values())
        counts.update((SPURIOUS, item.row) for p, item in enumerate(predicted) if p not in matched)
    met_rows, met_columns = ({pair[side] for pair in counts} for side in (0, 1))
    return Confusion(
        tuple(row for row in (*scheme.rows, SPURIOUS) if row in met_rows),
        tuple(column for column in (*scheme.rows, MISSED) if column in met_columns),
        counts,
    )
