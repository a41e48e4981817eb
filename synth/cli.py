"""The command line: `python -m synth make --lang swa --n 2000 --seed 13 --out data/swa`, `python -m synth check`.

Exit status: 0 done; 1 where `check` finds faults; 2 where the call or a file is wrong, 4 where an endpoint gives no
answer (see `ficha.errors`), with one line on the standard error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ficha.errors import FichaError, UsageError
from synth.conformance import language_faults
from synth.factory import Factory
from synth.feedback import read_requests
from synth.gather import gather_file
from synth.options import Language, Out, Root, Seed
from synth.ordinary_words import write_words
from synth.output import write_card_of, write_folder
from synth.pack import ROOT, Pack, load_pack, pack_codes
from synth.rating.filled import read_key, read_sheet
from synth.rating.sheet import HOW_TO, KEY, SHEET, lay_out
from synth.robust import language_of, make_sets
from synth.sample import write_sample
from synth.scaffold import new_language
from synth.teacher.cli import project_command, teach_command

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.command("teach")(teach_command)
app.command("project")(project_command)

LIMIT = "Keep only documents of at most so many words (three Chinese characters count as two words)."


@app.command()
def make(
    *,
    lang: Language,
    out: Out,
    n: Annotated[int, typer.Option(min=1, help="Documents to keep.")] = 2000,
    seed: Seed = 13,
    max_words: Annotated[int | None, typer.Option(min=1, help=LIMIT)] = None,
    registers: Annotated[str | None, typer.Option(help="Only these registers, with commas between them.")] = None,
    root: Root = ROOT,
    feedback: Annotated[Path | None, typer.Option(help="feedback.jsonl of the self-cleaning loop.")] = None,
) -> None:
    """Make invented documents from a language pack."""
    chosen = [name.strip() for name in registers.split(",")] if registers else None
    pack = _pack(lang, root)
    requests = read_requests(feedback, lang, pack.settings.registers) if feedback else None
    factory = Factory(pack, seed, max_words, chosen, requests)
    options = {"n": n, "max_words": max_words, "registers": chosen}
    if requests:
        options["feedback"] = requests.sha256
    stats = write_folder(out, factory.documents(n), pack, seed, options)
    typer.echo(f"{out}: kept {stats.kept} of {n}, {sum(stats.rejects.values())} attempts rejected")
    if stats.kept < n:
        typer.echo(f"warning: {n - stats.kept} documents were given up; see {out / 'rejects.jsonl'}", err=True)


@app.command()
def card(
    data: Annotated[Path, typer.Argument(help="A folder of the factory: its card is written anew.")],
    lang: Annotated[
        str | None, typer.Option("--lang", help="The language pack; by default that of the first document.")
    ] = None,
    natural: Annotated[
        Path | None, typer.Option(help="Natural text of the language to compare with: lines or JSONL.")
    ] = None,
) -> None:
    """Write the dataset card of a corpus: README.md and its plots."""
    stats = write_card_of(data, lang, natural)
    typer.echo(f"{data / 'README.md'}: the card of {stats.kept} documents")


@app.command()
def check(
    lang: Annotated[str | None, typer.Option("--lang", help="A language pack; all of them by default.")] = None,
    root: Root = ROOT,
) -> None:
    """Check locales and language packs, and print each fault with file and line."""
    count = 0
    for code in [lang] if lang else pack_codes(root / "synth" / "languages"):
        for fault in language_faults(code, root):
            typer.echo(str(fault))
            count += 1
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
    count = write_words(data, lang, out)
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
    files = new_language(code, country or [], root)
    typer.echo(f"{len(files)} files below {root / 'ficha/locales' / code} and {root / 'synth/languages' / code}")
    typer.echo(f"Next: docs/adding-a-language.md, and `python -m synth check --lang {code}` tells what is missing.")


@app.command()
def sample(*, lang: Language, root: Root = ROOT) -> None:
    """Write the running text that language detection needs where its library doesn't know the language."""
    written, kept = write_sample(_pack(lang, root), root / "ficha" / "locales" / lang / "lists")
    typer.echo(f"{written}: {kept} sentences")


