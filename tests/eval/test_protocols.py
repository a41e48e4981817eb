from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from eval.loaders import find_loader
from eval.protocols import by_group, groups_of, mean_and_deviation, read_run, write_folds
from eval.report import score
from ficha.errors import InputError
from tests.eval.build import DOCUMENTS, predictions, scheme

GROUPS = [replace(d, meta={"group": g, "split": "test"}) for d, g in zip(DOCUMENTS, "abbca", strict=True)]


def test_each_group_is_scored_alone():
    reports = by_group(GROUPS, predictions(), scheme(), "group", resamples=5)
    assert {g: r.scores["document.recall"].counts["documents"] for g, r in reports.items()} == {"a": 2, "b": 2, "c": 1}
    assert reports["c"].scores["document.recall"].value == 0.0
    with pytest.raises(InputError, match="document '1' has no meta 'ward'"):
        groups_of(GROUPS, "ward")


def test_folds_leave_one_group_out_and_keep_every_document_once(tmp_path):
    assert write_folds(GROUPS, "group", tmp_path) == {"a": (3, 2), "b": (3, 2), "c": (4, 1)}
    load = find_loader("corpus").load
    for group in "abc":
        held = list(load(tmp_path / group / "test.jsonl"))
        rest = list(load(tmp_path / group / "train.jsonl"))
        assert {d.meta["group"] for d in held} == {group}
        assert group not in {d.meta["group"] for d in rest}
        assert {d.meta["split"] for d in rest} == {"dev"}  # never `test`: it would be scored with the group
        assert sorted(d.id for d in held + rest) == list("12345")
    with pytest.raises(InputError, match="has 1 value: leaving a group out needs two"):
        write_folds(GROUPS[:1], "group", tmp_path)


def test_runs_are_read_with_their_mean_and_deviation(tmp_path):
    content = score(DOCUMENTS, predictions(), scheme(), resamples=5).to_json()
    runs = []
    for n, value in enumerate((0.4, 0.6, None)):
        content["measures"]["item.strict.f1"]["value"] = value
        (tmp_path / f"seed-{n}").mkdir()
        path = tmp_path / f"seed-{n}" / "scores.json"
        path.write_text(json.dumps(content))
        runs.append(read_run(path))
    assert [run.name for run in runs] == ["seed-0", "seed-1", "seed-2"]
    assert mean_and_deviation(runs, "item.strict.f1") == pytest.approx((0.5, math.sqrt(0.02)))
    assert math.isnan(mean_and_deviation(runs[:1], "item.strict.f1")[1])
    assert all(map(math.isnan, mean_and_deviation(runs[2:], "item.strict.f1")))
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(InputError, match=r"x\.json: expected the scores\.json"):
        read_run(tmp_path / "x.json")
