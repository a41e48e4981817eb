"""One cell of a grid: its documents, its training, its scores; each step is left out where its result lies there.

OUT/<cell>/data.jsonl     dev, and the training documents drawn with the seed (a smaller cell's are a larger one's)
OUT/<cell>/recipe.yaml    the recipe with the cell's base, rate and epochs
OUT/<cell>/               the adapter, its checkpoints, its predictions
OUT/<cell>/point.json     the scores
"""

from __future__ import annotations

import gc
import json
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import yaml

from eval.choices import default_policy
from eval.ficha_system import FichaSystem
from eval.loaders.corpus import LABELS
from eval.report import score
from eval.run import predict, write_json
from eval.scheme import Scheme
from eval.shared_engine import SharedEngine
from ficha.contract import FILE_NAME
from ficha.document import Document
from ficha.engine.local import LocalEngine
from ficha.errors import ModelError, UsageError
from ficha.redactor import Redactor
from train import sft
from train.corpus import drawn
from train.grid.plan import Cell
from train.recipe import load_recipe
from train.resume import last_checkpoint
from train.training import CHECKPOINTS

POINT = "point.json"
MODEL, WITH_RULES, RULES = "model", "model with rules", "rules"
Scores = dict[str, dict[str, Any]]  # "swa test model" -> measure -> {"value", "interval", "counts"}
_BY_CATEGORY = ("item.strict.recall[", "item.relaxed.recall[")
_MEASURES = (
    "item.covered.recall",
    "item.relaxed.recall",
    "item.strict.recall",
    "item.strict.f1",
    "document.recall",
    "document.precision",
    "document.accuracy",
)


@dataclass(frozen=True)
class Corpora:
    """What every cell of a grid is made from; `companion` goes beside a language's own documents."""

    train: Sequence[Document]
    companion: Sequence[Document]
    dev: Sequence[Document]
    test: Sequence[Document]


@dataclass(frozen=True, slots=True)
class Point:
    """A cell and its scores."""

    cell: Cell
    scores: Scores


def point(cell: Cell, corpora: Corpora, recipe: str, out: Path, init: Path | None) -> Point:
    """Train and score one cell, or read its scores. Raises a FichaError where the training can't be done."""
    folder = out / cell.name
    file = folder / POINT
    if not file.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        adapter = _zero_shot(init) if cell.rows == 0 else _trained(cell, corpora, recipe, folder, init)
        scores = scores_of(adapter, corpora, folder)
        write_json(file, {"cell": asdict(cell), "scores": scores})
        gc.collect()  # trainers refer to themselves: the next cell needs their memory
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
    return read_point(file)


def read_point(file: Path) -> Point:
    """A point that lies on disk."""
    raw = json.loads(file.read_text(encoding="utf-8"))
    return Point(Cell(**raw["cell"]), raw["scores"])


def scores_of(adapter: Path | None, corpora: Corpora, folder: Path) -> Scores:
    """The measures by language, split and system: the model alone and with the rules; without an adapter the rules."""
    if adapter is None:
        redactors = {RULES: Redactor(None, "rules")}
    else:
        engine = SharedEngine(LocalEngine.load(adapter))
        redactors = {MODEL: Redactor(engine, "model"), WITH_RULES: Redactor(engine, "both")}
    found: Scores = {}
    for split, documents in (("dev", corpora.dev), ("test", corpora.test)):
        for lang in sorted({d.lang or "" for d in documents}):
            chosen = [d for d in documents if d.lang == lang]
            policy = default_policy(chosen, lang)
            for name, redactor in redactors.items():
                where = folder / f"{lang}-{split}-{name.replace(' ', '-')}"
                predictions = predict(FichaSystem.around(redactor, lang), chosen, policy, where)
                measures = score(chosen, predictions, Scheme(policy, LABELS)).to_json()["measures"]
                found[f"{lang} {split} {name}"] = {
                    key: value for key, value in measures.items() if key in _MEASURES or key.startswith(_BY_CATEGORY)
                }
    return found


def _zero_shot(init: Path | None) -> Path:
    if init is None:
        raise UsageError("0 rows is the adapter as it is: name it with --init")
    return init


def _trained(cell: Cell, corpora: Corpora, recipe: str, folder: Path, init: Path | None) -> Path:
    if (folder / FILE_NAME).is_file():
        return folder
    data, settings = folder / "data.jsonl", folder / "recipe.yaml"
    drawn = [*_first(corpora.train, cell.rows, cell.seed), *_first(corpora.companion, cell.companion_rows, cell.seed)]
    _write(data, "".join(json.dumps(d.to_json(), ensure_ascii=False) + "\n" for d in [*drawn, *corpora.dev]))
    changed: Mapping[str, Any] = {
        "base": cell.base,
        **({"learning_rate": cell.learning_rate} if cell.learning_rate is not None else {}),
        **({"epochs": cell.epochs} if cell.epochs is not None else {}),
    }
    _write(settings, yaml.safe_dump(load_recipe(recipe).model_copy(update=changed).model_dump(), sort_keys=False))
    options = ["--data", str(data), "--recipe", str(settings), "--out", str(folder), "--seed", str(cell.seed)]
    options += ["--init", str(init)] if init else []
    if last_checkpoint(folder / CHECKPOINTS):
        options.append("--resume")
    else:
        shutil.rmtree(folder / CHECKPOINTS, ignore_errors=True)
    if sft.main(options):
        raise ModelError(f"the training of {cell.name} ended with an error (above)")
    return folder


def _first(documents: Sequence[Document], rows: int | None, seed: int) -> Sequence[Document]:
    if rows is not None and rows > len(documents):
        raise UsageError(f"{rows} rows of {len(documents)} training documents: make a larger corpus, or ask for fewer")
    return drawn(documents, seed)[:rows]


def _write(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
