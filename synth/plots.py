"""The plots of a dataset card, as SVG files that are the same bytes for the same counts.

lengths.svg       documents by length in words, the published mean beside them
prevalence.svg    share of the documents that hold each category
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

BIN = 5  # words
LONGEST = 120  # words; longer documents share the last bar
_STYLE = {"svg.hashsalt": "ficha", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
          "axes.spines.right": False}  # fmt: skip


def plot_prevalence(shares: Sequence[tuple[str, float]], file: Path) -> None:
    """Horizontal bars, the commonest category on top; `shares` are between 0 and 1."""
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(7, 0.9 + 0.19 * len(shares)), layout="constrained")
        axes = figure.add_subplot()
        labels = [label for label, _ in reversed(shares)]
        axes.barh(labels, [100 * share for _, share in reversed(shares)], color="#2b6777")
        axes.set_xlabel("documents that hold it, in %")
        axes.margins(y=0.01)
        _save(figure, file)


def plot_lengths(lengths: Sequence[tuple[int, int]], published_mean: float, file: Path) -> None:
    """`lengths` are (words, documents); a line marks the published mean of real requests."""
    bins = [0] * (LONGEST // BIN + 1)
    for words, documents in lengths:
        bins[min(words, LONGEST) // BIN] += documents
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(7, 2.6), layout="constrained")
        axes = figure.add_subplot()
        axes.bar([BIN * (i + 0.5) for i in range(len(bins))], bins, width=0.9 * BIN, color="#2b6777")
        axes.axvline(published_mean, color="#c8553d", linestyle="--", label=f"mean of real requests, {published_mean}")
        axes.set_xlabel(f"words (the last bar: {LONGEST} and more)")
        axes.set_ylabel("documents")
        axes.legend(frameon=False)
        _save(figure, file)


def _save(figure: Figure, file: Path) -> None:
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
