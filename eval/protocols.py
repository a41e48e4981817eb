"""Protocols over several scores: groups, folds that leave a group out, runs side by side, and what changed between two.

    python -m eval folds --data minutes.jsonl --key group --out folds     one folder a group: train.jsonl, test.jsonl
    python -m eval gather runs/seed-*/scores.json                         each run, their mean and standard deviation
    python -m eval delta heldout/scores.json novel/scores.json            differences, with both values

A fold's `train.jsonl` holds the documents of all other groups with their splits, for `python -m train.sft`; its
`test.jsonl` the group's own. `gather` is for seeds, folds, sizes and languages alike: what differs is in the names.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import regex

from eval.predictions import Prediction
from eval.records import read_json
from eval.report import Report, score
from eval.scheme import Scheme
from ficha.document import Document
from ficha.errors import InputError


@dataclass(frozen=True, slots=True)
class Run:
    """The measures of one `scores.json`, by name; undefined ones are NaN. `name` is its folder's."""

    name: str
    signature: str
    values: Mapping[str, float]


def groups_of(documents: Iterable[Document], key: str) -> dict[str, list[Document]]:
    """The documents by `meta[key]`, in order of the values. Raises InputError where one lacks it."""
    groups: dict[str, list[Document]] = {}
    for document in documents:
        if key not in document.meta:
            raise InputError(f"document {document.id!r} has no meta {key!r}: it can't be put into a group")
        groups.setdefault(str(document.meta[key]), []).append(document)
    return dict(sorted(groups.items()))


def by_group(
    documents: Iterable[Document], predictions: Mapping[str, Prediction], scheme: Scheme, key: str, resamples: int
) -> dict[str, Report]:
    """The scores of each group alone. Raises InputError."""
    return {
        group: score(members, {d.id: predictions[d.id] for d in members}, scheme, resamples)
        for group, members in groups_of(documents, key).items()
    }


def write_folds(documents: Iterable[Document], key: str, out: Path) -> dict[str, tuple[int, int]]:
    """A folder a group with `train.jsonl` and `test.jsonl`; group -> documents in each.

    What is left in is for training and development: a document that said `test` says `dev` now. Raises InputError:
    fewer than two groups, a folder that can't be written.
    """
    groups = groups_of(documents, key)
    if len(groups) < 2:
        raise InputError(f"meta {key!r} has {len(groups)} value: leaving a group out needs two at least")
    sizes = {}
    for group, members in groups.items():
        others = [_with_split(d, {"test": "dev"}) for name, rest in groups.items() if name != group for d in rest]
        held = [replace(d, meta={**d.meta, "split": "test"}) for d in members]
        folder = out / regex.sub(r"[^\w.-]+", "_", group)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _write(folder / "train.jsonl", others)
            _write(folder / "test.jsonl", held)
        except OSError as error:
            raise InputError(f"can't write to {folder}: {error.strerror}") from None
        sizes[group] = len(others), len(held)
    return sizes


def read_run(path: Path) -> Run:
    """A `scores.json` as `python -m eval run --out` writes it. Raises InputError."""
    content = read_json(path)
    measures = content.get("measures") if isinstance(content, dict) else None
    if not isinstance(measures, dict) or not isinstance(content.get("signature"), str):
        raise InputError(f"{path}: expected the scores.json that `python -m eval run --out` writes")
    values = {name: math.nan if m["value"] is None else float(m["value"]) for name, m in measures.items()}
    return Run(path.parent.name or path.stem, content["signature"], values)


def mean_and_deviation(runs: Sequence[Run], measure: str) -> tuple[float, float]:
    """Mean and sample standard deviation over the runs in which the measure is defined; NaN where there are too few."""
    values = [run.values[measure] for run in runs if not math.isnan(run.values.get(measure, math.nan))]
    mean = statistics.fmean(values) if values else math.nan
    return mean, statistics.stdev(values) if len(values) > 1 else math.nan


def _with_split(document: Document, renamed: Mapping[str, str]) -> Document:
    split = str(document.meta.get("split", "train"))
    return replace(document, meta={**document.meta, "split": renamed.get(split, split)})


def _write(path: Path, documents: Iterable[Document]) -> None:
    lines = (json.dumps(document.to_json(), ensure_ascii=False) + "\n" for document in documents)
    path.write_text("".join(lines), encoding="utf-8")
