"""Planted errors: how well the ranking finds label errors, beside three other rankings.

    python -m train.selfclean.planted --out runs/planted [--rows 2000] [--per-kind 100] [--seeds 13,42]

Short invented texts, 100 errors of each of five kinds (`train.selfclean.plant`), two training seeds. Labels are read
from one teacher-forced pass a row by models that did not see the row. Killed, it goes on where it was.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from eval.run import write_json
from ficha.document import Document
from ficha.errors import FichaError, InputError
from ficha.locales import load_locale
from ficha.policy import load_policy
from synth.factory import Factory
from synth.pack import load_pack
from train.options import numbers, quiet
from train.recipe import load_recipe
from train.selfclean import compare, rivals
from train.selfclean.compare import Ranking
from train.selfclean.evidence import agreement, plateau, weigh
from train.selfclean.learn import Loop
from train.selfclean.loop import judge_all
from train.selfclean.places import places
from train.selfclean.plant import KINDS, Planted, plant
from train.selfclean.readings import Reading
from train.selfclean.suspects import all_opinions

CORPUS_SEED = 13
METHOD = "self-cleaning"
PRECISION, RECALL = 0.70, 0.90  # what is to be reached


def short_documents(lang: str, rows: int, max_words: int) -> list[Document]:
    """`rows` invented training documents of at most `max_words` words. Raises InputError where there are too few."""
    made = Factory(load_pack(lang), CORPUS_SEED, max_words).documents(rows * 3)
    kept = (m.document for m in made if m.reason is None and m.document.meta["split"] == "train")
    found = list(islice(kept, rows))
    if len(found) < rows:
        raise InputError(f"only {len(found)} of {rows} documents of at most {max_words} words in {lang}: ask for fewer")
    return found


def rankings(
    readings: Sequence[Reading], documents: Sequence[Document], planted: Sequence[Planted], loop: Loop
) -> dict[str, Ranking]:
    """Every method's ranking on the same readings: this one's and the rivals'."""
    opinions = all_opinions(loop, {d.id: d for d in documents}, readings)
    flat = plateau(agreement(readings))
    texts = {d.id: d.text for d in documents}
    suspects = weigh(readings, flat, opinions, texts)
    scored = {
        METHOD: [(s.id, s.item, s.score) for s in suspects],
        "random order": rivals.random_order(readings, CORPUS_SEED),
        "loss alone": rivals.loss_alone(rivals.last(readings)),
        "cleanlab": rivals.cleanlab_scores(rivals.last(readings)),
    }
    ids = [d.id for d in documents]
    return {name: compare.ranking(places(items, texts), planted, ids) for name, items in scored.items()}


def report(
    found: dict[str, Ranking], planted: Sequence[Planted], curve: dict[str, float]
) -> tuple[str, dict[str, Any]]:
    """The tables as Markdown, and the same as JSON."""
    curves = {name: compare.precision_at(one) for name, one in found.items()}
    areas = {name: compare.average_precision(one) for name, one in found.items()}
    gains = {name: compare.gain(found[METHOD], one) for name, one in found.items() if name != METHOD}
    reached = {name: compare.recall_at(one, [PRECISION])[PRECISION] for name, one in found.items()}
    kinds = by_kind(found[METHOD], planted)
    lines = [
        f"{len(planted)} planted errors. Precision at each recall (95% bootstrap over documents):\n",
        compare.table_of(curves),
        f"\n| | {' | '.join(found)} |\n|{'---|' * (len(found) + 1)}",
        "| average precision | " + " | ".join(map(str, areas.values())) + " |",
        f"| recall at precision {PRECISION:.2f} | " + " | ".join(map(str, reached.values())) + " |",
        f"\nGain in average precision of {METHOD}, paired: " + "; ".join(f"over {n} {g}" for n, g in gains.items()),
        f"\nFound at precision {PRECISION:.2f}, by kind: " + ", ".join(f"{k} {v:.2f}" for k, v in kinds.items()),
        "\nRows whose labels the models all agree with, by size: "
        + ", ".join(f"{k} {v:.3f}" for k, v in curve.items()),
    ]
    data = {
        "precision_at": {name: {str(r): _json(b) for r, b in one.items()} for name, one in curves.items()},
        "average_precision": {name: _json(b) for name, b in areas.items()},
        f"recall_at_{PRECISION}": {name: _json(b) for name, b in reached.items()},
        "gain": {name: _json(b) for name, b in gains.items()},
        "by_kind": kinds,
        "agreement": curve,
    }
    return "\n".join(lines) + "\n", data


