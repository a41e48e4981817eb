"""The loop over seeds and folds: every document is judged by models that did not see it.

    readings = judge_all(loop, pool, test, Path("runs/selfclean-eng"), seeds=[13, 42], folds=2)

Documents of the pool are cross-fitted: each is judged by the fold that left it out. Those of `test` (the held-out
split) are judged by all. A run that was killed goes on where it was.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from eval.run import write_json
from ficha.contract import fingerprint
from ficha.document import Document
from ficha.errors import UsageError
from train.selfclean.folds import split, subsets, whole
from train.selfclean.learn import Loop, judge_fold
from train.selfclean.readings import Reading, read_readings

RUN = "run.json"


def judge_all(
    loop: Loop, pool: Sequence[Document], test: Sequence[Document], out: Path, seeds: Sequence[int], folds: int
) -> list[Reading]:
    """All readings of the run.

    Raises UsageError for fewer than two folds and where `out` holds the run of another corpus, recipe or setting,
    InputError for too few documents.
    """
    if folds < 2:
        raise UsageError(f"{folds} folds: expected at least 2, so that no model judges what it trained on")
    nested = replace(loop, sizes=subsets(loop.sizes, whole(len(pool), folds)))
    documents = fingerprint("\n".join(json.dumps(d.to_json(), sort_keys=True) for d in [*pool, *test]))
    settings = {"sizes": list(nested.sizes), "passes": loop.passes, "folds": folds, "policy": loop.policy}
    _same_run(out / RUN, {"data": documents, "recipe": loop.recipe.model_dump(), **settings})
    for seed in seeds:
        drawn = random.Random(seed).sample(list(pool), len(pool))
        for fold in range(folds):
            train, left_out = split(drawn, fold, folds, seed)
            identity = {"data": documents, "fold": fold, **settings}
            judge_fold(nested, train, [*left_out, *test], out, seed, fold, identity)
    return read_readings(out / "readings")


def _same_run(file: Path, identity: dict[str, Any]) -> None:
    """Write what decides the readings, or prove that those in the folder were made of the same."""
    if file.is_file():
        before = json.loads(file.read_text(encoding="utf-8"))
        if changed := sorted(key for key in before.keys() | identity.keys() if before.get(key) != identity.get(key)):
            raise UsageError(f"{file.parent} was made with another {', '.join(changed)}: name another folder")
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_json(file, identity)
