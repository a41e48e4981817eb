"""The report for a reader: what matters first, then each category, then the signature."""

from __future__ import annotations

import math

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Column, Table

from eval.report import Report, Score

# Measures of the first table, in its order; those that a set can't give are passed over.
HEADLINES = (
    "document.recall",
    "document.precision",
    "document.f1",
    "document.accuracy",
    "document.leaked",
    "document.over_redacted",
    "document.failed",
    "item.covered.recall",
    "item.strict.precision",
    "item.strict.recall",
    "item.strict.f1",
    "item.strict.f2",
    "item.strict.macro.f1",
    "item.relaxed.precision",
    "item.relaxed.recall",
    "item.relaxed.f1",
    "item.exact.f1",
    "item.overlap.f1",
    "character.precision",
    "character.recall",
    "character.f1",
    "over_redaction.share",
    "leak.share",
    "leak.readable",
    "leak.per_sentence",
    "fidelity.kept",
    "fidelity.visible",
    "fidelity.drift",
    "conll.f1",
)
ROW_MEASURES = {
    "strict P": "strict.precision",
    "strict R": "strict.recall",
    "strict F1": "strict.f1",
    "relaxed R": "relaxed.recall",
    "relaxed F1": "relaxed.f1",
}


def print_report(report: Report, console: Console) -> None:
    """Print the tables, the notes and the signature."""
    console.print(_headlines(report))
    console.print(_rows(report))
    for note in report.scheme.notes():
        console.print(f"note: {note}", markup=False, highlight=False)
    console.print(report.signature, markup=False, highlight=False, soft_wrap=True)


def _headlines(report: Report) -> Table:
    table = Table("measure", "score", "95% interval", "counts", box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for name in HEADLINES:
        if name in report.scores:
            score = report.scores[name]
            counts = ", ".join(f"{what} {count}" for what, count in score.counts.items())
            table.add_row(name, number(score.value), _interval(score), counts)
    return table


def _rows(report: Report) -> Table:
    shown = {head: name for head, name in ROW_MEASURES.items() if f"item.{name}" in report.scores}
    table = Table(
        Column("category", no_wrap=True),
        "gold",
        "found",
        *shown,
        box=SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for row in report.scheme.rows:
        gold, predicted = (report.table.total(f"strict.{what}.{row}") for what in ("gold", "predicted"))
        if gold or predicted:
            values = (number(report.scores[f"item.{name}[{row}]"].value) for name in shown.values())
            table.add_row(row.replace("|", "|\n"), str(gold), str(predicted), *values)
    return table


def number(value: float) -> str:
    """Three decimals, or a dash where undefined."""
    return "-" if math.isnan(value) else f"{value:.3f}"


def _interval(score: Score) -> str:
    return "-" if math.isnan(score.low) else f"{score.low:.3f} to {score.high:.3f}"
