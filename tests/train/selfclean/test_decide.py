"""Review, decisions and new versions: nothing changes without a decision, and all of it is on record."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from ficha.document import Document
from ficha.errors import InputError, UsageError
from tests.train.build import write_corpus
from tests.train.selfclean.build import documents
from train.selfclean import apply as versions
from train.selfclean.__main__ import app
from train.selfclean.decisions import append_decision, read_decisions
from train.selfclean.evidence import Suspect
from train.selfclean.feedback import request_of_suspect
from train.selfclean.flags import Evidence, Flag, Proposal, kind_of, read_flags, write_flags
from train.selfclean.items import Item
from train.selfclean.pattern import spread
from train.selfclean.review import review
from train.selfclean.shapes import keys, shape

DOCUMENTS = documents(6)


def flag(number: int, proposed: Proposal | None, score: float, label: bool = True) -> Flag:
    document = DOCUMENTS[number]
    span = document.spans[0]
    start, end, old = (span.start, span.end, span.label) if label else (0, 2, None)
    return Flag(
        flag=f"{document.id}:{start}-{end}",
        id=document.id,
        lang="eng",
        split="train",
        start=start,
        end=end,
        label=old,
        proposed=proposed,
        kind=kind_of(old, start, end, proposed),
        score=score,
        evidence=Evidence(odds=score, contradicted=1.0, judges=2, rules=0),
    )


def first(number: int) -> Proposal:
    span = DOCUMENTS[number].spans[0]
    return Proposal(start=span.start, end=span.end, label="person.relative")


FLAGS = [flag(0, first(0), 8.0), flag(1, None, 6.0), flag(2, Proposal(start=0, end=2, label="other"), 5.0, label=False)]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "data", DOCUMENTS) / "kept.jsonl"


def answers(*keys: str) -> Iterator[str]:
    yield from keys


def test_keys_decide_and_undo_takes_back(tmp_path: Path) -> None:
    file, said = tmp_path / "decisions.jsonl", answers("f", "d", "u", "k", "q")
    known = {d.id: d for d in DOCUMENTS}
    console = Console(file=io.StringIO(), width=200)
    assert review(FLAGS, known, file, console, lambda _: next(said)) == 2
    assert read_decisions(file) == {FLAGS[0].flag: "fix", FLAGS[1].flag: "keep"}
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "proposed (coloured): visible" in shown
    said = answers("x", "s")  # an unknown key asks again; a decided flag isn't asked about
    assert review(FLAGS, known, file, console, lambda _: next(said)) == 0


def test_a_new_version_holds_the_decisions_and_its_history(source: Path, tmp_path: Path) -> None:
    decisions = {FLAGS[0].flag: "fix", FLAGS[1].flag: "drop", FLAGS[2].flag: "keep"}
    out = tmp_path / "v2"
    manifest = versions.apply(source, DOCUMENTS, FLAGS, decisions, out, None, [])
    kept = {line["id"]: line for line in map(json.loads, (out / "kept.jsonl").read_text().splitlines())}
    assert kept.keys() == {d.id for d in DOCUMENTS} - {FLAGS[1].id}
    assert kept[FLAGS[0].id]["spans"][0]["label"] == "person.relative"
    unchanged = [d.to_json() for d in DOCUMENTS[2:]]
    assert [kept[d["id"]] for d in unchanged] == unchanged
    assert "dropped in review" in json.loads((out / "rejects.jsonl").read_text())["reason"]
    assert manifest["counts"] == {"kept": 5, "dropped": 1, "drop by person": 1, "fix by person": 1, "keep by person": 1}
    request = json.loads((out / "feedback.jsonl").read_text())
    assert request == {"id": FLAGS[2].id, "lang": "eng", "register": "message", "label": None, "kind": "missing"}
    again = versions.apply(
        out / "kept.jsonl", DOCUMENTS[2:], FLAGS[2:], {FLAGS[2].flag: "fix"}, tmp_path / "v3", None, []
    )
    assert [step["version"] for step in again["history"]] == [2, 3]
    assert again["history"][1]["parent"] == again["history"][0]["kept.jsonl"]


def test_auto_takes_only_what_is_above_its_threshold_and_says_so(source: Path, tmp_path: Path) -> None:
    manifest = versions.apply(source, DOCUMENTS, FLAGS, {FLAGS[0].flag: "keep"}, tmp_path / "v2", 5.5, [])
    assert manifest["auto"] == 5.5
    assert manifest["counts"] == {"kept": 6, "dropped": 0, "fix by auto": 1, "keep by person": 1}
    changes = [json.loads(line) for line in (tmp_path / "v2" / "changes.jsonl").read_text().splitlines()]
    assert [(c["by"], c["decision"]) for c in changes] == [("person", "keep"), ("auto", "fix")]


def test_nothing_is_changed_without_a_decision(source: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing is decided"):
        versions.apply(source, DOCUMENTS, FLAGS, {}, tmp_path / "v2", None, [])
    with pytest.raises(InputError, match="flags are of another corpus"):
        versions.apply(source, DOCUMENTS[3:], FLAGS, {FLAGS[0].flag: "fix"}, tmp_path / "v2", None, [])
    assert not (tmp_path / "v2").exists()
    with pytest.raises(UsageError, match="is not empty"):
        versions.apply(source, DOCUMENTS, FLAGS, {FLAGS[0].flag: "fix"}, source.parent, None, [])


def test_the_commands_review_and_apply(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    out.mkdir()
    write_flags(out / "flags.jsonl", FLAGS)
    assert read_flags(out / "flags.jsonl") == FLAGS
    named = ["--data", str(source), "--out", str(out)]
    said = CliRunner().invoke(app, ["review", *named], input="f\nf\nk\n")
    assert "3 decided" in said.output
    done = CliRunner().invoke(app, ["apply", *named, "--to", str(tmp_path / "v2")])
    assert done.exit_code == 0
    assert "version 2" in done.output
    assert CliRunner().invoke(app, ["apply", *named, "--to", str(tmp_path / "v2")]).exit_code == 2


def test_broken_files_name_their_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no flags at"):
        read_flags(tmp_path / "flags.jsonl")
    (tmp_path / "flags.jsonl").write_text('{"flag": "x"}\n')
    with pytest.raises(InputError, match="line 1: id: expected a flag"):
        read_flags(tmp_path / "flags.jsonl")
    append_decision(tmp_path / "d.jsonl", "x", "burn")
    with pytest.raises(InputError, match="line 1: unknown decision"):
        read_decisions(tmp_path / "d.jsonl")


def test_a_sure_errors_pattern_raises_its_like_elsewhere() -> None:
    texts = {"a": "Ask Ann Hale today.", "b": "Ask Ben Mugo today.", "c": "We saw Ben Mugo."}
    assert shape("Dr O'Neill 0712") == "Xx X'Xx 0"
    assert keys(texts["a"], 4, 12, None)[1] == keys(texts["b"], 4, 12, None)[1]

    def suspect(id: str, start: int, score: float) -> Suspect:
        return Suspect(id, Item(start, start + 8, None, 0.9), score, score, 1.0, 2, 0)

    raised = spread([suspect("a", 4, 6.0), suspect("b", 4, 0.5), suspect("c", 7, 0.4)], texts)
    assert [(s.id, s.score, like) for s, like in raised] == [("a", 6.0, None), ("b", 2.0, "a:4-12"), ("c", 0.4, None)]


def test_a_models_error_becomes_a_request() -> None:
    made: Document = DOCUMENTS[0]
    span = made.spans[0]
    suspect = Suspect(made.id, Item(span.start, span.end, "name", 0.1), -1, 0.5, 1.0, 2, -1)
    request = request_of_suspect(suspect, made)
    assert (request["label"], request["register"]) == (span.label, "message")
