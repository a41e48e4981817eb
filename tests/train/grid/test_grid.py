"""Grids on the tiny model: every cell once, resumable, and the tables that come out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ficha.document import Document
from ficha.errors import InputError, UsageError
from tests.train.build import write_base, write_corpus
from tests.train.selfclean.build import documents
from train.grid import __main__ as command
from train.grid import tables
from train.grid.__main__ import corpora_of, run
from train.grid.cell import MODEL, RULES, WITH_RULES, Corpora, Point, read_point
from train.grid.plan import Cell, Plan, cells, load_plan, plan_names

pytestmark = pytest.mark.filterwarnings("ignore::Warning")  # of torch, transformers, trl and peft

RECIPE = "base: null\nlearning_rate: 1.0e-2\nepochs: 1\nbatch_rows: 4\nbatch_tokens: 4096\nmax_length: 1024\n"


def of_split(found: list[Document], split: str) -> list[Document]:
    return [replace(d, meta={**d.meta, "split": split}) for d in found]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("grid")
    made = documents(20)
    split = [*of_split(made[:14], "train"), *of_split(made[14:17], "dev"), *of_split(made[17:], "test")]
    write_corpus(path / "data", split)
    write_corpus(path / "beside", of_split(documents(30)[20:], "train"))
    write_base(path / "base")
    (path / "tiny.yaml").write_text(RECIPE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def corpora(folder: Path) -> Corpora:
    return corpora_of([folder / "data"], folder / "beside", [], 10)


def test_a_curve_is_made_once_and_a_smaller_cell_is_part_of_a_larger(folder: Path, corpora: Corpora) -> None:
    plan = Plan(form="curve", recipe=str(folder / "tiny.yaml"), rows=[4, 8])
    out = folder / "curve"
    text = run(plan, corpora, [str(folder / "base")], out, None, None)
    assert (out / "curve.png").stat().st_size > 5000
    assert text.count("\n| ") == 3  # the baseline and two cells
    drawn = [
        {json.loads(line)["id"] for line in (out / f"base-rows{n}-seed13" / "data.jsonl").read_text().splitlines()}
        for n in (4, 8)
    ]
    assert drawn[0] < drawn[1]
    assert len(drawn[0]) == 4 + 3
    stamps = {p: p.stat().st_mtime_ns for p in out.glob("*/adapter_model.safetensors")}
    (out / "base-rows8-seed13" / "point.json").unlink()  # killed after the training, before the scores
    assert run(plan, corpora, [str(folder / "base")], out, None, None) == text
    assert {p: p.stat().st_mtime_ns for p in stamps} == stamps


def test_seeds_against_a_released_adapter_and_zero_shot_from_it(folder: Path, corpora: Corpora) -> None:
    plan = Plan(form="spread", recipe=str(folder / "tiny.yaml"), rows=[6], seeds=[1, 2])
    base = [str(folder / "base")]
    released = folder / "seeds" / "base-rows6-seed1"
    run(plan, corpora, base, folder / "seeds", None, None)
    text = run(plan, corpora, base, folder / "seeds", None, released)
    assert "| eng | document.recall |" in text
    assert "Outside two standard deviations: 0 of" in text  # of two seeds, each lies within
    plan = Plan(form="adaptation", recipe=str(folder / "tiny.yaml"), rows=[0, 4], companion_rows=[0, 3])
    text = run(plan, corpora, base, folder / "adapted", released, None)
    assert [line.split("|")[2:4] for line in text.splitlines()[2:]] == [[" 0 ", " - "], [" 4 ", " - "], [" 4 ", " 3 "]]
    with pytest.raises(UsageError, match="name it with --init"):
        run(plan, corpora, base, folder / "no-init", None, None)


def scores(value: float, dev: float = 0.5) -> dict[str, dict[str, Any]]:
    def one(v: float) -> dict[str, Any]:
        return {"value": v, "interval": [v - 0.1, v + 0.1], "counts": {}}

    names = ("item.covered.recall", "document.recall", "document.accuracy", "item.strict.recall[name]")
    test = {name: one(value) for name in [*names, "item.relaxed.recall"]}
    return {
        **{f"swa test {system}": test for system in (MODEL, WITH_RULES, RULES)},
        f"swa dev {WITH_RULES}": {"item.strict.recall": one(dev)},
    }


def cell(**change: Any) -> Cell:
    return replace(Cell("base", 500, 13, None, None, 0), **change)


def test_the_two_standard_deviation_test() -> None:
    points = [Point(cell(seed=n), scores(v)) for n, v in enumerate((0.50, 0.52, 0.54))]
    assert "| swa | name | 0.520 | 0.020 | 3 | 0.555 (0.455-0.655) | yes |" in tables.spread(points, scores(0.555))
    text = tables.spread(points, scores(0.565))
    assert "| 0.565 (0.465-0.665) | NO |" in text
    assert "Outside two standard deviations: 4 of 4 rows." in text
    assert tables.spread(points, None).count("|") == 6 * 6


def test_the_best_cell_on_dev_is_chosen_and_only_its_test_is_shown() -> None:
    points = [
        Point(cell(learning_rate=1e-3), scores(0.93, dev=0.6)),
        Point(cell(learning_rate=2e-3), scores(0.8, dev=0.7)),
    ]
    text = tables.choice(points)
    assert "| 0.002 | recipe's | 500 | 13 | 0.700 | chosen |" in text
    assert "item recall 0.800" in text
    assert "0.930" not in text


def test_every_plan_that_ships_loads_and_names_its_cells_apart() -> None:
    for name in plan_names():
        made = cells(load_plan(name), ["base", "org/other-base"])
        assert len({c.name for c in made}) == len(made)
    assert load_plan("seeds").seeds == [13, 42, 99, 123, 2026]
    assert [c.companion_rows for c in cells(load_plan("adaptation"), ["b"])] == [0, 0, 0, 0, 200]


@pytest.mark.parametrize(
    ("text", "told"),
    [("form: curve\nrow: [1]", "row: Extra inputs"), ("form: [", "not valid YAML"), ("form: star", "form: Input")],
)
def test_a_wrong_plan_names_its_field(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "p.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=told):
        load_plan(str(tmp_path / "p.yaml"))
    with pytest.raises(UsageError, match="unknown plan"):
        load_plan("no-such")


def test_the_command_tells_what_is_missing(folder: Path, tmp_path: Path) -> None:
    app = command.typer.Typer()
    app.command()(command.main)
    named = ["--plan", "scaling", "--out", str(tmp_path / "out")]
    for more in (
        ["--data", str(tmp_path / "none")],
        ["--data", str(folder / "beside")],  # no dev, no test
        ["--data", str(folder / "data"), "--recipe", "paper"],
        ["--data", str(folder / "data"), "--bases", str(folder / "base"), "--rows", "many"],
    ):
        assert CliRunner().invoke(app, [*named, *more]).exit_code == 2
    with pytest.raises(InputError, match="no dev document"):
        corpora_of([folder / "beside"], None, [], 5)
    assert read_point(next((folder / "curve").glob("*/point.json"))).cell.base == str(folder / "base")
