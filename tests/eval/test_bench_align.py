"""The aligner's benchmark measures what it says: its texts align, and it prints a line a case."""

from __future__ import annotations

import pytest

from eval.bench import align as bench
from ficha.align import align
from ficha.policy import load_policy


@pytest.mark.parametrize("every", [bench.NOTES, bench.FORMS])
def test_texts_without_edits_align_without_edits(every: int) -> None:
    source, generated = bench.pair(1_000, every, 0.0, seed=1)
    found = align(source, generated, load_policy("patient-requests"))
    assert 1_000 <= len(source) < 1_100
    assert found.edits == ()
    assert found.spans


def test_edits_are_made() -> None:
    source, generated = bench.pair(5_000, bench.NOTES, 0.01, seed=1)
    assert align(source, generated, load_policy("patient-requests")).edits


def test_prints_a_line_a_case(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    one = bench.pair(200, bench.NOTES, 0.0, seed=1)
    monkeypatch.setattr(bench, "cases", lambda: iter([("many", [one, one]), ("one", [one])]))
    bench.main()
    many, single = capsys.readouterr().out.splitlines()
    assert many.startswith("many")
    assert "documents/s" in many
    assert " s (" in single
