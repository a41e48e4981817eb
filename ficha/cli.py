"""The command line: `ficha redact | align | policies | doctor`.

    $ echo "Naitwa Achieng, simu 0712 345 678." | ficha redact - --lang swa
    Naitwa [PERSON], simu [CONTACT_PHONE].

Exit status: 0 all `ok`; 3 some `review`; 4 some `failed`, or the engine can't answer; 2 usage.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ficha import batch
from ficha.align import align as align_texts
from ficha.audit import audit as audit_results
from ficha.doctor import examine
from ficha.errors import FichaError, UsageError
from ficha.inputs import Input, read_inputs
from ficha.io import decode
from ficha.io.source import TableOptions
from ficha.labels import FINE_LABELS
from ficha.locales import load_locale
from ficha.policy import Policy, load_policy, policy_names
from ficha.redactor import Redactor

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, help=__doc__)


class EngineName(StrEnum):
    """What finds the spans: the model with the rules, or the rules alone."""

    local = "local"
    rules = "rules"


class OutputFormat(StrEnum):
    """The form of the output."""

    text = "text"
    jsonl = "jsonl"
    brat = "brat"


class FailOn(StrEnum):
    """The verdict from which on a text is withheld."""

    failed = "failed"
    review = "review"


@app.command()
def redact(
    inputs: Annotated[list[str], typer.Argument(metavar="[FILE|DIR|-]...", help="Files, folders, or - for stdin.")],
    lang: Annotated[str | None, typer.Option(help="ISO 639-3 code; detected where absent.")] = None,
    policy: Annotated[
        str | None, typer.Option(help="A policy's name or YAML file; the language's own by default.")
    ] = None,
    hide: Annotated[str | None, typer.Option(help="Hide only these: categories or fine labels, by commas.")] = None,
    model: Annotated[Path | None, typer.Option(help="A model folder; the shipped one by default.")] = None,
    engine: Annotated[
        EngineName, typer.Option(help="The model with the rules, or the rules alone.")
    ] = EngineName.local,
    operator: Annotated[str, typer.Option(help="How hidden text looks: typed or mask.")] = "typed",
    source: Annotated[
        str | None,
        typer.Option(
            "--from", help="Input form: text, jsonl, csv, parquet, fhir, brat, i2b2, conll; by suffix where absent."
        ),
    ] = None,
    output: Annotated[
        OutputFormat | None, typer.Option("--format", help="Output form; the input's by default.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write below this folder instead of to stdout.")] = None,
    columns: Annotated[str | None, typer.Option(help="Of a table: the columns to redact, by commas.")] = None,
    hide_columns: Annotated[str | None, typer.Option(help="Of a table: the columns to hide whole, by commas.")] = None,
    fail_on: Annotated[FailOn, typer.Option(help="Withhold the text from this verdict on.")] = FailOn.failed,
    explain: Annotated[bool, typer.Option("--explain", help="Say of each span what found it.")] = False,
    show_edits: Annotated[bool, typer.Option("--show-edits", help="Show the words that the model changed.")] = False,
) -> None:
    """Redact texts: the source with personal data replaced by placeholders, byte-equal elsewhere.

    With --out, a job that was killed goes on where it was when the same command is given again.
    """
    if lang is not None:
        load_locale(lang)
    chosen = _policy(policy, hide, lang)
    items = read_inputs(inputs, source, TableOptions(_by_commas(columns), _by_commas(hide_columns)))
    redactor = Redactor.load(model, "rules" if engine is EngineName.rules else "both", operator, show_edits)
    settings = json.dumps([str(model), hide, operator, columns, hide_columns, engine, show_edits])
    with _progress(items, out) as progress:
        job = batch.Job(
            redactor,
            chosen,
            lang,
            output.value if output else None,
            explain,
            withhold_review=fail_on is FailOn.review,
            settings=settings,
            progress=progress,
        )
        tally = batch.run(job, items, out, sys.stdout.buffer, sys.stderr)
    raise typer.Exit(tally.exit_status)


@app.command()
def align(
    source: Annotated[Path, typer.Argument(help="The source text.")],
    generated: Annotated[Path, typer.Argument(help="The text with placeholders.")],
    policy: Annotated[str, typer.Option(help="The policy whose placeholders are meant.")] = "patient-requests",
    lang: Annotated[str | None, typer.Option(help="Its locale's words for placeholders are known too.")] = None,
    show_edits: Annotated[bool, typer.Option("--show-edits", help="Show the words that were changed.")] = False,
) -> None:
    """Map a text with placeholders back to spans of its source: one JSON object with spans and edits."""
    aliases = load_locale(lang).settings.placeholder_aliases if lang else {}
    texts = [decode(_bytes(path), str(path)) for path in (source, generated)]
    alignment = align_texts(texts[0], texts[1], load_policy(policy), aliases)
    spans = [
        {"start": s.start, "end": s.end, "label": s.category.id, "number": s.number, "known": s.known}
        for s in alignment.spans
    ]
    edits = []
    for edit in alignment.edits:
        record: dict[str, object] = {
            "start": edit.source_start,
            "end": edit.source_end,
            "length": edit.generated_end - edit.generated_start,
        }
        if show_edits:
            record["generated"] = texts[1][edit.generated_start : edit.generated_end]
        edits.append(record)
    with _utf8_stdout() as stdout:
        stdout.write(
            json.dumps({"spans": spans, "edits": edits, "offset_unit": "codepoint"}, ensure_ascii=False) + "\n"
        )


@app.command()
def policies(
    name: Annotated[str | None, typer.Argument(help="Show this policy (name or YAML file) in full.")] = None,
) -> None:
    """List the policies, or what one of them hides and keeps."""
    console = Console()
    if name is None:
        table = Table("policy", "categories", "summary")
        for known in policy_names():
            policy = load_policy(known)
            table.add_row(known, str(len(policy.categories)), policy.summary)
        console.print(table)
        console.print(f"Fine labels: {', '.join(FINE_LABELS)}", highlight=False)
        return
    policy = load_policy(name)
    table = Table("category", "placeholder", "hides", title=policy.name)
    for category in policy.categories:
        covers = [label for label in FINE_LABELS if label in category.covers]
        table.add_row(category.id, policy.render(category).replace("[", r"\["), ", ".join(covers))
    console.print(table)
    console.print(
        f"keeps visible: {', '.join(label for label in FINE_LABELS if label in policy.keep)}", highlight=False
    )
    console.print(f"switches: {', '.join(f'{k}={v}' for k, v in policy.switches)}", highlight=False)


@app.command()
def audit(
    results: Annotated[list[Path], typer.Argument(help="Result lines (`--format jsonl`), or folders of them.")],
    html: Annotated[Path | None, typer.Option(help="Write a page with tables to this file, too.")] = None,
) -> None:
    """Count what a job hid, by category and verdict, as JSON; no text of a document is in it."""
    found = audit_results(results)
    if html is not None:
        try:
            html.write_text(found.to_html(), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"can't write {html} ({error.strerror})") from None
    print(json.dumps(found.to_json(), ensure_ascii=False, indent=1))


@app.command()
def doctor() -> None:
    """Look at this installation: what works, what is missing, and what to do."""
    findings = examine()
    table = Table("part", "state", "what to do")
    for finding in findings:
        table.add_row(finding.part, ("ok: " if finding.ok else "missing: ") + finding.state, finding.advice)
    Console().print(table)
    raise typer.Exit(0 if all(f.ok for f in findings if f.required) else 4)


@contextmanager
def _progress(items: Sequence[Input], out: Path | None) -> Iterator[Callable[[int], None]]:
    """A bar with rate and time left on a terminal, where the result goes to files and the bar is in nobody's way."""
    columns = (TextColumn("{task.completed}/{task.total} documents"), BarColumn(), TaskProgressColumn(), _Rate())
    console = Console(stderr=True)
    with Progress(
        *columns, TimeRemainingColumn(), console=console, disable=out is None or not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=sum(item.count for item in items))
        yield lambda count: bar.advance(task, count)


class _Rate(ProgressColumn):
    """Documents a second."""

    def render(self, task: Task) -> Text:
        """The rate, empty until it is known."""
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


def _by_commas(names: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (names or "").split(",") if part.strip())


@contextmanager
def _utf8_stdout() -> Iterator[TextIO]:
    """Standard output as UTF-8 without newline translation, whatever the system's or the terminal's habit is."""
    stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="", write_through=True)
    try:
        yield stdout
    finally:
        stdout.detach()


def _policy(name: str | None, hide: str | None, lang: str | None) -> Policy | None:
    chosen = load_policy(name) if name else None
    if hide is None:
        return chosen
    if chosen is None:
        if lang is None:
            raise UsageError("--hide needs to know the policy: name it with --policy, or the language with --lang")
        chosen = load_policy(load_locale(lang).settings.default_policy)
    return chosen.hiding(list(_by_commas(hide)))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: can't be read ({error.strerror})") from None


def main() -> None:
    """Run the command line; an error of ours is one line and its exit status."""
    try:
        app()
    except FichaError as error:
        print(f"ficha: {error}", file=sys.stderr)
        sys.exit(error.exit_status)


if __name__ == "__main__":
    main()
