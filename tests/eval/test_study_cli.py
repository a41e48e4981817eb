from __future__ import annotations

import json
import sys

import pytest

from eval.cli import main
from tests.eval.build import DOCUMENTS, document, write
from tests.eval.loaders.test_formats import ANN, BRAT


def run(*arguments) -> int:
    with pytest.raises(SystemExit) as caught:
        main([str(argument) for argument in arguments])
    return caught.value.code


def test_report_writes_its_pages(tmp_path, capsys):
    data = write(tmp_path / "g.jsonl", [d.to_json() for d in DOCUMENTS])
    out = tmp_path / "out"
    assert run("report", "--data", data, "--systems", "rules", "--out", out, "--resamples", 5, "--limit", 3) == 0
    assert capsys.readouterr().out.strip() == str(out / "report.html")
    assert "3 documents, policy afrimed, gold corpus" in (out / "report.md").read_text(encoding="utf-8")
    assert run("report", "--data", data, "--systems", "none", "--out", out) == 2
    assert capsys.readouterr().err.startswith("error: unknown system 'none'")


def test_gather_and_delta_read_what_run_writes(tmp_path, capsys):
    data = write(tmp_path / "g.jsonl", [d.to_json() for d in DOCUMENTS])
    paths = []
    for n, limit in enumerate((5, 2)):
        assert run("run", "--data", data, "--system", "rules", "--out", tmp_path / f"s{n}", "--limit", limit) == 0
        paths.append(tmp_path / f"s{n}" / "scores.json")
    capsys.readouterr()
    assert run("gather", *paths) == 0
    shown = capsys.readouterr().out
    assert all(word in shown for word in ("s0", "s1", "mean", "deviation"))
    assert run("delta", *paths) == 0
    assert "s1 (change)" in capsys.readouterr().out


def test_folds_say_how_many_documents_each_has(tmp_path, capsys):
    lines = [d.to_json() | {"meta": {"group": g}} for d, g in zip(DOCUMENTS, "aabbb", strict=True)]
    assert (
        run("folds", "--data", write(tmp_path / "g.jsonl", lines), "--key", "group", "--out", tmp_path / "folds") == 0
    )
    assert capsys.readouterr().out == "a: 3 documents left in, 2 held out\nb: 2 documents left in, 3 held out\n"


def test_intruder_prints_both_attacks(tmp_path, capsys):
    lines = [
        document(f"Naitwa {name}", [(7, 7 + len(name), "person.patient")], name).to_json() | {"meta": {"patient": name}}
        for name in ("Achieng", "Otieno")
    ]
    pred = [
        {"id": name, "spans": [{"start": 7, "end": 7 + len(name), "label": "PERSON"}]} for name in ("Achieng", "Otieno")
    ]
    gold = write(tmp_path / "g.jsonl", lines)
    assert run("intruder", "--gold", gold, "--pred", write(tmp_path / "p.jsonl", pred)) == 0
    plain, hidden = map(json.loads, capsys.readouterr().out.splitlines())
    assert (plain["risk"], hidden["risk"], hidden["chance"]) == (1.0, 0.5, 0.5)


def test_meddocan_reads_two_brat_folders(tmp_path, capsys):
    for folder, files in (
        ("gold", {"S01.txt": BRAT, "S01.ann": ANN}),
        ("sys", {"S01.ann": ANN.splitlines()[0] + "\n"}),
    ):
        (tmp_path / folder).mkdir()
        for name, content in files.items():
            (tmp_path / folder / name).write_text(content, encoding="utf-8")
    assert run("meddocan", "--gold", tmp_path / "gold", "--pred", tmp_path / "sys") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["ner"]["precision"], found["ner"]["recall"], found["ner"]["leak"]) == (1.0, pytest.approx(1 / 3), 1.0)
    (tmp_path / "split").mkdir()
    (tmp_path / "split" / "S01.ann").write_text("a\nb\nc\nd\n", encoding="utf-8")
    assert (
        run("meddocan", "--gold", tmp_path / "gold", "--pred", tmp_path / "sys", "--sentences", tmp_path / "split") == 0
    )
    assert json.loads(capsys.readouterr().out)["ner"]["leak"] == 0.5
    assert run("meddocan", "--gold", tmp_path / "gold", "--pred", tmp_path / "split" / "none") == 2


def test_tune_says_that_the_package_is_missing(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "gliner", None)
    data = write(tmp_path / "g.jsonl", [d.to_json() for d in DOCUMENTS])
    assert run("tune", "--model", "x", "--data", data, "--out", tmp_path / "t.yaml") == 2
    assert "the package gliner is not installed" in capsys.readouterr().err
