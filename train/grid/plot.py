"""The scaling curve as a picture: rows on a logarithmic axis, recall with its interval, the baseline dashed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

from train.grid.cell import MODEL, RULES, Point, Scores
from train.grid.tables import DOCUMENT, ITEM, languages

mpl.use("Agg")


def plot_curve(points: Sequence[Point], baseline: Scores, file: Path) -> None:
    """Draw item and document recall of the model alone against rows, one line a base, seed and language."""
    figure, panes = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    for pane, measure, title in zip(panes, (ITEM, DOCUMENT), ("item recall", "document recall"), strict=True):
        for lang in languages(points):
            for base, seed in dict.fromkeys((p.cell.base, p.cell.seed) for p in points):
                line = [p for p in points if (p.cell.base, p.cell.seed) == (base, seed) and p.cell.rows]
                scores = [p.scores[f"{lang} test {MODEL}"][measure] for p in line]
                values = [s["value"] for s in scores]
                bars = [[s["value"] - s["interval"][0], s["interval"][1] - s["value"]] for s in scores]
                rows = [p.cell.rows for p in line]
                pane.errorbar(rows, values, list(zip(*bars, strict=True)), marker="o", capsize=3,
                              label=f"{Path(base).name} {lang} {seed}")  # fmt: skip
            rules = baseline[f"{lang} test {RULES}"][measure]["value"]
            pane.axhline(rules, linestyle="--", linewidth=1, color="grey", label=f"rules {lang}")
        pane.set(title=title, xlabel="training documents", xscale="log", ylim=(0, 1.02))
        pane.grid(alpha=0.3)
    panes[0].legend(fontsize="small", loc="lower right")
    figure.tight_layout()
    figure.savefig(file, dpi=150)
    plt.close(figure)
