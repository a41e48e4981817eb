from __future__ import annotations

from eval.confusion import MISSED, SPURIOUS, confusion
from tests.eval.build import DOCUMENTS, document, prediction, predictions, scheme


def test_counted_by_hand():
    matrix = confusion(DOCUMENTS, predictions(), scheme())
    assert dict(matrix.counts) == {
        ("PERSON", "PERSON"): 1,
        ("CONTACT_PHONE", "CONTACT_PHONE"): 1,
        ("PERSON_THIRD_PARTY", "PERSON"): 1,
        ("LOCATION_VILLAGE", "LOCATION_VILLAGE"): 1,
        ("AGE", MISSED): 1,
        (SPURIOUS, "PERSON"): 1,
    }
    assert matrix.rows[-1] == SPURIOUS
    assert matrix.columns[-1] == MISSED
    assert sum(map(sum, matrix.table())) == 6


def test_a_row_sums_to_its_gold_and_a_column_to_its_predictions():
    doc = document("Ask Joyce Phiri first", [(4, 15, "person.patient")])
    matrix = confusion([doc], {"1": prediction([(4, 9, "PERSON"), (10, 15, "DATE")])}, scheme())
    assert sum(n for (row, _), n in matrix.counts.items() if row == "PERSON") == 1
    assert matrix.counts[SPURIOUS, "DATE"] + matrix.counts.get(("PERSON", "DATE"), 0) == 1


def test_nothing_gives_an_empty_matrix():
    matrix = confusion([document("Asante.")], {"1": prediction()}, scheme())
    assert (matrix.rows, matrix.columns, matrix.table()) == ((), (), [])
