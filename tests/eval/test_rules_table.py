"""What the rules must reach on invented documents of every language, and the command that prints it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from eval.cli import main
from eval.rules_table import Row, core, invented, rows
from ficha.document import Document, Span
from synth.pack import pack_codes

DOCUMENTS = 400
# Least recall and precision by kind. What is missed is written with a typing error or has nothing but the figures.
TARGETS = {
    "contact": (1.0, 0.99),
    "id": (0.99, 0.99),
    "date.birth": (1.0, 0.99),
    "date.event": (0.99, 0.99),
    "age": (0.985, 0.95),
    "time": (0.95, 0.97),
}


@lru_cache(maxsize=7)
def _rows(code: str) -> tuple[Row, ...]:
    return tuple(rows(code, invented(code, DOCUMENTS, 20261201)))


@pytest.mark.parametrize("code", pack_codes())
def test_recall_and_precision(code: str) -> None:
    counts = {name: Counter[str]() for name in TARGETS}
    for row in _rows(code):
        name = row.kind if row.kind in TARGETS else row.kind.split(".")[0]
        if name in counts:
            counts[name].update(gold=row.gold, found=row.found, matches=row.matches, right=row.right)
    for name, (recall, precision) in TARGETS.items():
        count = counts[name]
        assert count["gold"] >= 5, name
        assert count["found"] >= recall * count["gold"], (name, "recall", count)
        assert count["right"] >= precision * count["matches"], (name, "precision", count)


def test_a_row_counts_digits_and_says_where() -> None:
    text = "Simu 0712 345 678 au tarehe 3/4/2026, chumba 99881"
    document = Document(
        "a", text, spans=(Span(0, 17, "contact.phone"), Span(28, 36, "date.event"), Span(38, 44, "age"))
    )
    by_kind = {row.kind: row for row in rows("swa", [document])}
    assert by_kind["contact.phone"].recall == by_kind["date.event"].precision == 1
    assert by_kind["age"].missed == (("a", 38, 44),)
    assert by_kind["id.record"].wrong == (("a", 45, 50),)
    assert (by_kind["id.record"].recall, by_kind["age"].precision) == (1, 1)
    assert core(text, 0, 6) == {5}


def test_the_command_prints_a_line_a_kind(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["rules-table", "--lang", "swa", "--n", "60"])
    printed = capsys.readouterr().out
    assert "contact.phone" in printed
    assert "1.000" in printed
