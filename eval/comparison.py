"""The report over a study: tables, figures, errors and published figures, put on one page.

    page = report_page(study, Setup(), show_text=False, runs=[])
    page.write(Path("runs/eval"))

Texts are shown for invented documents alone, or where the user asks (`--show-text`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from eval import plots
from eval.bootstrap import paired_test
from eval.intruder import people_of, probe, redacted, with_person
from eval.measures import all_measures
from eval.page import Page
from eval.protocols import Run, mean_and_deviation
from eval.published_tables import published_tables
from eval.set_section import file_name, set_section
from eval.study import Entry, Outcome, Setup, Study
from eval.table import number

# column -> measure, for a first look; a set's section has all of them
HEAD = {
    "doc recall": "document.recall",
    "doc precision": "document.precision",
    "doc F1": "document.f1",
    "doc accuracy": "document.accuracy",
    "leaked": "document.leaked",
    "over-redacted": "document.over_redacted",
    "failed": "document.failed",
    "items hidden": "item.covered.recall",
    "strict F1": "item.strict.f1",
    "kept": "fidelity.kept",
}
DELTAS = ("document.recall", "item.covered.recall", "item.strict.recall", "item.strict.f1")
TESTED = ("document.recall", "document.accuracy", "item.covered.recall", "item.strict.f1")
SEED_MEASURES = ("document.recall", "document.accuracy", "item.covered.recall", "item.strict.f1", "leak.per_sentence")


def report_page(study: Study, setup: Setup, show_text: bool, runs: Sequence[Run]) -> Page:
    """Every section of the report."""
    page = Page("Ficha beside other systems")
    marked = [entry for entry in study.entries if not entry.plain]
    _overview(page, study, marked)
    for entry in marked:
        set_section(page, entry, show_text)
    _plain(page, [entry for entry in study.entries if entry.plain])
    _deltas(page, marked)
    _significance(page, marked, setup)
    _intruder(page, marked)
    _runs(page, runs)
    _published(page, study)
    _maps(page, study)
    _signatures(page, study)
    return page


def _overview(page: Page, study: Study, marked: Sequence[Entry]) -> None:
    page.heading("All sets")
    page.paragraph(
        "Doc recall: share of documents in which every item is hidden whole; doc precision: in which nothing else is "
        "hidden or altered; accuracy: both. Leaked: an item can be read in what was given out (a failed answer gives "
        "nothing out). "
        "Items hidden: whatever the category. Strict: same edges and category. Kept: share of characters that aren't "
        "personal and stand as they did. A dash: 0 of 0, or a measure that the set can't give. Intervals (95%) and all "
        "other measures stand in each set's section. A mode of Ficha that reads another's generation takes "
        "only what comes after the model."
    )
    for entry in marked:
        rows = [[s, *(number(o.value(m)) for m in HEAD.values()), _speed(o)] for s, o in entry.outcomes.items()]
        policy = entry.scheme.policy.name
        caption = f"{entry.name}: {len(entry.documents)} documents, policy {policy}, gold {entry.scheme.labels.name}"
        page.table(["system", *HEAD, "docs/s"], rows, caption)
    for system in next(iter(study.entries)).outcomes:
        figure = plots.prevalence(marked, system)
        page.figure(f"prevalence-{file_name(system)}", figure, f"{system}: recall of each category over its prevalence")


def _plain(page: Page, entries: Sequence[Entry]) -> None:
    if not entries:
        return
    page.heading("Texts without personal data")
    rows = [
        [
            f"{entry.name}, {system}",
            str(entry.lang),
            str(len(entry.documents)),
            f"{100 * outcome.value('fidelity.visible'):.3f}%",
            f"{100 * (1 - outcome.value('fidelity.kept')):.3f}%",
            f"{100 * outcome.value('document.over_redacted'):.1f}%",
            f"{100 * outcome.value('fidelity.drift'):.3f}%",
        ]
        for entry in entries
        for system, outcome in entry.outcomes.items()
    ]
    head = [
        "set, system",
        "lang",
        "texts",
        "visible = source",
        "wrongly hidden",
        "texts with something hidden",
        "drift",
    ]
    page.table(head, rows, "Shares of characters; nothing in these texts is to be hidden")


def _deltas(page: Page, entries: Sequence[Entry]) -> None:
    """What novel and permuted names change: sets called `X-test-...` against X."""
    base = {entry.name: entry for entry in entries}
    rows = []
    for entry in entries:
        heldout = base.get(entry.name.partition("-test-")[0])
        if heldout is None or heldout is entry:
            continue
        for system, outcome in entry.outcomes.items():
            cells = []
            for measure in DELTAS:
                value, before = outcome.value(measure), heldout.outcomes[system].value(measure)
                cells.append(f"{number(value)} ({value - before:+.3f})")
            rows.append([f"{entry.name}, {system}", *cells])
    if rows:
        page.heading("Held-out, novel and permuted names")
        page.table(
            ["set, system", *DELTAS], rows, "Values, and their change from the held-out set of the same language"
        )


def _significance(page: Page, entries: Sequence[Entry], setup: Setup) -> None:
    rows = []
    for entry in entries:
        (first, base), *others = entry.outcomes.items()
        tested = [m for m in all_measures(entry.scheme) if m.name in TESTED]
        for other, outcome in others:
            for pair in paired_test(base.report.table, outcome.report.table, tested, setup.resamples, setup.seed):
                names = [f"{entry.name}: {first} - {other}", pair.measure]
                rows.append([*names, number(pair.first), number(pair.second), number(pair.p_value)])
    if rows:
        page.heading("Differences that are more than chance")
        page.paragraph(
            "Paired approximate randomisation over documents, two-sided; no correction for the number of tests."
        )
        page.table(["set and systems", "measure", "first", "second", "p"], rows)


def _intruder(page: Page, entries: Sequence[Entry]) -> None:
    rows = []
    for entry in entries:
        documents = with_person(entry.documents)
        people = people_of(documents)
        if len(people) < 2:
            continue
        truth = {d.id: str(d.meta["patient"]) for d in documents}
        attacks = {"(not redacted)": {d.id: d.text for d in documents}}
        for system, outcome in entry.outcomes.items():
            attacks[system] = {d.id: redacted(d, outcome.predictions[d.id]) for d in documents}
        for name, texts in attacks.items():
            found = probe(texts, truth, people)
            shares = (number(found.risk), number(found.chance))
            rows.append([f"{entry.name}, {name}", str(found.documents), str(found.people), str(found.linked), *shares])
    if rows:
        page.heading("Intruder test")
        page.paragraph(
            "A probe and not a proof: an intruder who knows every marked fact of every person links each text to the "
            "person who shares its rarest remaining words. Risk: share of texts linked to the right person."
        )
        page.table(["set, system", "texts", "people", "with a link", "risk", "chance"], rows)


def _runs(page: Page, runs: Sequence[Run]) -> None:
    if not runs:
        return
    page.heading("Runs")
    rows = [[run.name, *(number(run.values.get(m, math.nan)) for m in SEED_MEASURES)] for run in runs]
    summary = [mean_and_deviation(runs, m) for m in SEED_MEASURES]
    rows.append(["mean", *(number(mean) for mean, _ in summary)])
    rows.append(["standard deviation", *(number(deviation) for _, deviation in summary)])
    page.table(["run", *SEED_MEASURES], rows)
    page.figure("scaling", plots.scaling(runs, "document.recall"), "Document recall over the number of training pairs")


def _published(page: Page, study: Study) -> None:
    page.heading("Published tables")
    for table in published_tables():
        page.heading(table.title, 3)
        page.paragraph(f"Source: {table.source}.")
        page.bullets([f"comparable: {note}" for note in table.comparable])
        page.bullets([f"not comparable: {note}" for note in table.not_comparable])
        rows = [[str(cell) for cell in row] for row in table.rows]
        for name, values in table.our_rows(study.entries):
            decimals = 1 if table.ours is not None and table.ours.percent else 3
            rows.append([f"here: {name}", *("-" if math.isnan(v) else f"{v:.{decimals}f}" for v in values)])
        page.table(["system", *table.columns], rows)


def _maps(page: Page, study: Study) -> None:
    if not study.labels:
        return
    page.heading("Label maps")
    for system, labels in study.labels.items():
        rows = [[label, ", ".join(fine) or "(nothing that is hidden)"] for label, fine in labels.labels.items()]
        page.table(
            ["label", "fine labels, the usual meaning first"], rows, f"{system}: {labels.source} ({labels.licence})"
        )
        if labels.notes:
            page.bullets(labels.notes)


def _signatures(page: Page, study: Study) -> None:
    page.heading("Signatures")
    for entry in study.entries:
        page.signature(f"{entry.name}: {next(iter(entry.outcomes.values())).report.signature}")


def _speed(outcome: Outcome) -> str:
    return f"{len(outcome.predictions) / max(outcome.seconds, 1e-3):.1f}"
