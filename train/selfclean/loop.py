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

from ficha.contract import fingerprint
from ficha.document import Document
from ficha.errors import UsageError
from train.selfclean.folds import split, subsets, whole
from train.selfclean.learn import Loop, judge_fold
from train.selfclean.readings import Reading, read_readings


def judge_all(
    loop: Loop, pool: Sequence[Document], test: Sequence[Document], out: Path, seeds: Sequence[int], folds: int
) -> list[Reading]:
    """All readings of the run. Raises UsageError for fewer than two folds, InputError for too few documents."""
    if folds < 2:
        raise UsageError(f"{folds} folds: expected at least 2, so that no model judges what it trained on")
    nested = replace(loop, sizes=subsets(loop.sizes, whole(len(pool), folds)))
    documents = fingerprint("\n".join(json.dumps(d.to_json(), sort_keys=True) for d in [*pool, *test]))
    settings = {"sizes": list(nested.sizes), "passes": loop.passes, "folds": folds, "policy": loop.policy}
    for seed in seeds:
        drawn = random.Random(seed).sample(list(pool), len(pool))
        for fold in range(folds):
            train, left_out = split(drawn, fold, folds, seed)
            identity = {"data": documents, "fold": fold, **settings}
            judge_fold(nested, train, [*left_out, *test], out, seed, fold, identity)
    return read_readings(out / "readings")
