"""The audit: right counts, no text, and a clear error for other files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ficha.audit import audit
from ficha.errors import InputError
from ficha.redactor import Redactor

TEXTS = ["Naitwa Zuwena, simu 0712 345 678, 0713 345 679.", "BP 120/80"]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    redactor = Redactor(None, "rules")
    lines = [json.dumps(redactor.redact(t, lang="swa").to_json(explain=n == 0)) for n, t in enumerate(TEXTS)]
    (tmp_path / "r.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "failed.jsonl").write_text("{}\n", encoding="utf-8")
    return tmp_path


def test_counts_are_right_and_hold_no_text(results: Path) -> None:
    found = audit([results])
    record = found.to_json()
    assert record["verdicts"] == {"ok": 2}
    assert record["categories"] == {"CONTACT_PHONE": 2}
    assert record["fine_labels"] == {"contact.phone": 2}
    assert record["policies"] == {"afrimed": 2}
    assert sum(record["scores"].values()) == 2
    page = found.to_html()
    assert "2 documents, 2 hidden spans" in page
    assert "Zuwena" not in page + json.dumps(record)


@pytest.mark.parametrize("line", ["Zuwena", '{"text": "Zuwena"}', "[]", '{"spans": [{"x": "Zuwena"}]}'])
def test_other_lines_are_told_by_their_number(tmp_path: Path, line: str) -> None:
    (tmp_path / "x.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.jsonl, line 1: not a result line") as caught:
        audit([tmp_path / "x.jsonl"])
    assert "Zuwena" not in str(caught.value)


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no result lines"):
        audit([tmp_path])
