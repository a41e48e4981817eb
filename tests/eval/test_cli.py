"""The commands as a user meets them: output, exit status, one line of error."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from eval.cli import main
from tests.eval.build import DOCUMENTS, LINES, document, line, write


@pytest.fixture
def files(tmp_path):
    gold = write(tmp_path / "gold.jsonl", [d.to_json() for d in DOCUMENTS])
    return gold, write(tmp_path / "pred.jsonl", LINES)


def score(*arguments) -> int:
    with pytest.raises(SystemExit) as caught:
        main(["score", *map(str, arguments)])
    return caught.value.code


def test_json_holds_every_measure_with_its_counts_and_the_signature(files, capsys):
    gold, pred = files
    assert score("--gold", gold, "--pred", pred, "--policy", "afrimed", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["signature"].startswith("scorer:1|policy:afrimed#")
    assert (report["documents"], report["failed"], report["policy"], report["gold"]) == (5, 1, "afrimed", "corpus")
    recall = report["measures"]["document.recall"]
    assert (recall["value"], recall["counts"]) == (0.6, {"recalled": 3, "documents": 5})
    assert recall["interval"][0] < 0.6 < recall["interval"][1]
    assert report["measures"]["item.strict.f1[TRIBE]"]["value"] is None
    assert all(measure["counts"] for measure in report["measures"].values())


def test_tables_and_signature_are_printed(files, capsys):
    gold, pred = files
    assert score("--gold", gold, "--pred", pred, "--policy", "afrimed") == 0
    out = capsys.readouterr().out
    assert "document.recall" in out
    assert "PERSON_THIRD_PARTY" in out
    assert "scorer:1|policy:afrimed#" in out


def test_two_systems_are_compared(files, tmp_path, capsys):
    gold, pred = files
    other = write(tmp_path / "other.jsonl", [line([(7, 21, "PERSON")], "1"), *LINES[1:]])
    arguments = ("--gold", gold, "--pred", pred, "--against", other, "--policy", "afrimed")
    assert score(*arguments, "--json") == 0
    paired = json.loads(capsys.readouterr().out)["paired"]
    assert paired["item.strict.recall"] == {"first": 0.2, "second": 0.2, "p": 1.0}
    assert paired["item.covered.recall"]["first"] == paired["item.covered.recall"]["second"] == 0.6
    assert score(*arguments) == 0
    assert "second" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("gold", "pred", "words"),
    [
        ([document("Asante").to_json()], [], "gold document '1' has no prediction"),
        ([document("Asante").to_json()], [line(), line(id="2")], "id '2' is not in the gold file"),
        ([document("Asante").to_json()], [line(), line()], "id '1' was met before"),
        ([document("Asante").to_json()] * 2, [line()], "id '1' was met before"),
        ([document("Asante").to_json()], [line([(0, 7, "age")])], "ends outside a text of 6 code points"),
        ([document("Asante").to_json()], [line([(0, 3, "NAME")])], "label 'NAME' is neither a category"),
        ([document("Asante", [(0, 3, "name")]).to_json()], [line()], "no format knows all its labels"),
        ([], [], "the gold file holds no documents"),
    ],
)
def test_errors_are_one_line_and_exit_2(gold, pred, words, tmp_path, capsys):
    files = write(tmp_path / "gold.jsonl", gold), write(tmp_path / "pred.jsonl", pred)
    assert score("--gold", files[0], "--pred", files[1], "--policy", "afrimed") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("error: ")
    assert words in captured.err
    assert "Asante" not in captured.err


def test_an_unknown_policy_and_format_exit_2(files, capsys):
    gold, pred = files
    assert score("--gold", gold, "--pred", pred, "--policy", "none") == 2
    assert capsys.readouterr().err.startswith("error: unknown policy 'none': expected afrimed")
    assert score("--gold", gold, "--pred", pred, "--format", "conll") == 2
    assert capsys.readouterr().err.startswith("error: unknown format 'conll'")


def test_it_runs_as_a_module(files):
    gold, pred = files
    command = [sys.executable, "-m", "eval", "score", "--gold", gold, "--pred", pred, "--policy", "afrimed", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["measures"]["document.accuracy"]["value"] == 0.4
    missing = subprocess.run([*command[:4], "--gold", gold], capture_output=True, text=True, check=False)
    assert missing.returncode == 2
