"""Counts of one document, and the table of all: everything that a score is made of.

Scores, intervals and tests are computed from this table alone, so they can't disagree. A column is one
count, a row one document; all counts are whole numbers.

    documents failed recalled clean accurate leaked over sentences
    items covered                      gold items; those that lie wholly inside hidden text
    chars.gold chars.hidden chars.both
    chars.plain chars.kept chars.visible chars.same chars.drift chars.source    see `eval.fidelity`
    conll.<tp|predicted|gold>          see `eval.conll`
    <mode>.<tp|predicted|gold>.<row>   mode: strict, relaxed (row: a row of the scheme), exact, overlap (row: any)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np
import numpy.typing as npt

from eval.conll import entities, tags, tokenise
from eval.fidelity import fidelity
from eval.hidden import hidden_text, mask_of
from eval.matching import match
from eval.predictions import Prediction
from eval.scheme import Gold, Item, Scheme
from ficha.document import Document
from ficha.errors import InputError

Ints = npt.NDArray[np.int64]

DOCUMENT_COLUMNS = ("documents", "failed", "recalled", "clean", "accurate", "leaked", "over", "sentences")
TEXT_COLUMNS = ("items", "covered", "chars.gold", "chars.hidden", "chars.both")
FIDELITY_COLUMNS = ("chars.plain", "chars.kept", "chars.visible", "chars.same", "chars.drift", "chars.source")
CONLL_COLUMNS = ("conll.tp", "conll.predicted", "conll.gold")
# mode -> (exact boundaries, same category)
MODES = {"strict": (True, True), "relaxed": (False, True), "exact": (True, False), "overlap": (False, False)}
ANY = "any"

# A sentence ends at a full stop, question or exclamation mark before white space, or at a line end. It is a
# rough count ("Dr. Otieno" is two), the same for every system.
_SENTENCE_END = re.compile(r"[.!?…]+(?=\s|$)|[。！？]+|\n+")


@dataclass(frozen=True)
class CountTable:
    """The counts of all documents: `values[i, j]` is column `columns[j]` of document `ids[i]`."""

    ids: tuple[str, ...]
    columns: tuple[str, ...]
    values: Ints

    def total(self, column: str) -> int:
        """The sum of one column over all documents."""
        return int(self.values[:, self.columns.index(column)].sum())


def columns_of(scheme: Scheme) -> tuple[str, ...]:
    """The columns that every table under this scheme has, whatever the documents hold."""
    modes = [
        f"{mode}.{what}.{row}"
        for mode, (_, typed) in MODES.items()
        for row in (scheme.rows if typed else (ANY,))
        for what in ("tp", "predicted", "gold")
    ]
    return (*DOCUMENT_COLUMNS, *TEXT_COLUMNS, *FIDELITY_COLUMNS, *CONLL_COLUMNS, *modes)


def count_document(document: Document, prediction: Prediction, scheme: Scheme) -> dict[str, int]:
    """The counts of one document; columns that aren't in it are 0.

    A failed answer is a miss in every document measure and for each of its items, and never a leak: no
    text was given back. Raises InputError and SpanError, see `Scheme`.
    """
    gold, predicted = scored(document, prediction, scheme)
    hidden = hidden_text(document.text, gold, predicted, prediction)
    faithful = fidelity(document.text, gold, predicted, prediction, scheme.policy)
    answered = not prediction.failed
    recalled = answered and hidden.covered == len(gold.items)
    clean = answered and not hidden.over
    counts = {
        "documents": 1,
        "failed": int(prediction.failed),
        "recalled": int(recalled),
        "clean": int(clean),
        "accurate": int(recalled and clean),
        "leaked": int(answered and not recalled),
        "over": int(answered and not clean),
        "sentences": sentences_of(document.text),
        "items": len(gold.items),
        "covered": hidden.covered,
        "chars.gold": hidden.gold_chars,
        "chars.hidden": hidden.hidden_chars,
        "chars.both": hidden.both_chars,
        **{f"chars.{name}": count for name, count in asdict(faithful).items()},
        **_conll(document.text, gold, predicted, scheme),
    }
    for mode, (exact, typed) in MODES.items():
        pairs = match(gold.items, predicted, exact=exact, typed=typed)
        matched = {p: g for g, p in pairs}
        for item in gold.items:
            _add(counts, f"{mode}.gold.{item.row if typed else ANY}")
        for p, item in enumerate(predicted):
            hit = matched.get(p)
            row = gold.items[hit].row if hit is not None else scheme.row_of(item.row)
            _add(counts, f"{mode}.predicted.{row if typed else ANY}")
            if hit is not None:
                _add(counts, f"{mode}.tp.{row if typed else ANY}")
    return counts


def count_all(documents: Iterable[Document], predictions: Mapping[str, Prediction], scheme: Scheme) -> CountTable:
    """The table of all documents, in their order.

    Raises InputError: no documents, or a document without prediction, or the reverse.
    """
    columns = columns_of(scheme)
    position = {column: j for j, column in enumerate(columns)}
    ids: list[str] = []
    rows: list[Sequence[int]] = []
    for document in documents:
        if document.id not in predictions:
            raise InputError(f"gold document {document.id!r} has no prediction: each needs one line, `failed` ones too")
        row = [0] * len(columns)
        for column, count in count_document(document, predictions[document.id], scheme).items():
            row[position[column]] = count
        ids.append(document.id)
        rows.append(row)
    if not rows:
        raise InputError("the gold file holds no documents: there is nothing to score")
    extra = predictions.keys() - set(ids)
    if extra:
        first = predictions[min(extra)]
        raise InputError(f"{first.where}: id {first.id!r} is not in the gold file ({len(extra)} such in all)")
    return CountTable(tuple(ids), columns, np.array(rows, dtype=np.int64))


def sentences_of(text: str) -> int:
    """How many sentences a text has, roughly."""
    return sum(1 for part in _SENTENCE_END.split(text) if part.strip())


def scored(document: Document, prediction: Prediction, scheme: Scheme) -> tuple[Gold, list[Item]]:
    """The document's gold, and the predictions that can be right or wrong.

    Left out is what touches no gold item and either touches text where nothing is demanded or punished, or
    is of a kind that the set doesn't mark throughout. Raises InputError and SpanError, see `Scheme`.
    """
    gold = scheme.gold(document)
    wanted = mask_of(len(document.text), ((item.start, item.end) for item in gold.items))
    free = mask_of(len(document.text), gold.free)
    return gold, [
        item
        for item in scheme.predicted(document, prediction)
        if wanted[item.start : item.end].any()
        or (scheme.can_be_wrong(item.row, document.lang) and not free[item.start : item.end].any())
    ]


def _conll(text: str, gold: Gold, predicted: Iterable[Item], scheme: Scheme) -> dict[str, int]:
    tokens = tokenise(text)
    right = entities(tags(tokens, gold.items))
    found = entities(tags(tokens, (replace(item, row=scheme.row_of(item.row)) for item in predicted)))
    return {"conll.tp": len(right & found), "conll.predicted": len(found), "conll.gold": len(right)}


def _add(counts: dict[str, int], column: str) -> None:
    counts[column] = counts.get(column, 0) + 1
