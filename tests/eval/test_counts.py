from __future__ import annotations

import pytest

from eval.counts import columns_of, count_all, count_document
from ficha.errors import InputError
from tests.eval.build import DOCUMENTS, document, prediction, predictions, scheme


def test_a_failed_answer_is_a_miss_everywhere_and_never_a_leak():
    doc = document("Umri miaka 34.", [(5, 13, "age")])
    answer = prediction([(5, 13, "AGE")], status="failed", text=None)  # its spans aren't scored
    counts = count_document(doc, answer, scheme())
    assert [counts[c] for c in ("failed", "recalled", "clean", "accurate", "leaked", "over")] == [1, 0, 0, 0, 0, 0]
    assert (counts["items"], counts["covered"], counts["chars.hidden"]) == (1, 0, 0)


def test_a_document_without_gold_and_predictions_is_right():
    counts = count_document(document("Asante."), prediction(), scheme())
    assert [counts[c] for c in ("failed", "recalled", "clean", "accurate", "leaked", "over")] == [0, 1, 1, 1, 0, 0]


def test_review_is_scored_by_its_spans():
    doc = document("Umri miaka 34.", [(5, 13, "age")])
    assert count_document(doc, prediction([(5, 13, "AGE")], status="review", text=None), scheme())["accurate"] == 1


def test_altered_text_is_not_clean():
    doc = document("Ask Joyce.", [(4, 9, "person.patient")])
    answer = prediction([(4, 9, "PERSON", "[PERSON]")], text="Please ask [PERSON].")
    counts = count_document(doc, answer, scheme())
    assert (counts["recalled"], counts["clean"], counts["over"]) == (1, 0, 1)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [("", 0), ("Asante", 1), ("Moja. Mbili! Tatu?", 3), ("Joto 38.5 leo.", 1), ("a\n\nb\nc", 3), ("你好。再见！", 2)],
)
def test_sentences(text, sentences):
    assert count_document(document(text), prediction(), scheme())["sentences"] == sentences


def test_the_table_has_the_same_columns_whatever_the_documents_hold():
    table = count_all(DOCUMENTS, predictions(), scheme())
    assert table.columns == columns_of(scheme())
    assert table.ids == ("1", "2", "3", "4", "5")
    assert table.values.shape == (5, len(table.columns))
    assert table.total("documents") == 5
    assert table.total("strict.gold.PERSON") == 1


def test_documents_and_predictions_must_be_the_same():
    answers = predictions()
    with pytest.raises(InputError, match="the gold file holds no documents"):
        count_all([], {}, scheme())
    with pytest.raises(InputError, match=r"result '9': id '9' is not in the gold file \(1 such in all\)"):
        count_all(DOCUMENTS, {**answers, "9": prediction(id="9")}, scheme())
    del answers["4"]
    with pytest.raises(InputError, match="gold document '4' has no prediction"):
        count_all(DOCUMENTS, answers, scheme())
