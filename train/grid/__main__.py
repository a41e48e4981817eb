"""The command line: `python -m train.grid --plan scaling --data data/eng --out runs/scaling` (`make scaling`)."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from ficha.errors import FichaError, InputError
from train.corpus import Choice
from train.grid import tables
from train.grid.cell import Corpora, Point, Scores, point, scores_of
from train.grid.plan import Plan, cells, load_plan, plan_names
from train.options import numbers, quiet
from train.recipe import load_recipe


def run(plan: Plan, corpora: Corpora, bases: list[str], out: Path, init: Path | None, released: Path | None) -> str:
    """Train and score every cell; the report, which is also written to `out/table.md`. Raises a FichaError."""
    out.mkdir(parents=True, exist_ok=True)
    points = [point(cell, corpora, plan.recipe, out, init) for cell in cells(plan, bases)]
    text = _report(plan, points, corpora, out, released)
    (out / "table.md").write_text(text, encoding="utf-8")
    return text


def _report(plan: Plan, points: list[Point], corpora: Corpora, out: Path, released: Path | None) -> str:
    if plan.form == "curve":
        from train.grid.plot import plot_curve

        baseline = scores_of(None, corpora, out / "rules")
        plot_curve(points, baseline, out / "curve.png")
        return tables.curve(points, baseline)
    if plan.form == "spread":
        found: Scores | None = scores_of(released, corpora, out / "released") if released else None
        return tables.spread(points, found)
    return tables.choice(points) if plan.form == "choice" else tables.adaptation(points)


def corpora_of(data: list[Path], companion: Path | None, languages: list[str], test: int) -> Corpora:
    """Read the corpora. Raises InputError where a split is empty."""
    documents = list(Choice(data, languages).documents())
    beside = list(Choice([companion]).documents()) if companion else []
    found = Corpora(
        train=[d for d in documents if d.meta.get("split", "train") == "train"],
        companion=[d for d in beside if d.meta.get("split", "train") == "train"],
        dev=list(islice((d for d in documents if d.meta.get("split") == "dev"), test)),
        test=list(islice((d for d in documents if d.meta.get("split") == "test"), test)),
    )
    for name, part in (("train", found.train), ("dev", found.dev), ("test", found.test)):
        if not part:
            raise InputError(f"{', '.join(map(str, data))}: no {name} document: expected a corpus with three splits")
    return found


def main(
    *,
    plan: Annotated[str, typer.Option(help=f"{', '.join(plan_names())}, or a YAML file.")],
    data: Annotated[list[Path], typer.Option(help="Corpora: folders with a kept.jsonl, or JSONL files.")],
    out: Annotated[Path, typer.Option(help="Folder of the grid.")],
    lang: Annotated[list[str] | None, typer.Option(help="Only these languages.")] = None,
    companion: Annotated[Path | None, typer.Option(help="The companion's corpus (English, for adaptation).")] = None,
    bases: Annotated[str | None, typer.Option(help="Base models, with commas; the recipe's.")] = None,
    rows: Annotated[str | None, typer.Option(help="Training documents, with commas, instead of the plan's.")] = None,
    seeds: Annotated[str | None, typer.Option(help="Seeds, with commas, instead of the plan's.")] = None,
    recipe: Annotated[str | None, typer.Option(help="Instead of the plan's.")] = None,
    init: Annotated[Path | None, typer.Option(help="An adapter that trainings start from; 0 rows scores it.")] = None,
    released: Annotated[Path | None, typer.Option(help="The adapter to compare with the seeds' spread.")] = None,
    documents: Annotated[int, typer.Option(min=1, help="Documents scored, of dev and of test.")] = 200,
) -> None:
    """Train and score a grid of cells, and print its table."""
    quiet()
    try:
        chosen = load_plan(plan)
        changed: dict[str, Any] = {"recipe": recipe} if recipe else {}
        for axis, text in (("rows", rows), ("seeds", seeds)):
            if text:
                changed[axis] = numbers(text, f"--{axis}")
        chosen = chosen.model_copy(update=changed)
        own = load_recipe(chosen.recipe).base
        named = bases.split(",") if bases else [own] if own else []
        if not named:
            raise InputError(f"recipe {chosen.recipe} leaves the base open: name it with --bases")
        corpora = corpora_of(data, companion, lang or [], documents)
        print(run(chosen, corpora, named, out, init, released))
    except FichaError as error:
        print(f"train.grid: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None


if __name__ == "__main__":
    typer.run(main)
