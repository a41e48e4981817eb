"""The figures of the report, as SVG text: one function a figure, each of one set (or of several) and all systems.

svg = by_category(entry)     # "<svg ...>", or None where there is nothing to draw
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np

from eval.protocols import Run
from eval.scheme import Item
from eval.study import Entry, Outcome
from ficha.document import word_count

BINS = 10
_LENGTHS = (0, 10, 20, 40, 80, 160, 10**9)  # words


def by_category(entry: Entry) -> str | None:
    """Strict F1 a category (recall where the set gives no precision), a bar a system."""
    rows = [row for row in entry.scheme.rows if any(_count(o, row, "gold") for o in entry.outcomes.values())]
    if not rows:
        return None
    name = "f1" if entry.scheme.has_precision else "recall"
    figure, axes = _axes(max(5.0, 0.5 + 0.55 * len(rows)), 3.4)
    width = 0.8 / len(entry.outcomes)
    for n, (system, outcome) in enumerate(entry.outcomes.items()):
        values = [outcome.value(f"item.strict.{name}[{row}]") for row in rows]
        axes.bar(np.arange(len(rows)) + n * width, np.nan_to_num(values), width, label=system)
    axes.set_xticks(np.arange(len(rows)) + 0.4 - width / 2, [_short(row) for row in rows], rotation=40, ha="right")
    axes.set(ylabel=f"strict {name}", ylim=(0, 1))
    return _svg(figure, axes)


def prevalence(entries: Sequence[Entry], system: str) -> str | None:
    """Strict recall of each category of each set over its number of gold items."""
    figure, axes = _axes(5.0, 3.4)
    drawn = False
    for entry in entries:
        outcome = entry.outcomes[system]
        points = [
            (gold, outcome.value(f"item.strict.recall[{row}]"))
            for row in entry.scheme.rows
            if (gold := _count(outcome, row, "gold"))
        ]
        if points:
            axes.scatter(*zip(*points, strict=True), s=18, label=entry.name)
            drawn = True
    axes.set(xscale="log", xlabel="gold items of the category", ylabel="strict recall", ylim=(-0.03, 1.03))
    return _svg(figure, axes) if drawn else None


def lengths(entry: Entry) -> str | None:
    """Document recall by the document's length in words, a line a system."""
    sizes = [word_count(document.text) for document in entry.documents]
    bins = np.digitize(sizes, _LENGTHS[1:])
    used = sorted(set(bins.tolist()))
    if len(used) < 2:
        return None
    figure, axes = _axes(5.0, 3.0)
    for system, outcome in entry.outcomes.items():
        table = outcome.report.table
        recalled = table.values[:, table.columns.index("recalled")]
        axes.plot(range(len(used)), [float(recalled[bins == b].mean()) for b in used], marker="o", label=system)
    names = [f"{_LENGTHS[b]}-{_LENGTHS[b + 1]}" if b + 2 < len(_LENGTHS) else f"{_LENGTHS[b]}+" for b in used]
    counts = [int((bins == b).sum()) for b in used]
    axes.set_xticks(range(len(used)), [f"{name}\n(n={n})" for name, n in zip(names, counts, strict=True)])
    axes.set(xlabel="words", ylabel="document recall", ylim=(-0.03, 1.03))
    return _svg(figure, axes)


def calibration(entry: Entry) -> str | None:
    """Of the spans of a score, the share that is a strict hit: a reliability diagram, a line a system."""
    figure, axes = _axes(4.0, 3.4)
    axes.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    drawn = False
    for system, outcome in entry.outcomes.items():
        scores, hits = scored_spans(entry, outcome)
        if len(set(scores)) < 3:
            continue
        bins = np.minimum((np.array(scores) * BINS).astype(int), BINS - 1)
        used = sorted(set(bins.tolist()))
        means = [(np.array(scores)[bins == b].mean(), np.array(hits)[bins == b].mean()) for b in used]
        axes.plot(*zip(*means, strict=True), marker="o", label=system)
        drawn = True
    axes.set(xlabel="score of the span", ylabel="share that is right", xlim=(0, 1.02), ylim=(-0.02, 1.02))
    return _svg(figure, axes) if drawn else None


def scaling(runs: Sequence[Run], measure: str) -> str | None:
    """A measure over runs whose folders are named by a number (of pairs, of tokens)."""
    points = sorted((float(r.name), r.values[measure]) for r in runs if r.name.isdecimal() and measure in r.values)
    points = [point for point in points if not math.isnan(point[1])]
    if len(points) < 2:
        return None
    figure, axes = _axes(4.5, 3.0)
    axes.plot(*zip(*points, strict=True), marker="o", label=measure)
    axes.set(xscale="log", xlabel="training pairs", ylabel=measure)
    return _svg(figure, axes)


def scored_spans(entry: Entry, outcome: Outcome) -> tuple[list[float], list[bool]]:
    """Each span's score and whether it is a strict hit, for the spans that carry a score."""
    scores: list[float] = []
    hits: list[bool] = []
    for document in entry.documents:
        gold = {(item.start, item.end): item for item in entry.scheme.gold(document).items}
        for span in outcome.predictions[document.id].record.get("spans", ()):
            score = span.get("score")
            if isinstance(score, int | float) and 0 <= score <= 1:
                item: Item | None = gold.get((span["start"], span["end"]))
                scores.append(float(score))
                hits.append(item is not None and span["label"] in item.accepts)
    return scores, hits


def _count(outcome: Outcome, row: str, what: str) -> int:
    return outcome.report.table.total(f"strict.{what}.{row}")


def _short(row: str) -> str:
    first, *others = row.split("|")
    return f"{first} (+{len(others)})" if others else first


def _axes(width: float, height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def _svg(figure: Any, axes: Any) -> str:
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize="small", frameon=False, bbox_to_anchor=(1.01, 1), loc="upper left")
    out = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "ficha", "svg.fonttype": "none"}):  # the same bytes for the same numbers
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]
