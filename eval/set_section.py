"""A set's section of the report: intervals, categories, figures, causes, slices, confusions, the worst documents."""

from __future__ import annotations

import math

from eval import plots
from eval.causes import CAUSES, causes
from eval.confusion import confusion
from eval.page import Page
from eval.slices import slices
from eval.study import Entry, Outcome
from eval.table import HEADLINES, number
from eval.worst import worst

CATEGORY = {
    "precision": "strict.precision",
    "recall strict": "strict.recall",
    "recall relaxed": "relaxed.recall",
    "F1": "strict.f1",
}


def set_section(page: Page, entry: Entry, show_text: bool) -> None:
    """All about one set; `show_text` shows texts that aren't known to be invented."""
    page.heading(entry.name)
    if notes := entry.scheme.notes():
        page.bullets(notes)
    _scores(page, entry)
    for system, outcome in entry.outcomes.items():
        _categories(page, entry, system, outcome)
    name = file_name(entry.name)
    page.figure(f"category-{name}", plots.by_category(entry), f"{entry.name}: by category")
    page.figure(f"lengths-{name}", plots.lengths(entry), f"{entry.name}: document recall by length")
    page.figure(f"calibration-{name}", plots.calibration(entry), f"{entry.name}: are the scores of spans right?")
    _causes(page, entry)
    _slices(page, entry)
    _confusions(page, entry)
    _pseudonyms(page, entry)
    _worst(page, entry, show_text)


def _scores(page: Page, entry: Entry) -> None:
    names = [name for name in HEADLINES if any(name in o.report.scores for o in entry.outcomes.values())]
    rows = [[name, *(_score(outcome, name) for outcome in entry.outcomes.values())] for name in names]
    page.table(["measure", *entry.outcomes], rows, f"{entry.name}: scores with 95% intervals")


def _score(outcome: Outcome, name: str) -> str:
    score = outcome.report.scores[name]
    interval = "" if math.isnan(score.low) else f" ({number(score.low)}-{number(score.high)})"
    return number(score.value) + interval


def _categories(page: Page, entry: Entry, system: str, outcome: Outcome) -> None:
    rows = []
    for row in entry.scheme.rows:
        gold, found = (outcome.report.table.total(f"strict.{what}.{row}") for what in ("gold", "predicted"))
        if gold or found:
            values = [outcome.value(f"item.{name}[{row}]") for name in CATEGORY.values()]
            leak = 1 - outcome.value(f"item.strict.recall[{row}]")
            rows.append([str(entry.lang), row, str(gold), *map(number, values), number(leak)])
    page.table(["lang", "category", "gold", *CATEGORY, "leak"], rows, f"{entry.name}, {system}: by category")


def _causes(page: Page, entry: Entry) -> None:
    rows = []
    for system, outcome in entry.outcomes.items():
        found = causes(entry.documents, outcome.predictions, entry.scheme, entry.known)
        rows.append([system, *(str(found[cause]) for cause in CAUSES)])
    page.table(["system", *CAUSES], rows, f"{entry.name}: errors by cause")


def _slices(page: Page, entry: Entry) -> None:
    parts = {s: slices(entry.documents, o.predictions, entry.scheme) for s, o in entry.outcomes.items()}
    first = next(iter(parts.values()))
    rows = []
    for n, part in enumerate(first):
        cells = []
        for found in parts.values():
            low, high = found[n].interval
            cells.append(f"{number(found[n].recall)} ({number(low)}-{number(high)})")
        rows.append([f"{part.by}: {part.value}", str(part.items), *cells])
    page.table(["slice", "items", *parts], rows, f"{entry.name}: items hidden, by slice")


def _confusions(page: Page, entry: Entry) -> None:
    for system, outcome in entry.outcomes.items():
        matrix = confusion(entry.documents, outcome.predictions, entry.scheme)
        rows = [[row, *map(str, counts)] for row, counts in zip(matrix.rows, matrix.table(), strict=True)]
        page.table(["gold \\ hidden as", *matrix.columns], rows, f"{entry.name}, {system}: confusion matrix")


def _pseudonyms(page: Page, entry: Entry) -> None:
    rows, head = [], list[str]()
    for system, outcome in entry.outcomes.items():
        found = outcome.coreference
        if found is None:  # no gold entities: nothing can be said
            return
        linking = {**{name: score.f1 for name, score in found.scores.items()}, "CoNLL": found.conll}
        counts = found.end_to_end()
        shares = {f"{name} of pseudonyms": number(counts.pop(name)) for name in ("precision", "recall")}
        rows.append([system, *map(number, linking.values()), *(str(int(n)) for n in counts.values()), *shares.values()])
        head = ["system", *linking, *counts, *shares]
    title = (
        f"{entry.name}: pseudonyms end to end, and coreference F1; every system's mentions are linked by Ficha's rule"
    )
    page.table(head, rows, title)


def _worst(page: Page, entry: Entry, show_text: bool) -> None:
    system, outcome = next(iter(entry.outcomes.items()))
    found = worst(entry.documents, outcome.predictions, entry.scheme)
    if not found:
        return
    page.heading(f"{entry.name}, {system}: the worst {len(found)} documents", 3)
    if not (entry.invented or show_text):
        page.paragraph("Texts that aren't known to be invented are left out; --show-text shows them.")
        page.table(
            ["document", "missed characters", "hidden for nothing"],
            [[w.id, str(w.missed), str(w.needless)] for w in found],
        )
        return
    page.paragraph("# gold, = hidden rightly, x hidden for nothing.")
    for w in found:
        page.preformatted(f"{w.id}: {w.missed} characters missed, {w.needless} hidden for nothing\n{w.view}")


def file_name(name: str) -> str:
    """A name without signs that a file's name can't have."""
    return "".join(c if c.isalnum() or c in "-." else "_" for c in name)
