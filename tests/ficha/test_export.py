"""Results as a table of spans and as a corpus: what other programs read of them, and that no source is in them."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from ficha.errors import InputError, UsageError
from ficha.export import export_corpus, export_spans
from ficha.io.jsonl import result_line
from ficha.redactor import Redactor
from ficha.result import Result

TEXTS = {
    "n1": "Naitwa 😀 Zuwena, simu 0712 345 678\nau 0713 345 679.",
    "=cmd()": "Presha 120/80.",
    "n3": "Simu 0712 345 678",
}


@pytest.fixture
def results(tmp_path: Path) -> Path:
    folder = tmp_path / "redacted"
    folder.mkdir()
    redactor = Redactor(None, "rules")
    lines = [result_line(redactor.redact(text, lang="swa", id=id), explain=False) for id, text in TEXTS.items()]
    lines.append(result_line(Result("n4", "failed", None, (), (), ("engine",), "afrimed", "m", None), explain=False))
    (folder / "notes.jsonl").write_bytes(b"".join(lines))
    (folder / "failed.jsonl").write_text("{}\n", encoding="utf-8")
    return folder


def test_a_row_a_span_that_a_spreadsheet_can_take(results: Path, tmp_path: Path) -> None:
    place = tmp_path / "spans.csv"
    assert export_spans([results], place) == 3
    assert place.read_bytes().startswith(b"\xef\xbb\xbffile,id,")
    with place.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    found = [(r["id"], TEXTS[r["id"]][int(r["start"]) : int(r["end"])], r["label"], r["source"]) for r in rows]
    assert found == [
        ("n1", "0712 345 678", "CONTACT_PHONE", "rule"),
        ("n1", "0713 345 679", "CONTACT_PHONE", "rule"),
        ("n3", "0712 345 678", "CONTACT_PHONE", "rule"),
    ]
    assert "0712" not in place.read_text(encoding="utf-8")


@pytest.mark.parametrize("id", ["=cmd()", "+1", "-1", "@x", "\tx"])
def test_no_id_becomes_a_formula(tmp_path: Path, id: str) -> None:
    line = result_line(Redactor(None, "rules").redact(TEXTS["n3"], lang="swa", id=id), explain=False)
    (tmp_path / "a.jsonl").write_bytes(line)
    export_spans([tmp_path / "a.jsonl"], tmp_path / "spans.csv")
    with (tmp_path / "spans.csv").open(encoding="utf-8-sig", newline="") as stream:
        assert [row["id"] for row in csv.DictReader(stream)] == [f"'{id}"]


def test_datasets_loads_the_corpus(results: Path, tmp_path: Path) -> None:
    from datasets import load_dataset

    assert export_corpus([results], tmp_path / "corpus") == 3
    corpus = load_dataset(str(tmp_path / "corpus"), split="train", cache_dir=str(tmp_path / "cache"))
    assert corpus["id"][:] == list(TEXTS)
    for row in corpus:
        assert {row["text"][span["start"] : span["end"]] for span in row["spans"]} <= {"[CONTACT_PHONE]"}
    assert [len(row["spans"]) for row in corpus] == [2, 0, 1]
    card = (tmp_path / "corpus" / "README.md").read_text(encoding="utf-8")
    assert "3 texts" in card
    assert "simu" not in card


def test_the_command_says_what_it_wrote(results: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ficha.cli", "export", str(results)]
    spans, corpus = tmp_path / "s.csv", tmp_path / "c"
    done = subprocess.run([*command, "--spans", spans, "--corpus", corpus], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == [f"{spans}: 3 spans", f"{corpus}: 3 texts"]
    refused = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


def test_what_can_not_be_written_or_read_is_one_line(results: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--spans"):
        export_spans([results], tmp_path / "absent" / "spans.csv")
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="--corpus"):
        export_corpus([results], tmp_path / "file" / "corpus")
    (tmp_path / "other.jsonl").write_text(json.dumps({"text": "Zuwena"}))
    with pytest.raises(InputError, match="line 1: not a result line"):
        export_spans([tmp_path / "other.jsonl"], tmp_path / "spans.csv")
    assert not (tmp_path / "spans.csv").exists()
