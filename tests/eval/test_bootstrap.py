from __future__ import annotations

import math
import random

import numpy as np
import pytest

from eval.bootstrap import intervals, paired_test, totals_of
from eval.counts import CountTable, count_all
from eval.measures import all_measures
from ficha.errors import InputError
from tests.eval.build import DOCUMENTS, document, line, predictions, scheme
from tests.eval.build import prediction as predict

MEASURES = all_measures(scheme())


def many(right: float, seed: int) -> CountTable:
    """200 documents with one name each; the system finds it with the chance `right`."""
    dice = random.Random(seed)
    documents = [document("Naitwa Achieng", [(7, 14, "person.patient")], str(i)) for i in range(200)]
    answers = {d.id: predict([(7, 14, "PERSON")] if dice.random() < right else [], d.id) for d in documents}
    return count_all(documents, answers, scheme())


def test_intervals_are_those_of_a_plain_loop_over_drawn_documents():
    table = count_all(DOCUMENTS, predictions(), scheme())
    bounds = intervals(table, MEASURES, resamples=250, seed=13)
    random_state = np.random.default_rng(13)
    weights = np.concatenate([random_state.multinomial(5, [0.2] * 5, n) for n in (100, 100, 50)])
    for measure in MEASURES:
        values = []
        for row in weights:
            drawn = np.repeat(table.values, row, axis=0).sum(axis=0)
            value = float(measure.value(totals_of(table.columns, drawn)))
            if not math.isnan(value):
                values.append(value)
        expected = np.percentile(values, [2.5, 97.5]) if values else [math.nan, math.nan]
        assert bounds[measure.name] == pytest.approx(tuple(expected), nan_ok=True)


def test_frozen_interval_and_agreement_with_the_binomial():
    bounds = intervals(many(0.9, seed=1), MEASURES)
    assert bounds["document.recall"] == pytest.approx((0.894875, 0.965))
    share = many(0.9, seed=1).total("recalled") / 200
    half_width = 1.96 * math.sqrt(share * (1 - share) / 200)
    assert bounds["document.recall"] == pytest.approx((share - half_width, share + half_width), abs=0.01)


def test_the_same_seed_gives_the_same_interval_and_another_seed_another():
    table = many(0.7, seed=2)
    first, again, other = (intervals(table, MEASURES, 200, seed)["item.strict.f1"] for seed in (1, 1, 2))
    assert first == again != other


def test_an_undefined_measure_has_no_interval():
    table = count_all([document("Asante.")], {"1": predict()}, scheme())
    assert all(map(math.isnan, intervals(table, MEASURES, 20)["item.strict.f1"]))


def paired(first: CountTable, second: CountTable, name: str) -> float:
    (found,) = paired_test(first, second, [m for m in MEASURES if m.name == name])
    return found.p_value


def test_a_large_difference_is_significant_and_none_is_not():
    good, alike, bad = many(0.95, seed=3), many(0.94, seed=4), many(0.6, seed=5)
    assert paired(good, bad, "document.recall") == pytest.approx(1 / 1001)
    assert paired(good, good, "document.recall") == 1.0
    assert paired(good, alike, "item.strict.f1") > 0.05
    assert paired(good, bad, "item.strict.f1") == paired(bad, good, "item.strict.f1")


def test_p_of_few_documents_is_that_of_all_swaps():
    # Three documents, each better in the first system: 2 of 8 swaps give as large a difference.
    documents = [document("Naitwa Achieng", [(7, 14, "person.patient")], str(i)) for i in range(3)]
    first = count_all(documents, {d.id: predict([(7, 14, "PERSON")], d.id) for d in documents}, scheme())
    second = count_all(documents, {d.id: predict(id=d.id) for d in documents}, scheme())
    assert paired(first, second, "document.recall") == pytest.approx(0.25, abs=0.05)


def test_undefined_differences_have_no_p():
    table = count_all([document("Asante.")], {"1": predict()}, scheme())
    assert math.isnan(paired(table, table, "item.strict.f1"))


def test_tables_of_other_documents_can_not_be_paired():
    other = count_all([document("Asante.", id="x")], {"x": predict(**line(id="x"))}, scheme())
    with pytest.raises(InputError, match="the same documents"):
        paired_test(many(1, seed=1), other, MEASURES)
