from __future__ import annotations

import pytest

from eval.predictions import parse_prediction, read_predictions
from ficha.errors import InputError, SpanError
from tests.eval.build import line, write


def test_a_result_line_is_read_and_kept(tmp_path):
    record = line([(0, 6, "PERSON", "[PERSON]")], text="[PERSON]", policy="afrimed", edits=[], model="rules")
    (prediction,) = read_predictions(write(tmp_path / "p.jsonl", [record]))
    assert (prediction.id, prediction.status, prediction.text, prediction.policy) == ("1", "ok", "[PERSON]", "afrimed")
    assert [(s.start, s.end, s.label, s.placeholder) for s in prediction.spans] == [(0, 6, "PERSON", "[PERSON]")]
    assert prediction.record == record


def test_a_corpus_line_is_a_prediction_too():
    prediction = parse_prediction({"id": 7, "spans": [{"start": 0, "end": 3, "label": "age"}]}, "line 1")
    assert (prediction.id, prediction.status, prediction.failed) == ("7", "ok", False)


@pytest.mark.parametrize(
    ("record", "error", "words"),
    [
        (line(status="done"), InputError, "field 'status': expected one of ok, review, failed"),
        (line(offset_unit="utf16"), InputError, "field 'offset_unit': only 'codepoint'"),
        (line([(3, 3, "age")]), SpanError, "span 3-3 is empty"),
        (line([(-1, 3, "age")]), SpanError, "span -1-3 is empty or turned round"),
        (line([(0, 3)]), InputError, "field 'label': expected a string, found nothing"),
        (line([(0.5, 3, "age")]), InputError, "field 'start': expected a whole number, found float"),
        (line([(True, 3, "age")]), InputError, "field 'start': expected a whole number, found bool"),
        ({"id": "1"}, InputError, "field 'spans': expected a list of objects, found nothing"),
        ({"id": "", "spans": []}, InputError, "field 'id'"),
        (line(text=3), InputError, "field 'text': expected a string, found int"),
    ],
)
def test_what_a_line_may_not_hold(record, error, words):
    with pytest.raises(error) as caught:
        parse_prediction(record, "p.jsonl line 4")
    assert str(caught.value).startswith("p.jsonl line 4: ")
    assert words in str(caught.value)


def test_an_id_met_twice_is_refused(tmp_path):
    path = write(tmp_path / "p.jsonl", [line(id="a"), line(id="b"), line(id="a")])
    with pytest.raises(InputError, match=r"p\.jsonl line 3: id 'a' was met before"):
        list(read_predictions(path))
