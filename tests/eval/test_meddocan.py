"""The official measures on worked examples; the expected figures are those that the task's own guide prints."""

from __future__ import annotations

import pytest

from eval.meddocan import Annotated, Official, joined, measures


def numbered(count: int, label: str = "FECHAS", first: int = 0) -> list[tuple[str, int, int]]:
    """Tags of two characters with a word between them, so that none is joined with the next."""
    return [(label, 10 * n, 10 * n + 2) for n in range(first, first + count)]


TEXT = "ab words  " * 500


@pytest.mark.parametrize(
    ("tp", "fp", "fn", "sentences", "leak", "precision", "recall", "f1"),
    [
        (3, 6, 19, 13, 1.462, 0.3333, 0.1364, 0.1935),
        (4, 6, 24, 15, 1.6, 0.4, 0.1429, 0.2105),
    ],
)
def test_printed_examples_of_track_1(tp, fp, fn, sentences, leak, precision, recall, f1):
    gold = {"01": Annotated(TEXT, frozenset(numbered(tp + fn)))}
    system = {"01": [*numbered(tp), *numbered(fp, first=100)]}
    found = measures(gold, system, {"01": sentences})["ner"]
    assert (found.tp, found.fp, found.fn) == (tp, fp, fn)
    assert found.leak == pytest.approx(leak, abs=5e-4)
    assert (found.precision, found.recall, found.f1) == pytest.approx((precision, recall, f1), abs=5e-5)


def test_printed_example_of_track_2():
    gold = {"a": Annotated(TEXT, frozenset(numbered(347)))}
    found = measures(gold, {"a": [*numbered(43), *numbered(81, first=400)]}, {"a": 1})
    for track in ("spans", "merged"):  # nothing can be joined here
        assert (found[track].precision, found[track].recall) == pytest.approx((0.3468, 0.1239), abs=5e-5)
        assert found[track].f1 == pytest.approx(0.1826, abs=5e-5)


def test_labels_count_in_track_1_alone():
    gold = {"a": Annotated("Ana Ruiz", frozenset({("NOMBRE_SUJETO_ASISTENCIA", 0, 8)}))}
    found = measures(gold, {"a": [("NOMBRE_PERSONAL_SANITARIO", 0, 8)]}, {"a": 1})
    assert (found["ner"].tp, found["ner"].leak) == (0, 1.0)
    assert found["spans"].f1 == 1.0


def test_merged_spans_of_one_name_count_as_one():
    text = "Sra. Ana Ruiz, Calle Mayor 5"
    gold = {"a": Annotated(text, frozenset({("N", 5, 13), ("CALLE", 15, 28)}))}
    split = [("N", 5, 8), ("N", 9, 13), ("CALLE", 15, 28)]
    found = measures(gold, {"a": split}, {"a": 1})
    assert (found["spans"].tp, found["spans"].fp, found["spans"].fn) == (1, 2, 1)
    # Joined, both sides are one span from 5 to 28, which holds all; the street is right as it stands too.
    assert (found["merged"].tp, found["merged"].fp, found["merged"].fn) == (2, 0, 0)
    assert joined(text, [(5, 8), (9, 13), (20, 25)]) == {(5, 13), (20, 25)}


def test_zero_cases_are_zero_as_in_the_script():
    nothing = measures({"a": Annotated("Texto", frozenset())}, {"a": []}, {"a": 1})
    assert nothing["ner"] == Official(0, 0, 0, 0.0)
    assert (nothing["ner"].precision, nothing["ner"].recall, nothing["ner"].f1) == (0.0, 0.0, 0.0)
    # A document that one side lacks is left out by the script.
    assert measures({"a": Annotated("Texto", frozenset(numbered(1)))}, {}, {"a": 1})["spans"] == Official(0, 0, 0)
