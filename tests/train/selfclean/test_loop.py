"""The loop on the tiny model: folds that don't leak, readings that survive a kill, a ranking that beats chance."""

from __future__ import annotations

from collections import Counter

import pytest

from ficha.errors import InputError, UsageError
from tests.train.selfclean.build import documents
from tests.train.selfclean.conftest import Run
from train.selfclean import compare
from train.selfclean.evidence import agreement, plateau
from train.selfclean.folds import fold_of, split, subsets, whole
from train.selfclean.learn import adapter_folder
from train.selfclean.loop import judge_all
from train.selfclean.planted import METHOD, rankings, report
from train.selfclean.suspects import find

pytestmark = pytest.mark.filterwarnings("ignore::Warning")  # of torch, transformers, trl and peft


def test_folds_part_the_documents_and_keep_copies_together() -> None:
    texts = documents(200)
    parts = [split(texts, fold, 3, 13) for fold in range(3)]
    assert sorted(d.id for _, left in parts for d in left) == sorted(d.id for d in texts)
    assert all(not {d.id for d in train} & {d.id for d in left} for train, left in parts)
    copy = type(texts[0])("copy", f"  {texts[0].text.upper()} ")
    assert fold_of(copy, 3, 13) == fold_of(texts[0], 3, 13)
    assert subsets([500, 50, 0, 115], whole(240, 2)) == [50, 120]


def test_every_document_is_judged_once_a_size_by_a_model_that_did_not_see_it(done: Run) -> None:
    judged = Counter((r.judge.rows, id) for r in done.readings for id in r.items)
    assert set(judged.values()) == {1}
    assert {id for _, id in judged} == {d.id for d in done.pool}
    for reading in done.readings:
        assert {fold_of(d, 2, 13) for d in done.pool if d.id in reading.items} == {reading.judge.fold}


def test_the_ranking_beats_chance_and_finds_the_planted_errors(done: Run) -> None:
    found = rankings(done.readings, done.pool, done.planted, done.loop)
    better = compare.gain(found[METHOD], found["random order"])
    assert better.low > 0.3  # the 95% interval of the gain in average precision
    assert compare.recall_at(found[METHOD], [0.7])[0.7].value >= 0.8
    text, data = report(found, done.planted, {"20 rows": 0.5})
    assert "| recall | self-cleaning | random order | loss alone | cleanlab |" in text
    assert set(data["by_kind"]) == {"missed", "category", "over_long", "over_short", "kept"}


def test_a_killed_run_makes_only_what_is_missing(done: Run) -> None:
    files = sorted((done.out / "readings").glob("*.jsonl"))
    lost, kept = files[-1], files[0]
    content, stamp = lost.read_text(encoding="utf-8"), kept.stat().st_mtime_ns
    lost.unlink()
    (adapter_folder(done.out, 13, 1) / "ficha.json").unlink()
    for checkpoint in (adapter_folder(done.out, 13, 1) / "checkpoints").glob("checkpoint-*"):
        if checkpoint.name != min(p.name for p in checkpoint.parent.glob("checkpoint-*")):
            (checkpoint / "optimizer.pt").unlink()  # as a kill within the last checkpoint leaves it
    again = judge_all(done.loop, done.pool, [], done.out, [13], 2)
    assert len(again) == len(done.readings)
    assert kept.stat().st_mtime_ns == stamp
    assert lost.read_text(encoding="utf-8").count("\n") == content.count("\n")


def test_flags_carry_proposals_that_undo_the_errors(done: Run) -> None:
    found = find(done.loop, done.pool, done.readings, done.out, 13, 2)
    clean = {d.id: d for d in done.clean}
    right = 0
    for flag in found.flags:
        spans = {(s.start, s.end, s.label) for s in clean[flag.id].spans}
        p = flag.proposed
        right += (p.start, p.end, p.label) in spans if p else flag.kind == "unneeded"
    assert right >= 0.7 * len(done.planted)
    assert right >= 0.7 * len(found.flags)
    assert [f.score for f in found.flags] == sorted((f.score for f in found.flags), reverse=True)
    assert found.curve == agreement(done.readings)
    assert list(found.plateau) == plateau(found.curve)


def test_another_corpus_and_too_few_folds_are_refused(done: Run) -> None:
    with pytest.raises(UsageError, match="made with another data"):
        judge_all(done.loop, done.clean, [], done.out, [13], 2)
    with pytest.raises(UsageError, match="at least 2"):
        judge_all(done.loop, done.pool, [], done.out, [13], 1)
    with pytest.raises(InputError, match="is empty"):
        judge_all(done.loop, done.pool[:1], [], done.out / "few", [13], 2)
