"""The command line: `python -m synth make --lang swa --n 2000 --seed 13 --out data/swa`, `python -m synth check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ficha.errors import FichaError
from synth.conformance import faults_of
from synth.factory import Factory
from synth.feedback import read_requests
from synth.output import write_folder
from synth.pack import load_pack, pack_codes

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

LIMIT = "Keep only documents of at most so many words (three Chinese characters count as two words)."
Language = Annotated[str, typer.Option("--lang", help="ISO 639-3 code of a language pack.")]


@app.command()
def make(
    *,
    lang: Language,
    out: Annotated[Path, typer.Option(help="Folder for kept.jsonl, rejects.jsonl, manifest.json and README.md.")],
    n: Annotated[int, typer.Option(min=1, help="Documents to keep.")] = 2000,
    seed: Annotated[int, typer.Option(help="The same seed makes the same bytes.")] = 13,
    max_words: Annotated[int | None, typer.Option(min=1, help=LIMIT)] = None,
    registers: Annotated[str | None, typer.Option(help="Only these registers, with commas between them.")] = None,
    feedback: Annotated[
        Path | None, typer.Option(help="feedback.jsonl of the self-cleaning loop.")
    ] = None,
) -> None:
    """Make invented documents from a language pack."""
    chosen = [name.strip() for name in registers.split(",")] if registers else None
    try:
        pack = load_pack(lang)
        requests = read_requests(feedback, lang, pack.settings.registers) if feedback else None
        factory = Factory(pack, seed, max_words, chosen, requests)
        options = {"n": n, "max_words": max_words, "registers": chosen}
        if requests:
            options["feedback"] = requests.sha256
        stats = write_folder(out, factory.documents(n), pack, seed, options)
    except FichaError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(error.exit_status) from None
    typer.echo(f"{out}: kept {stats.kept} of {n}, {sum(stats.rejects.values())} attempts rejected")
    if stats.kept < n:
        typer.echo(f"warning: {n - stats.kept} documents were given up; see {out / 'rejects.jsonl'}", err=True)


@app.command()
def check(
    lang: Annotated[str | None, typer.Option("--lang", help="A language pack; all of them by default.")] = None,
) -> None:
    """Check language packs and print each fault with file and line."""
    count = 0
    try:
        for code in [lang] if lang else pack_codes():
            for fault in faults_of(load_pack(code)):
                typer.echo(str(fault))
                count += 1
    except FichaError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(error.exit_status) from None
    typer.echo(f"{count} faults")
    if count:
        raise typer.Exit(1)
