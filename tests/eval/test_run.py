from __future__ import annotations

import json

import pytest

from eval.cli import main
from eval.run import predict
from eval.systems import Options, load_system, system_names
from ficha.errors import EngineError, InputError, ModelError, UsageError
from ficha.policy import load_policy
from tests.eval.build import DOCUMENTS, document, predictions, write


class Fixed:
    """A system that gives the answers of `tests.eval.build`, or those it is told to."""

    def __init__(self, ids=("1", "2", "3", "4", "5")):
        self.ids = ids

    def predict(self, documents, policy):
        yield from (predictions()[id] for id in self.ids)


def test_predictions_are_written_as_they_come(tmp_path):
    out = tmp_path / "runs" / "fixed"
    found = predict(Fixed(), DOCUMENTS, load_policy("afrimed"), out)
    assert found == predictions()
    lines = (out / "predictions.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [p.record for p in predictions().values()]


@pytest.mark.parametrize(
    ("ids", "words"), [("123", "answered for 3 of 5 documents"), ("12435", "answered for '4' where '3' was due")]
)
def test_a_system_must_answer_for_each_document_in_order(ids, words):
    with pytest.raises(EngineError, match=words):
        predict(Fixed(ids), DOCUMENTS, load_policy("afrimed"), None)


def test_a_folder_that_can_not_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="can't write to"):
        predict(Fixed(), DOCUMENTS, load_policy("afrimed"), tmp_path / "file")


def test_systems_are_found_by_name():
    ours, others = {"rules", "ficha", "ficha-model"}, {"presidio", "philter-lite", "token-classifier", "gliner", "llm"}
    assert set(system_names()) == ours | others
    with pytest.raises(UsageError, match=r"unknown system 'none': expected one of .*rules"):
        load_system("none", Options())


def test_the_rules_take_no_model(tmp_path):
    with pytest.raises(UsageError, match="system 'rules' has no model"):
        load_system("rules", Options(model=str(tmp_path)))


@pytest.mark.parametrize("name", ["ficha", "ficha-model", "presidio", "token-classifier"])
def test_a_missing_model_is_said(name, tmp_path):
    with pytest.raises(ModelError):
        load_system(f"{name}={tmp_path / 'none'}", Options())


def run(*arguments) -> int:
    with pytest.raises(SystemExit) as caught:
        main(["run", *map(str, arguments)])
    return caught.value.code


def test_rules_are_run_and_scored(tmp_path, capsys):
    gold = [
        document("Naitwa Achieng, simu 0712 345 678.", [(7, 14, "person.patient"), (21, 33, "contact.phone")], "1"),
        document("Asante sana daktari.", id="2"),
        document("Simu 0712 345 678.", [(5, 17, "contact.phone")], "3"),
    ]
    data, out = write(tmp_path / "gold.jsonl", [d.to_json() for d in gold]), tmp_path / "out"
    assert run("--data", data, "--system", "rules", "--limit", 2, "--out", out, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["documents"], report["policy"]) == (2, "afrimed")  # the policy of Swahili
    assert report["measures"]["item.strict.recall[CONTACT_PHONE]"]["counts"] == {"tp": 1, "gold": 1}
    scores = json.loads((out / "scores.json").read_text(encoding="utf-8"))
    assert scores == {"system": "rules", **report}

    # The file that was written scores the same.
    limited = write(tmp_path / "two.jsonl", [d.to_json() for d in gold[:2]])
    with pytest.raises(SystemExit):
        main(["score", "--gold", str(limited), "--pred", str(out / "predictions.jsonl"), "--json"])
    assert json.loads(capsys.readouterr().out) == report


def test_news_sentences_are_read_by_their_labels(tmp_path, capsys):
    news = {"id": "1", "lang": "swa", "text": "Lewis , Kisumu .", "spans": [{"start": 0, "end": 5, "label": "PER"}]}
    assert run("--data", write(tmp_path / "news.jsonl", [news]), "--system", "rules") == 0
    out = capsys.readouterr().out
    assert "note: PER: any of PERSON, PERSON_THIRD_PARTY is right" in out
    assert "gold:masakhaner" in out


def test_an_unknown_system_exits_2(tmp_path, capsys):
    data = write(tmp_path / "gold.jsonl", [document("Asante").to_json()])
    assert run("--data", data, "--system", "none") == 2
    assert capsys.readouterr().err.startswith("error: unknown system 'none'")
