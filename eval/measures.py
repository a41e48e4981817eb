"""The measures, by name: each a function of column sums, so that it scores one corpus or 1,000 resamples alike.

    document.recall          share of documents in which every gold item (if any) lies wholly inside hidden text
    document.precision       ... in which nothing that isn't personal was hidden or altered
    document.accuracy        ... of which both are true;   document.f1 is of the two above
    document.leaked | over_redacted | failed
    item.<mode>.<precision|recall|f1|f2>        over all items (micro);  .macro: mean over the rows that occur
    item.<mode>.<measure>[<row>]                of one row;  mode: strict, relaxed; exact, overlap: without categories
    item.covered.recall      share of items that lie wholly inside hidden text, whatever the category
    character.<measure>      of hidden code points;   over_redaction.share is 1 - character.precision
    leak.share               1 - strict recall (model card AfriMed-PII);  leak.readable: 1 - item.covered.recall
    leak.per_sentence        items not wholly hidden, per sentence
    fidelity.kept            share of characters that aren't personal and were kept exactly
    fidelity.visible         share of characters not hidden that are the source's;   fidelity.drift: see `eval.fidelity`
    conll.<precision|recall|f1>                 over tokens with IOB2 tags, as seqeval counts

0 of 0 is undefined (NaN, `null`, "-"), never 1: no gold leaves recall undefined, no prediction precision. F1
and F2 are 0 where gold or predictions exist and none match. In a macro mean an undefined value counts as 0,
as in seqeval, and a row without gold and predictions isn't counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from eval.counts import ANY, MODES
from eval.scheme import Scheme

Floats = npt.NDArray[np.float64]
Totals = Callable[[str], Floats]  # column -> its sum, or one sum a resample
Count = Callable[[Totals], Floats]
SCORES = ("precision", "recall", "f1", "f2")


@dataclass(frozen=True)
class Measure:
    """A named score: `value` of column sums, and the `counts` that it is made of."""

    name: str
    value: Count
    counts: Mapping[str, Count]


def all_measures(scheme: Scheme) -> tuple[Measure, ...]:
    """Every measure that can be read under the scheme, in the order of the report."""
    scores = SCORES if scheme.has_precision else ("recall",)
    found = [*_document_measures(scheme.has_precision)]
    for mode, (_, typed) in MODES.items():
        rows = scheme.rows if typed else (ANY,)
        found += [_item_measure(f"item.{mode}.{score}", score, mode, rows) for score in scores]
        if typed:
            found += [_macro(f"item.{mode}.macro.{score}", score, mode, rows) for score in scores]
            found += [
                _item_measure(f"item.{mode}.{score}[{row}]", score, mode, (row,)) for row in rows for score in scores
            ]
    found.append(_share("item.covered.recall", "covered", "items"))
    found += [_character_measure(score) for score in scores if score != "f2"]
    if scheme.has_precision:
        found.append(_complement("over_redaction.share", _character_measure("precision")))
    found.append(_complement("leak.share", _item_measure("", "recall", "strict", scheme.rows)))
    found.append(_complement("leak.readable", _share("", "covered", "items")))
    found.append(
        Measure(
            "leak.per_sentence",
            lambda t: ratio(t("items") - t("covered"), t("sentences")),
            {"missed": lambda t: t("items") - t("covered"), "sentences": _column("sentences")},
        )
    )
    if scheme.has_precision:
        found.append(_share("fidelity.kept", "chars.kept", "chars.plain"))
    found.append(_share("fidelity.visible", "chars.same", "chars.visible"))
    found.append(_share("fidelity.drift", "chars.drift", "chars.source"))
    found += [
        _scored(f"conll.{score}", score, *(_column(f"conll.{what}") for what in ("tp", "predicted", "gold")))
        for score in scores
        if score != "f2"
    ]
    return tuple(found)


def ratio(part: Floats, whole: Floats) -> Floats:
    """part / whole, and NaN where whole is 0."""
    part, whole = np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64)
    out: Floats = np.full(whole.shape, np.nan)
    return np.divide(part, whole, out=out, where=whole != 0)


def score_of(name: str, tp: Floats, predicted: Floats, gold: Floats) -> Floats:
    """Precision, recall, F1 or F2 of true positives, predictions and gold items."""
    if name == "precision":
        return ratio(tp, predicted)
    if name == "recall":
        return ratio(tp, gold)
    squared_beta = {"f1": 1, "f2": 4}[name]
    return ratio((1 + squared_beta) * tp, squared_beta * gold + predicted)


def _document_measures(has_precision: bool) -> list[Measure]:
    found = [_share("document.recall", "recalled", "documents")]
    if has_precision:
        found += [
            _share("document.precision", "clean", "documents"),
            Measure("document.f1", _document_f1, {c: _column(c) for c in ("recalled", "clean", "documents")}),
            _share("document.accuracy", "accurate", "documents"),
            _share("document.over_redacted", "over", "documents"),
        ]
    return [*found, _share("document.leaked", "leaked", "documents"), _share("document.failed", "failed", "documents")]


def _document_f1(totals: Totals) -> Floats:
    # The harmonic mean of two shares of the same whole, as Xiao et al. (2026) report it.
    return ratio(2 * totals("recalled") * totals("clean"), totals("documents") * (totals("recalled") + totals("clean")))


def _item_measure(name: str, score: str, mode: str, rows: tuple[str, ...]) -> Measure:
    return _scored(name, score, *(_sum(mode, what, rows) for what in ("tp", "predicted", "gold")))


def _character_measure(score: str) -> Measure:
    counts = (_column(column) for column in ("chars.both", "chars.hidden", "chars.gold"))
    return _scored(f"character.{score}", score, *counts)


def _scored(name: str, score: str, tp: Count, predicted: Count, gold: Count) -> Measure:
    counts = {"tp": tp, "predicted": predicted, "gold": gold}
    unused = {"precision": "gold", "recall": "predicted"}.get(score)
    shown = {what: count for what, count in counts.items() if what != unused}
    return Measure(name, lambda t: score_of(score, tp(t), predicted(t), gold(t)), shown)


def _macro(name: str, score: str, mode: str, rows: tuple[str, ...]) -> Measure:
    parts = [_item_measure("", score, mode, (row,)) for row in rows]

    def occur(totals: Totals) -> Floats:
        both = (totals(f"{mode}.gold.{row}") + totals(f"{mode}.predicted.{row}") for row in rows)
        return sum(((count > 0).astype(np.float64) for count in both), start=np.zeros(()))

    def value(totals: Totals) -> Floats:
        return ratio(sum((np.nan_to_num(part.value(totals)) for part in parts), start=np.zeros(())), occur(totals))

    return Measure(name, value, {"rows": occur, **_item_measure("", score, mode, rows).counts})


def _share(name: str, part: str, whole: str) -> Measure:
    return Measure(name, lambda t: ratio(t(part), t(whole)), {part: _column(part), whole: _column(whole)})


def _complement(name: str, measure: Measure) -> Measure:
    return Measure(name, lambda t: 1 - measure.value(t), measure.counts)


def _column(name: str) -> Count:
    return lambda totals: totals(name)


def _sum(mode: str, what: str, rows: tuple[str, ...]) -> Count:
    return partial(_add_up, columns=tuple(f"{mode}.{what}.{row}" for row in rows))


def _add_up(totals: Totals, columns: tuple[str, ...]) -> Floats:
    return sum((totals(column) for column in columns), start=np.zeros(()))
