"""The command line: `ficha redact | align | policies | doctor`.

    $ echo "Naitwa Achieng, simu 0712 345 678." | ficha redact - --lang swa
    Naitwa [PERSON], simu [CONTACT_PHONE].

Exit status: 0 all `ok`; 3 some `review`; 4 some `failed`, or the engine can't answer; 2 usage.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console
from rich.table import Table

from ficha import batch
from ficha.align import align as align_texts
from ficha.doctor import examine
from ficha.errors import FichaError, UsageError
from ficha.io import decode
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
    endpoint: Annotated[
        str | None,
        typer.Option(help="Ask an OpenAI-compatible server (http://localhost:8000/v1); key: $FICHA_API_KEY."),
    ] = None,
    served_model: Annotated[str | None, typer.Option(help="The model's name there; its only one by default.")] = None,
    recall_bias: Annotated[
        float | None,
        typer.Option(help="Open placeholders more readily, in nats; as calibrated by default."),
    ] = None,
    threshold: Annotated[
        list[str] | None,
        typer.Option(metavar="CATEGORY=SCORE", help="Drop the model's spans below it; repeatable."),
    ] = None,
    passes: Annotated[int, typer.Option(min=1, help="How often the model reads a text, finds hidden.")] = 1,
    operator: Annotated[str, typer.Option(help="How hidden text looks: typed or mask.")] = "typed",
    source: Annotated[
        str | None, typer.Option("--from", help="Input form: text or jsonl; by suffix where absent.")
    ] = None,
    output: Annotated[
        OutputFormat | None, typer.Option("--format", help="Output form; the input's by default.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write below this folder instead of to stdout.")] = None,
    fail_on: Annotated[FailOn, typer.Option(help="Withhold the text from this verdict on.")] = FailOn.failed,
    explain: Annotated[bool, typer.Option("--explain", help="Say of each span what found it.")] = False,
    show_edits: Annotated[bool, typer.Option("--show-edits", help="Show the words that the model changed.")] = False,
) -> None:
    """Redact texts: the source with personal data replaced by placeholders, byte-equal elsewhere."""
    if lang is not None:
        load_locale(lang)
    chosen = _policy(policy, hide, lang)
    items = batch.read_inputs(inputs, source)
    redactor = Redactor.load(
        model,
        "rules" if engine is EngineName.rules else "both",
        operator,
        show_edits,
        endpoint=endpoint,
        served_model=served_model,
        recall_bias=recall_bias,
        thresholds=_thresholds(threshold or []),
        passes=passes,
    )
    job = batch.Job(
        redactor, chosen, lang, output.value if output else None, explain, withhold_review=fail_on is FailOn.review
    )
    with _utf8_stdout() as stdout:
        tally = batch.run(job, items, out, stdout, sys.stderr)
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
def doctor() -> None:
    """Look at this installation: what works, what is missing, and what to do."""
    findings = examine()
    table = Table("part", "state", "what to do")
    for finding in findings:
        table.add_row(finding.part, ("ok: " if finding.ok else "missing: ") + finding.state, finding.advice)
    Console().print(table)
    raise typer.Exit(0 if all(f.ok for f in findings if f.required) else 4)


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
    return chosen.hiding([part.strip() for part in hide.split(",") if part.strip()])


def _thresholds(given: list[str]) -> dict[str, float]:
    found = {}
    for pair in given:
        category, _, score = pair.rpartition("=")
        try:
            found[category] = float(score)
        except ValueError:
            category = ""
        if not category or not 0 <= found[category] <= 1:
            raise UsageError(f"--threshold {pair}: expected a category and a score from 0 to 1, as in PERSON=0.3")
    return found


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
