"""`ficha redact`: its options, and the job that they make."""

from __future__ import annotations

import json
import secrets
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ficha import batch
from ficha.cli.streams import progress_bar
from ficha.errors import UsageError
from ficha.hints import Hints
from ficha.hints.person import read_known
from ficha.hints.terms import read_allowed, read_denied
from ficha.inputs import read_inputs
from ficha.io.source import TableOptions
from ficha.locales import load_locale
from ficha.operators import OPERATORS
from ficha.operators.scope import Scope
from ficha.policy import Policy, load_policy
from ficha.redactor import Parts, Redactor
from ficha.vault import Vault, read_key


class EngineName(StrEnum):
    """What finds the spans: the model with the rules, or the rules alone."""

    local = "local"
    rules = "rules"


class OutputFormat(StrEnum):
    """The form of the output."""

    text = "text"
    jsonl = "jsonl"
    brat = "brat"


class ScopeName(StrEnum):
    """How far a pseudonym reaches: one text, this call, or every call with the same key."""

    document = "document"
    batch = "batch"
    project = "project"


class FailOn(StrEnum):
    """The verdict from which on a text is withheld."""

    failed = "failed"
    review = "review"


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
    operator: Annotated[
        str | None,
        typer.Option(help=f"How hidden text looks: {', '.join(OPERATORS)}; or by category: name=surrogate,DATE=shift."),
    ] = None,
    scope: Annotated[ScopeName, typer.Option(help="How far a number or surrogate reaches.")] = ScopeName.document,
    vault: Annotated[Path | None, typer.Option(help="Keep what was hidden in this encrypted file.")] = None,
    key_file: Annotated[Path | None, typer.Option(help="The key for --vault, hash and --scope project.")] = None,
    known: Annotated[Path | None, typer.Option(help="What is known of patient and relatives: JSON.")] = None,
    deny: Annotated[Path | None, typer.Option(help="Terms that are always hidden, a line each.")] = None,
    allow: Annotated[Path | None, typer.Option(help="Terms that stay visible, a line each.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many documents an endpoint is asked at once.")] = 8,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="Input form, by suffix where absent: text, jsonl, csv, parquet, fhir, brat, i2b2, conll, "
            "uima_json, uima_xmi.",
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
    key = read_key(key_file) if key_file else None
    if key is None and (vault is not None or scope is ScopeName.project):
        raise UsageError(
            "--vault and --scope project need a key: make one with `ficha key FILE`, name it with --key-file"
        )
    parts: Parts = "rules" if engine is EngineName.rules else "both"
    thresholds = _thresholds(threshold or [])
    hints = Hints(
        read_known(known) if known else (), read_denied(deny) if deny else (), read_allowed(allow) if allow else ()
    )
    redactor = Redactor.load(
        model,
        parts,
        operator,
        show_edits,
        Scope(scope.value, key),
        endpoint=endpoint,
        served_model=served_model,
        recall_bias=recall_bias,
        thresholds=thresholds,
        passes=passes,
        hints=hints,
    )
    # Numbers that reach over a batch can't go on after a kill: their memory is gone.
    nonce = secrets.token_hex(8) if scope is ScopeName.batch else ""
    dial = [endpoint, served_model, recall_bias, thresholds, passes, repr(hints)]
    settings = json.dumps([str(model), hide, operator, scope, columns, hide_columns, engine, show_edits, nonce, dial])
    with progress_bar(items, out) as progress:
        job = batch.Job(
            redactor,
            chosen,
            lang,
            output.value if output else None,
            explain,
            withhold_review=fail_on is FailOn.review,
            settings=settings,
            threads=jobs if endpoint else 1,
            vault=Vault(vault, key) if vault and key else None,
            progress=progress,
        )
        tally = batch.run(job, items, out, sys.stdout.buffer, sys.stderr)
    raise typer.Exit(tally.exit_status)


def _policy(name: str | None, hide: str | None, lang: str | None) -> Policy | None:
    chosen = load_policy(name) if name else None
    if hide is None:
        return chosen
    if chosen is None:
        if lang is None:
            raise UsageError("--hide needs to know the policy: name it with --policy, or the language with --lang")
        chosen = load_policy(load_locale(lang).settings.default_policy)
    return chosen.hiding(list(_by_commas(hide)))


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


def _by_commas(names: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (names or "").split(",") if part.strip())
