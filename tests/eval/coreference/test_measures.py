"""Worked examples from the papers, and properties that each measure must have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.coreference import MEASURES, Entities, b_cubed, ceaf_e, conll, coreference, lea, muc
from eval.coreference.pseudonyms import Pseudonyms, count_pseudonyms

# Moosavi and Strube 2016, figure 2 and section 5.
KEY: Entities = [set("abc"), set("defg")]
RESPONSE: Entities = [set("ab"), set("cd"), set("fghi")]


@pytest.mark.parametrize(
    ("name", "recall", "precision"),
    [
        ("muc", 2 / 5, 2 / 5),
        ("b3", (2 / 3 + 2 / 3 + 1 / 3 + 1 / 4 + 0 + 2 / 4 + 2 / 4) / 7, 4 / 8),
        ("ceaf-e", 1.3 / 2, 1.3 / 3),
        ("lea", (3 * 1 / 3 + 4 * 1 / 6) / 7, (2 * 1 + 0 + 4 * 1 / 6) / 8),
    ],
)
def test_the_papers_example(name: str, recall: float, precision: float) -> None:
    score = MEASURES[name](KEY, RESPONSE)
    assert (score.recall, score.precision) == (pytest.approx(recall), pytest.approx(precision))


def test_b_cubed_of_bagga_and_baldwin() -> None:
    """Their figure 1: entities of 5, 2 and 5 mentions; response 1 joins the 5s apart, response 2 joins 2 and 5."""
    key: Entities = [{1, 2, 3, 4, 5}, {6, 7}, {8, 9, "A", "B", "C"}]
    first: Entities = [{1, 2, 3, 4, 5}, {6, 7, 8, 9, "A", "B", "C"}]
    second: Entities = [{1, 2, 3, 4, 5, 8, 9, "A", "B", "C"}, {6, 7}]
    assert b_cubed(key, first).precision == pytest.approx(0.76, abs=0.005)
    assert b_cubed(key, second).precision == pytest.approx(0.58, abs=0.005)
    assert b_cubed(key, first).recall == b_cubed(key, second).recall == 1
    # MUC can't tell the two apart: that is why B3 was made.
    assert muc(key, first).precision == muc(key, second).precision == pytest.approx(9 / 10)


def test_an_empty_side_scores_zero() -> None:
    for measure in MEASURES.values():
        for key, response in ((KEY, []), ([], KEY), ([], [])):
            score = measure(key, response)
            assert (score.recall, score.precision, score.f1) == (0, 0, 0)


_ENTITIES = st.lists(st.integers(0, 4), min_size=1, max_size=9).map(
    lambda owners: [{n for n, o in enumerate(owners) if o == owner} for owner in sorted(set(owners))]
)


@given(_ENTITIES, _ENTITIES)
def test_measures_lie_between_zero_and_one_and_swap(key: Entities, response: Entities) -> None:
    for measure in MEASURES.values():
        score, swapped = measure(key, response), measure(response, key)
        assert 0 <= score.recall <= 1 + 1e-9
        assert 0 <= score.precision <= 1 + 1e-9
        assert score.recall == pytest.approx(swapped.precision)
    assert b_cubed(key, key).f1 == ceaf_e(key, key).f1 == lea(key, key).f1 == pytest.approx(1)


def test_the_conll_score_is_the_mean_of_three() -> None:
    totals = coreference([(KEY, RESPONSE), (KEY, KEY)])
    assert conll(totals) == pytest.approx(sum(totals[n].f1 for n in ("muc", "b3", "ceaf-e")) / 3)
    assert totals["muc"].key == 10


@pytest.mark.parametrize(
    ("predicted", "expected"),
    [
        ({1: "[n_1]", 2: "[n_1]", 3: "[n_2]"}, Pseudonyms(correct=2)),
        ({1: "[n_1]", 3: "[n_2]"}, Pseudonyms(correct=1, lost=1)),
        ({1: "[n_1]", 2: "[n_3]", 3: "[n_2]"}, Pseudonyms(correct=1, wrong=1)),
        ({1: "[n_1]", 2: "[n_1]", 3: "[n_1]"}, Pseudonyms(wrong=2)),
        ({1: "[n_1]", 2: "[n_1]", 3: "[n_2]", 9: "[n_3]"}, Pseudonyms(correct=2, spurious=1)),
        ({}, Pseudonyms(lost=2)),
    ],
)
def test_pseudonyms_end_to_end(predicted: dict[int, str], expected: Pseudonyms) -> None:
    assert count_pseudonyms({1: "achieng", 2: "achieng", 3: "otieno"}, predicted) == expected
