"""The command line: `python -m train.selfclean run|review|apply` (`make selfclean DATA=data/eng`)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from eval.loaders.corpus import load
from eval.run import write_json
from ficha.document import Document
from ficha.errors import FichaError
from train.corpus import Choice
from train.options import numbers, quiet
from train.recipe import load_recipe
from train.selfclean import apply as versions
from train.selfclean.decisions import DECISIONS, read_decisions
from train.selfclean.feedback import FEEDBACK, read_requests, write_requests
from train.selfclean.flags import FLAGS, read_flags, write_flags
from train.selfclean.folds import SIZES
from train.selfclean.learn import Loop
from train.selfclean.loop import judge_all
from train.selfclean.review import review as ask_about
from train.selfclean.suspects import Found, find

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
Data = Annotated[Path, typer.Option(help="A corpus: a folder with a kept.jsonl, or a JSONL file.")]
Out = Annotated[Path, typer.Option(help="The folder of the run.")]


@app.command()
def run(
    *,
    data: Data,
    out: Out,
    recipe: Annotated[str, typer.Option(help="A recipe, or a YAML file.")] = "smollm2-135m",
    base: Annotated[str | None, typer.Option(help="The base model, instead of the recipe's.")] = None,
    policy: Annotated[str | None, typer.Option(help="Labels are judged under it; the language's default.")] = None,
    sizes: Annotated[str, typer.Option(help="Rows after which the models judge, besides all.")] = ",".join(
        map(str, SIZES)
    ),
    passes: Annotated[int, typer.Option(min=1, help="Times that a model goes through all its rows.")] = 1,
    folds: Annotated[int, typer.Option(min=2)] = 3,
    seeds: Annotated[str, typer.Option(help="Training seeds.")] = "13,42",
    max_words: Annotated[int | None, typer.Option(min=1, help="Only documents of at most so many words.")] = None,
) -> None:
    """Train on growing subsets and flag the labels that models which never saw them contradict."""
    quiet()
    with told("run"):
        documents = _documents(data, max_words)
        pool = [d for d in documents if d.meta.get("split", "train") == "train"]
        test = [d for d in documents if d.meta.get("split", "train") != "train"]
        chosen = load_recipe(recipe).model_copy(update={"base": base} if base else {})
        loop = Loop(chosen, numbers(sizes, "--sizes"), passes, policy)
        drawn = numbers(seeds, "--seeds")
        readings = judge_all(loop, pool, test, out, drawn, folds)
        found = find(loop, documents, readings, out, drawn[0], folds)
        write_flags(out / FLAGS, found.flags)
        write_requests(out / FEEDBACK, found.requests)
        write_json(out / "curve.json", {f"{r} rows, pass {p}": v for (r, p), v in found.curve.items()})
        print(_summary(found, out))


@app.command()
def review(*, data: Data, out: Out) -> None:
    """Decide about the flags, one after the other: keep, fix, drop, undo."""
    with told("review"):
        documents = {d.id: d for d in _documents(data, None)}
        console = Console()
        decided = ask_about(read_flags(out / FLAGS), documents, out / DECISIONS, console, typer.prompt)
        console.print(f"{decided} decided; {out / DECISIONS}")


@app.command()
def apply(
    *,
    data: Data,
    out: Out,
    to: Annotated[Path, typer.Option(help="Folder for the new version of the corpus.")],
    auto: Annotated[float | None, typer.Option(help="Fix undecided flags from this score on; recorded.")] = None,
) -> None:
    """Write a new version of the corpus with the decisions applied."""
    with told("apply"):
        source = Choice([data]).files()[0]
        flags, decisions = read_flags(out / FLAGS), read_decisions(out / DECISIONS)
        requests = read_requests(out / FEEDBACK)
        manifest = versions.apply(source, list(load(source)), flags, decisions, to, auto, requests)
        print(f"{to}: version {manifest['version']}, {json.dumps(manifest['counts'])}")


@contextmanager
def told(command: str) -> Iterator[None]:
    """A FichaError becomes one line and its exit status."""
    try:
        yield
    except FichaError as error:
        print(f"train.selfclean {command}: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None


def _documents(data: Path, max_words: int | None) -> Sequence[Document]:
    return list(Choice([data], max_words=max_words).documents())


def _summary(found: Found, out: Path) -> str:
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(found.kinds.items())) or "none"
    flat = f"flat from {found.plateau[0][0]} rows on" if found.is_flat else "not flat yet: more rows may help"
    return f"{len(found.flags)} flags in {out / FLAGS} ({kinds}); the agreement curve is {flat}"


if __name__ == "__main__":
    app()
