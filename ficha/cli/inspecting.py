"""`ficha align | policies | audit | export | doctor`: looking at generations, policies and results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ficha.align import align as align_texts
from ficha.audit import audit as audit_results
from ficha.cli.streams import read_bytes, utf8_stdout
from ficha.doctor import examine
from ficha.errors import UsageError
from ficha.export import export_corpus, export_spans
from ficha.io import decode
from ficha.labels import FINE_LABELS
from ficha.locales import load_locale
from ficha.policy import load_policy, policy_names


def align(
    source: Annotated[Path, typer.Argument(help="The source text.")],
    generated: Annotated[Path, typer.Argument(help="The text with placeholders.")],
    policy: Annotated[str, typer.Option(help="The policy whose placeholders are meant.")] = "patient-requests",
    lang: Annotated[str | None, typer.Option(help="Its locale's words for placeholders are known too.")] = None,
    show_edits: Annotated[bool, typer.Option("--show-edits", help="Show the words that were changed.")] = False,
) -> None:
    """Map a text with placeholders back to spans of its source: one JSON object with spans and edits."""
    aliases = load_locale(lang).settings.placeholder_aliases if lang else {}
    texts = [decode(read_bytes(path), str(path)) for path in (source, generated)]
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
    with utf8_stdout() as stdout:
        stdout.write(
            json.dumps({"spans": spans, "edits": edits, "offset_unit": "codepoint"}, ensure_ascii=False) + "\n"
        )


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


def export(
    results: Annotated[list[Path], typer.Argument(help="Result lines (`--format jsonl`), or folders of them.")],
    spans: Annotated[Path | None, typer.Option(help="Write a CSV with a row a hidden span to this file.")] = None,
    corpus: Annotated[Path | None, typer.Option(help="Write a folder that `datasets` loads.")] = None,
) -> None:
    """Turn results into a table of spans for a spreadsheet, or a corpus of redacted texts."""
    if spans is None and corpus is None:
        raise UsageError("nothing to write: name --spans FILE, --corpus DIR, or both")
    if spans is not None:
        print(f"{spans}: {export_spans(results, spans)} spans")
    if corpus is not None:
        print(f"{corpus}: {export_corpus(results, corpus)} texts")


def doctor() -> None:
    """Look at this installation: what works, what is missing, and what to do."""
    findings = examine()
    table = Table("part", "state", "what to do")
    for finding in findings:
        table.add_row(finding.part, ("ok: " if finding.ok else "missing: ") + finding.state, finding.advice)
    Console().print(table)
    raise typer.Exit(0 if all(f.ok for f in findings if f.required) else 4)
