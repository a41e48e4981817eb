"""The reports of a grid: one Markdown table each, every share with its 95% interval over documents."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from train.grid.cell import MODEL, RULES, WITH_RULES, Point, Scores

ITEM, DOCUMENT, ACCURACY = "item.covered.recall", "document.recall", "document.accuracy"
CHOSEN_BY = "item.strict.recall"  # on dev, with the rules: the published cards choose by it
SPREADS = 2.0  # standard deviations within which a released adapter lies


def share(score: Mapping[str, Any] | None) -> str:
    """A measure as a table's cell: `0.966 (0.953-0.978)`."""
    if not score or score["value"] is None:
        return "-"
    low, high = score["interval"] or (float("nan"), float("nan"))
    return f"{score['value']:.3f} ({low:.3f}-{high:.3f})"


def languages(points: Sequence[Point]) -> list[str]:
    """The languages that were scored."""
    return sorted({key.split()[0] for point in points for key in point.scores})


def curve(points: Sequence[Point], baseline: Scores) -> str:
    """Rows against recall, the rules alone as the baseline's line."""
    lines = [
        "| base | language | rows | seed | item recall, model | document recall, model | item recall, with rules "
        "| document recall, with rules |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for lang in languages(points):
        rules = baseline[f"{lang} test {RULES}"]
        lines.append(f"| rules alone | {lang} | - | - | - | - | {share(rules[ITEM])} | {share(rules[DOCUMENT])} |")
        for p in points:
            model, both = p.scores[f"{lang} test {MODEL}"], p.scores[f"{lang} test {WITH_RULES}"]
            measures = [share(s[m]) for s in (model, both) for m in (ITEM, DOCUMENT)]
            rows = "all" if p.cell.rows is None else p.cell.rows
            lines.append(f"| {p.cell.base} | {lang} | {rows} | {p.cell.seed} | {' | '.join(measures)} |")
    return "\n".join(lines) + "\n"


def spread(points: Sequence[Point], released: Scores | None) -> str:
    """Mean and standard deviation over the seeds, by language and category; where the released adapter lies."""
    told = " released | within 2 sd |" if released else ""
    lines = [
        f"| language | category | mean | sd | seeds |{told}",
        "|---|---|---|---|---|" + "---|---|" * bool(released),
    ]
    outside = 0
    for lang in languages(points):
        key = f"{lang} test {WITH_RULES}"
        for measure in points[0].scores[key]:
            values = [p.scores[key][measure]["value"] for p in points]
            if not _is_row(measure) or None in values:
                continue
            mean = statistics.fmean(values)
            sd = statistics.stdev(values) if len(values) > 1 else float("nan")
            line = f"| {lang} | {_row_name(measure)} | {mean:.3f} | {sd:.3f} | {len(values)} |"
            if released:
                value = released[key][measure]["value"]
                within = value is not None and abs(value - mean) <= SPREADS * sd
                outside += not within
                line += f" {share(released[key][measure])} | {'yes' if within else 'NO'} |"
            lines.append(line)
    if released:
        lines.append(f"\nOutside two standard deviations: {outside} of {len(lines) - 2} rows.")
    return "\n".join(lines) + "\n"


def choice(points: Sequence[Point]) -> str:
    """Every cell on dev, the best one marked; its test figures are shown for it alone."""
    best = max(points, key=_dev)
    lines = ["| rate | epochs | rows | seed | dev item recall, strict | |", "|---|---|---|---|---|---|"]
    for p in points:
        cell = p.cell
        lines.append(
            f"| {_or_recipe(cell.learning_rate)} | {_or_recipe(cell.epochs)} | {cell.rows or 'all'} | {cell.seed} "
            f"| {_dev(p):.3f} | {'chosen' if p is best else ''} |"
        )
    for lang in languages(points):
        test = best.scores[f"{lang} test {WITH_RULES}"]
        figures = f"item recall {share(test[ITEM])}, document recall {share(test[DOCUMENT])}"
        lines.append(f"\nThe chosen one on test, {lang}: {figures}")
    return "\n".join(lines) + "\n"


def adaptation(points: Sequence[Point]) -> str:
    """Zero-shot, few examples, and few with a companion."""
    lines = [
        "| language | examples | companion | seed | item recall | item recall, right category | document recall "
        "| document accuracy |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for lang in languages(points):
        for p in points:
            test = p.scores[f"{lang} test {MODEL}"]
            measures = [share(test[m]) for m in (ITEM, "item.relaxed.recall", DOCUMENT, ACCURACY)]
            cell = p.cell
            lines.append(
                f"| {lang} | {cell.rows} | {cell.companion_rows or '-'} | {cell.seed} | {' | '.join(measures)} |"
            )
    return "\n".join(lines) + "\n"


def _dev(point: Point) -> float:
    """The mean over languages of what cells are chosen by."""
    values = [s[CHOSEN_BY]["value"] or 0.0 for key, s in point.scores.items() if key.endswith(f" dev {WITH_RULES}")]
    return statistics.fmean(values)


def _is_row(measure: str) -> bool:
    return measure in (ITEM, DOCUMENT, ACCURACY) or measure.startswith("item.strict.recall[")


def _row_name(measure: str) -> str:
    return measure.partition("[")[2].rstrip("]") or measure


def _or_recipe(value: float | None) -> str:
    return "recipe's" if value is None else f"{value:g}"