def by_kind(one: Ranking, planted: Sequence[Planted]) -> dict[str, float]:
    """The share of each kind that is found where precision is last at least 0.70."""
    right = 0
    depth = 0
    for n, hit in enumerate(one.hits, start=1):
        right += hit >= 0
        if right / n >= PRECISION:
            depth = n
    met = Counter(planted[hit].kind for hit in one.hits[:depth] if hit >= 0)
    total = Counter(error.kind for error in planted)
    return {kind: met[kind] / total[kind] for kind in KINDS if total[kind]}


def _json(bounded: compare.Bounded) -> list[float]:
    return [round(v, 4) for v in (bounded.value, bounded.low, bounded.high)]


def run(
    out: Path, lang: str, rows: int, per_kind: int, seeds: Sequence[int], folds: int, loop: Loop, max_words: int
) -> str:
    """The experiment; returns its tables and writes them to `out`."""
    policy = loop.policy or load_locale(lang).settings.default_policy
    documents, planted = plant(short_documents(lang, rows, max_words), load_policy(policy), per_kind, CORPUS_SEED)
    readings = judge_all(loop, documents, [], out, seeds, folds)
    curve = {f"{r} rows, pass {p}": v for (r, p), v in agreement(readings).items()}
    text, data = report(rankings(readings, documents, planted, loop), planted, curve)
    (out / "table.md").write_text(text, encoding="utf-8")
    settings = {"lang": lang, "rows": rows, "per_kind": per_kind, "seeds": list(seeds), "folds": folds}
    write_json(out / "table.json", {**settings, "recipe": loop.recipe.model_dump(), **data})
    with (out / "planted.jsonl").open("w", encoding="utf-8") as stream:
        for error in planted:
            line = {"id": error.id, "kind": error.kind, "start": error.start, "end": error.end}
            stream.write(json.dumps(line) + "\n")
    return text


def main(
    *,
    out: Annotated[Path, typer.Option(help="Folder for readings, checkpoints and table.md.")],
    lang: Annotated[str, typer.Option(help="A language pack.")] = "eng",
    rows: Annotated[int, typer.Option(min=10, help="Documents.")] = 2000,
    per_kind: Annotated[int, typer.Option(min=1, help="Planted errors of each kind.")] = 100,
    seeds: Annotated[str, typer.Option(help="Training seeds.")] = "13,42",
    folds: Annotated[int, typer.Option(min=2)] = 2,
    sizes: Annotated[str, typer.Option(help="Rows after which the models judge, besides all.")] = "500",
    passes: Annotated[int, typer.Option(min=1, help="Times that a model goes through all its rows.")] = 1,
    max_words: Annotated[int, typer.Option(min=3)] = 20,
    recipe: Annotated[str, typer.Option(help="A recipe, or a YAML file.")] = "smollm2-135m",
    base: Annotated[str | None, typer.Option(help="The base model, instead of the recipe's.")] = None,
) -> None:
    """Plant errors, look for them, and print the tables."""
    quiet()
    try:
        chosen = load_recipe(recipe).model_copy(update={"base": base} if base else {})
        loop = Loop(chosen, numbers(sizes, "--sizes"), passes)
        print(run(out, lang, rows, per_kind, numbers(seeds, "--seeds"), folds, loop, max_words))
    except FichaError as error:
        print(f"train.selfclean.planted: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None


if __name__ == "__main__":
    typer.run(main)
