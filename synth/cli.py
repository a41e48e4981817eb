"""The command line: `python -m synth make --lang swa --n 2000 --seed 13 --out data/swa`, `python -m synth check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ficha.errors import FichaError
from synth.conformance import language_faults
from synth.factory import Factory
from synth.ordinary_words import write_words
from synth.output import write_folder
from synth.pack import ROOT, load_pack, pack_codes
from synth.scaffold import new_language

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

LIMIT = "Keep only documents of at most so many words (three Chinese characters count as two words)."
Language = Annotated[str, typer.Option("--lang", help="ISO 639-3 code of a language pack.")]
Root = Annotated[
    Path, typer.Option(help="The folder that holds synth/languages and ficha/locales.", show_default="here")
]


@app.command()
def make(
    *,
    lang: Language,
    out: Annotated[Path, typer.Option(help="Folder for kept.jsonl, rejects.jsonl, manifest.json and README.md.")],
    n: Annotated[int, typer.Option(min=1, help="Documents to keep.")] = 2000,
    seed: Annotated[int, typer.Option(help="The same seed makes the same bytes.")] = 13,
    max_words: Annotated[int | None, typer.Option(min=1, help=LIMIT)] = None,
    registers: Annotated[str | None, typer.Option(help="Only these registers, with commas between them.")] = None,
    root: Root = ROOT,
) -> None:
    """Make invented documents from a language pack."""
    chosen = [name.strip() for name in registers.split(",")] if registers else None
    try:
        pack = load_pack(lang, root / "synth" / "languages", locales=root / "ficha" / "locales")
        factory = Factory(pack, seed, max_words, chosen)
        options = {"n": n, "max_words": max_words, "registers": chosen}
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
    root: Root = ROOT,
) -> None:
    """Check locales and language packs, and print each fault with file and line."""
    count = 0
    try:
        for code in [lang] if lang else pack_codes(root / "synth" / "languages"):
            for fault in language_faults(code, root):
                typer.echo(str(fault))
                count += 1
    except FichaError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(error.exit_status) from None
    typer.echo(f"{count} faults")
    if count:
        raise typer.Exit(1)


@app.command("ordinary-words")
def ordinary_words_command(
    *,
    lang: Language,
    data: Annotated[Path, typer.Option(help="A corpus that `synth make` wrote; its training split is read.")],
    root: Root = ROOT,
) -> None:
    """Write the ordinary words of a corpus into its locale, against which unknown names are lifted."""
    out = root / "ficha" / "locales" / lang / "lists" / "ordinary_words.txt"
    try:
        count = write_words(data, lang, out)
    except FichaError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(error.exit_status) from None
    typer.echo(f"{out}: {count} words")


@app.command("new-language")
def new_language_command(
    code: Annotated[str, typer.Argument(help="ISO 639-3 code of the new language, for instance lin.")],
    country: Annotated[
        list[str] | None, typer.Option(help="ISO 3166-1 code of a country where it is spoken; may be repeated.")
    ] = None,
    root: Root = ROOT,
) -> None:
    """Lay out a new locale and language pack, with comments that say what to write."""
    try:
        files = new_language(code, country or [], root)
    except FichaError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(error.exit_status) from None
    typer.echo(f"{len(files)} files below {root / 'ficha/locales' / code} and {root / 'synth/languages' / code}")
    typer.echo(f"Next: docs/adding-a-language.md, and `python -m synth check --lang {code}` tells what is missing.")