@app.command()
def gather(
    *,
    lang: Language,
    file: Annotated[Path, typer.Argument(help="Running text: lines, or JSON lines with a field text.")],
    name: Annotated[str, typer.Option(help="Name of the file to write: synth/languages/<iso>/natural/<name>.txt.")],
    source: Annotated[str, typer.Option(help="Where the text is from: title, place, version.")],
    licence: Annotated[str, typer.Option(help="Its licence, which must allow copying.")],
    known: Annotated[list[Path] | None, typer.Option(help="More text, only to learn ordinary words from.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Keep at most so many sentences.")] = 2500,
) -> None:
    """Gather natural sentences for a pack; whatever may name somebody is left out."""
    pack = load_pack(lang)
    written, kept = gather_file(pack, file, known or [], name, source, licence, limit)
    typer.echo(f"{written}: {kept} sentences")


@app.command()
def robust(
    *,
    data: Annotated[Path, typer.Option(help="A corpus of `make`: its test split is renamed.")],
    also: Annotated[
        list[Path] | None, typer.Option(help="A further corpus that the model is trained on; may be repeated.")
    ] = None,
    seed: Seed = 13,
    out: Annotated[Path | None, typer.Option(help="Folder for the sets; by default the corpus's own.")] = None,
    root: Root = ROOT,
) -> None:
    """Make the robustness sets test-novel (names that training lacks) and test-reshuffle (names permuted)."""
    pack = _pack(language_of(data), root)
    folder = out or (data if data.is_dir() else data.parent)
    counts = make_sets(data, pack, also or [], seed, folder)
    for name, count in counts.items():
        typer.echo(f"{folder / name}.jsonl: {count}")


@app.command()
def rate(
    *,
    data: Annotated[Path | None, typer.Option(help="A corpus whose texts are to be rated.")] = None,
    natural: Annotated[
        list[Path] | None, typer.Option(help="Natural texts to mix in, one a line or JSONL; may be repeated.")
    ] = None,
    n: Annotated[int, typer.Option(min=2, help="Texts of the sheet, half of them natural where there are any.")] = 150,
    seed: Seed = 13,
    out: Annotated[Path | None, typer.Option(help="Folder for sheet.csv, key.csv and how-to-rate.md.")] = None,
    filled: Annotated[
        list[Path] | None, typer.Option("--import", help="A filled sheet, one a rater; may be repeated.")
    ] = None,
    key: Annotated[Path | None, typer.Option(help="The sheet's key.csv; by default beside the first sheet.")] = None,
) -> None:
    """Lay out a blind rating sheet for speakers (--data, --out), or score filled ones (--import)."""
    if filled:
        echo_ratings(filled, key or filled[0].parent / KEY)
    elif data and out:
        counts = lay_out(data, natural or [], n, seed, out)
        typer.echo(f"{out / SHEET}: {', '.join(f'{count} {origin}' for origin, count in counts.items())} texts")
        typer.echo(f"Give raters {SHEET} and {HOW_TO}, and keep {KEY} to yourself.")
    else:
        raise UsageError("expected --data and --out to lay out a sheet, or --import to read filled ones")


def echo_ratings(sheets: list[Path], key_file: Path) -> None:
    """Print what filled sheets say, and write it beside the key."""
    from synth.rating.scores import score  # needs numpy and krippendorff, which making texts doesn't

    key = read_key(key_file)
    scores = score(key, [read_sheet(sheet, key) for sheet in sheets])
    written = key_file.parent / "ratings.json"
    written.write_text(json.dumps(scores.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    typer.echo(str(scores))
    typer.echo(f"{written}: written")


def _pack(lang: str, root: Path) -> Pack:
    return load_pack(lang, root / "synth" / "languages", locales=root / "ficha" / "locales")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; a FichaError becomes one line and its exit status."""
    try:
        app(args=None if arguments is None else list(arguments), prog_name="python -m synth")
    except FichaError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
