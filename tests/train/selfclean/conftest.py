"""One schooled base and one run over planted errors for all tests of the loop."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from ficha.document import Document
from ficha.policy import load_policy
from tests.train.selfclean.build import POLICY, documents, write_schooled_base
from train.recipe import Recipe
from train.selfclean.learn import Loop
from train.selfclean.loop import judge_all
from train.selfclean.plant import Planted, plant
from train.selfclean.readings import Reading


@dataclass(frozen=True)
class Run:
    """A finished run over 90 short texts with 20 planted errors; `test` texts are clean and held out."""

    out: Path
    loop: Loop
    clean: list[Document]
    pool: list[Document]
    planted: list[Planted]
    readings: list[Reading]


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_schooled_base(tmp_path_factory.mktemp("schooled"))


@pytest.fixture(scope="session")
def done(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    clean = documents(90)
    pool, planted = plant(clean, load_policy(POLICY), 4, seed=1)
    recipe = Recipe(base=str(base), learning_rate=2e-3, epochs=1, batch_rows=8, batch_tokens=4096, max_length=1024)
    loop, out = Loop(recipe, [20], 1), tmp_path_factory.mktemp("loop")
    return Run(out, loop, clean, pool, planted, judge_all(loop, pool, [], out, [13], 2))
