"""Gold entities against numbered placeholders, by the function and by the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from eval.cli import main
from eval.coreference.documents import score_documents
from eval.coreference.pseudonyms import Pseudonyms
from eval.predictions import parse_prediction
from ficha.document import Document, Span
from ficha.errors import InputError

TEXT = "Achieng saw Ouma. Achieng lives in Kisumu."
GOLD = Document(
    "1",
    TEXT,
    spans=(
        Span(0, 7, "person.patient", "a"),
        Span(12, 16, "person.clinician", "o"),
        Span(18, 25, "person.patient", "a"),
        Span(35, 41, "location.city", "k"),
    ),
)


def _record(*spans: tuple[int, int, str]) -> dict[str, object]:
    return {"id": "1", "spans": [{"start": a, "end": b, "label": "name", "placeholder": p} for a, b, p in spans]}


@pytest.mark.parametrize(
    ("spans", "conll", "pseudonyms"),
    [
        ([(0, 7, "[n_1]"), (12, 16, "[n_2]"), (18, 25, "[n_1]"), (35, 41, "[a_1]")], 1.0, Pseudonyms(correct=3)),
        ([(0, 7, "[n_1]"), (12, 16, "[n_2]"), (18, 25, "[n_3]"), (35, 41, "[a_1]")], None, Pseudonyms(2, 0, 1)),
        ([(0, 16, "[n_1]"), (18, 25, "[n_1]"), (26, 31, "[n_7]")], None, Pseudonyms(0, 1, 2, 1)),
        ([], 0.0, Pseudonyms(lost=3)),
    ],
)
def test_documents(spans: list[tuple[int, int, str]], conll: float | None, pseudonyms: Pseudonyms) -> None:
    report = score_documents([GOLD], {"1": parse_prediction(_record(*spans), "p")})
    assert report.pseudonyms == pseudonyms
    if conll is None:
        assert 0 < report.conll < 1
    else:
        assert report.conll == pytest.approx(conll)


def test_a_document_without_predictions_or_placeholders_is_told() -> None:
    with pytest.raises(InputError, match="nothing for document '1'"):
        score_documents([GOLD], {})
    record = {"id": "1", "spans": [{"start": 0, "end": 7, "label": "name"}]}
    with pytest.raises(InputError, match="--operator numbered"):
        score_documents([GOLD], {"1": parse_prediction(record, "p")})


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, pred = tmp_path / "g.jsonl", tmp_path / "p.jsonl"
    gold.write_text(json.dumps(GOLD.to_json()) + "\n", encoding="utf-8")
    pred.write_text(json.dumps(_record((0, 7, "[n_1]"), (18, 25, "[n_1]"))) + "\n", encoding="utf-8")
    call = ["coreference", "--gold", str(gold), "--pred", str(pred)]
    with pytest.raises(SystemExit, match="0"):
        main([*call, "--json"])
    told = json.loads(capsys.readouterr().out)
    counts = {"correct": 1, "lost": 2, "wrong": 0, "spurious": 0}
    assert told["pseudonyms"] == counts | {"precision": 1.0, "recall": pytest.approx(1 / 3)}
    assert told["muc"]["recall"] == 1
    with pytest.raises(SystemExit, match="0"):
        main(call)
    assert "1 correct, 2 lost" in capsys.readouterr().out
