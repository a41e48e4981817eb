"""Two systems on the same documents: which differences are more than chance.

for line in compare(report, other):
    print(line.measure, line.first, line.second, line.p_value)
"""

from __future__ import annotations

import math
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from eval.bootstrap import Paired, paired_test
from eval.measures import all_measures
from eval.report import Report
from eval.table import HEADLINES, number


def compare(first: Report, second: Report) -> list[Paired]:
    """The paired test for each headline measure. Raises InputError where the documents or policies differ."""
    measures = [measure for measure in all_measures(first.scheme) if measure.name in HEADLINES]
    return paired_test(first.table, second.table, measures, first.resamples, first.seed)


def paired_json(lines: list[Paired]) -> dict[str, Any]:
    """Measure -> both values and p, null where undefined."""
    return {
        line.measure: {"first": _null(line.first), "second": _null(line.second), "p": _null(line.p_value)}
        for line in lines
    }


def print_comparison(lines: list[Paired], console: Console) -> None:
    """Print both systems' values side by side with p."""
    table = Table("measure", "first", "second", "p", box=SIMPLE_HEAD)
    for line in lines:
        table.add_row(line.measure, number(line.first), number(line.second), number(line.p_value))
    console.print(table)


def _null(value: float) -> float | None:
    return None if math.isnan(value) else value
