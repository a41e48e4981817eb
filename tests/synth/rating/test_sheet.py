"""The sheet that raters get: blind, balanced, seeded, and safe to open."""

from __future__ import annotations

import csv
import json
from itertools import pairwise
from pathlib import Path

import pytest

from ficha.document import Document
from ficha.errors import InputError
from synth.corpus import write_corpus
from synth.rating.sheet import COLUMNS, ERRORS, HOW_TO, KEY, SHEET, lay_out


def texts(count: int, word: str = "w") -> list[str]:
    return [" ".join(f"{word}{i}x{j}" for j in range(3 + i % 12)) for i in range(count)]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    documents = [
        Document(f"zzz-{i}", text, "zzz", (), {"template": f"t-{i % 40}"}) for i, text in enumerate(texts(120))
    ]
    write_corpus(tmp_path / "kept.jsonl", documents)
    (tmp_path / "natural.txt").write_text("# source: x\n" + "\n".join(texts(60, "n")) + "\n", encoding="utf-8")
    return tmp_path


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def test_origins_are_mixed_and_told_in_the_key_alone(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "review"
    assert lay_out(corpus, [corpus / "natural.txt"], 80, 13, out) == {"synthetic": 40, "natural": 40}
    sheet, key = rows(out / SHEET), rows(out / KEY)
    assert list(sheet[0]) == list(COLUMNS)
    assert [row["item"] for row in sheet] == [row["item"] for row in key]
    assert len({row["item"] for row in sheet}) == 80
    for row, origin in zip(sheet, key, strict=True):
        assert (row["text"][0] == "n") == (origin["origin"] == "natural")
        assert (origin["template"] == "") == (origin["origin"] == "natural")
    assert "synthetic" not in (out / SHEET).read_text(encoding="utf-8")
    order = [row["origin"] for row in key]
    assert 25 < sum(a != b for a, b in pairwise(order)) < 55
    assert all(f"- {letter}:" in (out / HOW_TO).read_text(encoding="utf-8") for letter in ERRORS)


def test_lengths_do_not_tell_the_origin(corpus: Path, tmp_path: Path) -> None:
    lay_out(corpus, [corpus / "natural.txt"], 80, 13, tmp_path / "review")
    sheet, key = rows(tmp_path / "review" / SHEET), rows(tmp_path / "review" / KEY)
    lengths: dict[str, list[int]] = {"synthetic": [], "natural": []}
    for row, origin in zip(sheet, key, strict=True):
        lengths[origin["origin"]].append(len(row["text"].split()))
    assert sorted(lengths["synthetic"]) == sorted(lengths["natural"])


def test_a_seed_draws_the_same_sheet(corpus: Path, tmp_path: Path) -> None:
    for seed, name in ((13, "a"), (13, "b"), (14, "c")):
        lay_out(corpus, [], 50, seed, tmp_path / name)
    a, b, c = ((tmp_path / name / SHEET).read_bytes() for name in "abc")
    assert a == b != c


def test_a_review_covers_the_templates(corpus: Path, tmp_path: Path) -> None:
    assert lay_out(corpus, [], 40, 13, tmp_path / "review") == {"synthetic": 40, "natural": 0}
    assert len({row["template"] for row in rows(tmp_path / "review" / KEY)}) == 40


def test_no_cell_is_a_formula_and_line_breaks_stay(tmp_path: Path) -> None:
    bad = ["=1+1", "+254 700 000 000", "-3", "@joy", "a\nb"]
    write_corpus(tmp_path / "kept.jsonl", [Document(str(i), t, "zzz", (), {}) for i, t in enumerate(bad)])
    lay_out(tmp_path, [], 5, 13, tmp_path / "review")
    assert (tmp_path / "review" / SHEET).read_bytes().startswith(b"\xef\xbb\xbf")
    cells = [row["text"] for row in rows(tmp_path / "review" / SHEET)]
    assert sorted(cell.removeprefix(" ") for cell in cells) == sorted(bad)
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


def test_no_text_of_mixed_origin_stands_among_both(tmp_path: Path) -> None:
    woven = [{"start": 0, "end": 3, "id": "a"}]
    metas = [{}, {"natural": woven}, {"natural": [{"start": 0, "end": 6, "id": "a"}]}]
    write_corpus(tmp_path / "kept.jsonl", [Document(str(i), f"{i}bc de", "zzz", (), m) for i, m in enumerate(metas)])
    (tmp_path / "n.txt").write_text("n1\n", encoding="utf-8")
    lay_out(tmp_path, [], 2, 13, tmp_path / "review")
    assert {row["document"] for row in rows(tmp_path / "review" / KEY)} == {"0", "1"}
    lay_out(tmp_path, [tmp_path / "n.txt"], 2, 13, tmp_path / "blind")
    assert {row["document"] for row in rows(tmp_path / "blind" / KEY)} == {"0", ""}


def test_natural_texts_may_be_json_lines(corpus: Path, tmp_path: Path) -> None:
    lines = [json.dumps({"text": text}) for text in texts(10, "n")]
    (tmp_path / "n.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert lay_out(corpus, [tmp_path / "n.jsonl"], 20, 13, tmp_path / "review")["natural"] == 10


def test_what_can_not_be_laid_out_is_told(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="120 texts: expected 150 or more"):
        lay_out(corpus, [], 150, 13, tmp_path / "a")
    with pytest.raises(InputError, match="60 natural texts: expected 70 or more"):
        lay_out(corpus, [corpus / "natural.txt"], 140, 13, tmp_path / "a")
    (tmp_path / "n.jsonl").write_text("secret\n", encoding="utf-8")
    with pytest.raises(InputError, match=r'n.jsonl, line 1: expected an object with "text"'):
        lay_out(corpus, [tmp_path / "n.jsonl"], 20, 13, tmp_path / "a")
    with pytest.raises(InputError, match="can't read"):
        lay_out(corpus, [tmp_path / "none.txt"], 20, 13, tmp_path / "a")
    lay_out(corpus, [], 20, 13, tmp_path / "a")
    with pytest.raises(InputError, match="is there already"):
        lay_out(corpus, [], 20, 13, tmp_path / "a")
