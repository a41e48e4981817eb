"""Frozen numbers, counted by hand, and agreement with seqeval and scikit-learn."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from seqeval.metrics.v1 import precision_recall_fscore_support as seqeval_scores
from seqeval.scheme import IOB2
from sklearn.metrics import fbeta_score, precision_recall_fscore_support

from eval.measures import all_measures, ratio, score_of
from eval.report import score
from tests.eval.build import DOCUMENTS, document, prediction, predictions, scheme


@pytest.fixture(scope="module")
def report():
    return score(DOCUMENTS, predictions(), scheme(), resamples=50)


@pytest.mark.parametrize(
    ("name", "value", "counts"),
    [
        ("document.recall", 3 / 5, {"recalled": 3, "documents": 5}),
        ("document.precision", 3 / 5, {"clean": 3, "documents": 5}),
        ("document.f1", 3 / 5, {"recalled": 3, "clean": 3, "documents": 5}),
        ("document.accuracy", 2 / 5, {"accurate": 2, "documents": 5}),
        ("document.leaked", 1 / 5, {"leaked": 1, "documents": 5}),
        ("document.over_redacted", 1 / 5, {"over": 1, "documents": 5}),
        ("document.failed", 1 / 5, {"failed": 1, "documents": 5}),
        ("item.strict.precision", 1 / 5, {"tp": 1, "predicted": 5}),
        ("item.strict.recall", 1 / 5, {"tp": 1, "gold": 5}),
        ("item.strict.f1", 1 / 5, {"tp": 1, "predicted": 5, "gold": 5}),
        ("item.strict.f2", 1 / 5, {"tp": 1, "predicted": 5, "gold": 5}),
        ("item.strict.macro.precision", 1 / 5, {"rows": 5, "tp": 1, "predicted": 5}),
        ("item.strict.macro.recall", 1 / 5, {"rows": 5, "tp": 1, "gold": 5}),
        ("item.relaxed.macro.precision", (1 / 3 + 1 + 1) / 5, {"rows": 5, "tp": 3, "predicted": 5}),
        ("item.relaxed.precision", 3 / 5, {"tp": 3, "predicted": 5}),
        ("item.relaxed.recall", 3 / 5, {"tp": 3, "gold": 5}),
        ("item.relaxed.f1[PERSON]", 2 / 4, {"tp": 1, "predicted": 3, "gold": 1}),
        ("item.relaxed.f2[PERSON]", 5 / 7, {"tp": 1, "predicted": 3, "gold": 1}),
        ("item.exact.f1", 2 / 5, {"tp": 2, "predicted": 5, "gold": 5}),
        ("item.overlap.recall", 4 / 5, {"tp": 4, "gold": 5}),
        ("item.covered.recall", 3 / 5, {"covered": 3, "items": 5}),
        ("character.precision", 31 / 39, {"tp": 31, "predicted": 39}),
        ("character.recall", 31 / 46, {"tp": 31, "gold": 46}),
        ("character.f1", 62 / 85, {"tp": 31, "predicted": 39, "gold": 46}),
        ("over_redaction.share", 8 / 39, {"tp": 31, "predicted": 39}),
        ("leak.share", 4 / 5, {"tp": 1, "gold": 5}),
        ("leak.readable", 2 / 5, {"covered": 3, "items": 5}),
        ("leak.per_sentence", 2 / 5, {"missed": 2, "sentences": 5}),
    ],
)
def test_counted_by_hand(report, name, value, counts):
    assert report.scores[name].value == pytest.approx(value, abs=1e-12)
    assert report.scores[name].counts == counts


def test_published_f1_of_documents_is_the_harmonic_mean_of_its_shares():
    # Xiao et al. (2026), 200 documents: precision 92.5, recall 98.0, F1 95.2.
    totals = {"recalled": 196, "clean": 185, "documents": 200}
    measure = next(m for m in all_measures(scheme()) if m.name == "document.f1")
    assert float(measure.value(lambda column: np.asarray(float(totals[column])))) == pytest.approx(0.952, abs=5e-4)


def test_published_recall_that_its_counts_do_not_give():
    # citilink end to end: 1,050 correct, 310 lost, 200 incorrect, 203 spurious; 71.38 is printed as recall.
    tp, predicted, gold = (np.asarray(float(n)) for n in (1050, 1050 + 200 + 203, 1050 + 310 + 200))
    assert float(score_of("precision", tp, predicted, gold)) == pytest.approx(0.7226, abs=5e-5)
    assert float(score_of("recall", tp, predicted, gold)) == pytest.approx(0.6731, abs=5e-5)


@pytest.mark.parametrize(
    ("gold", "found", "precision", "recall", "f1"),
    [
        ([], [], None, None, None),
        ([(0, 6, "person.patient")], [], None, 0.0, 0.0),
        ([], [(0, 6, "PERSON")], 0.0, None, 0.0),
        ([(0, 6, "person.patient")], [(0, 6, "PERSON")], 1.0, 1.0, 1.0),
    ],
)
def test_zero_cases(gold, found, precision, recall, f1):
    report = score([document("Asante sana", gold)], {"1": prediction(found)}, scheme(), resamples=10)
    for mode in ("item.strict", "item.relaxed", "item.exact", "item.overlap", "character"):
        for name, expected in (("precision", precision), ("recall", recall), ("f1", f1)):
            score_json = report.scores[f"{mode}.{name}"].to_json()
            assert score_json["value"] == expected
            assert (score_json["interval"] is None) is (expected is None)
    macro = report.scores["item.strict.macro.f1"].value
    assert macro == f1 if f1 is not None else math.isnan(macro)


def test_a_set_without_precision_gives_no_measure_that_needs_it():
    names = {measure.name for measure in all_measures(scheme(loader="aci_bench"))}
    assert "document.recall" in names
    assert not {name for name in names if name.endswith(("precision", "f1", "f2", "accuracy", "over_redacted"))}


def test_ratio_of_nothing_is_undefined():
    assert math.isnan(float(ratio(np.asarray(0.0), np.asarray(0.0))))


ROWS = ("PERSON", "DATE", "AGE", "CONTACT_PHONE")


def random_tags(dice: random.Random, size: int) -> list[str]:
    tags: list[str] = []
    while len(tags) < size:
        if dice.random() < 0.5:
            tags.append("O")
        else:
            row = dice.choice(ROWS[: dice.randint(1, len(ROWS))])
            tags += [f"B-{row}"] + [f"I-{row}"] * dice.randint(0, 2)
    return tags[:size]


def spans_of(tags: list[str]) -> list[tuple[int, int, str]]:
    """Tokens are two characters with a space behind: "ab ab ab "."""
    spans: list[tuple[int, int, str]] = []
    for i, tag in enumerate(tags):
        if tag.startswith("B-"):
            spans.append((3 * i, 3 * i + 2, tag[2:]))
        elif tag.startswith("I-"):
            spans[-1] = (spans[-1][0], 3 * i + 2, spans[-1][2])
    return spans


FINE = {"PERSON": "person.patient", "DATE": "date.event", "AGE": "age", "CONTACT_PHONE": "contact.phone"}


@pytest.mark.parametrize("seed", range(6))
def test_strict_scores_agree_with_seqeval_and_characters_with_scikit_learn(seed):
    dice = random.Random(seed)
    gold = [random_tags(dice, 12) for _ in range(30)]
    # Half of the predictions are gold with some tokens drawn anew, so that there are hits of every kind.
    guess = [random_tags(dice, 12) if dice.random() < 0.5 else [*tags[:8], *random_tags(dice, 4)] for tags in gold]
    documents = [
        document("ab " * 12, [(a, b, FINE[row]) for a, b, row in spans_of(tags)], str(i)) for i, tags in enumerate(gold)
    ]
    answers = {str(i): prediction(spans_of(tags), str(i)) for i, tags in enumerate(guess)}
    report = score(documents, answers, scheme(), resamples=10)

    for average, prefix in (("micro", "item.strict"), ("macro", "item.strict.macro")):
        expected = seqeval_scores(gold, guess, average=average, scheme=IOB2, zero_division=0)
        for name, value in zip(("precision", "recall", "f1"), expected, strict=False):
            assert report.scores[f"{prefix}.{name}"].value == pytest.approx(float(value))

    truth, found = np.zeros((30, 36), dtype=int), np.zeros((30, 36), dtype=int)
    for mask, tags_of in ((truth, gold), (found, guess)):
        for i, tags in enumerate(tags_of):
            for a, b, _ in spans_of(tags):
                mask[i, a:b] = 1
    expected = precision_recall_fscore_support(truth.ravel(), found.ravel(), average="binary")
    for name, value in zip(("precision", "recall", "f1"), expected, strict=False):
        assert report.scores[f"character.{name}"].value == pytest.approx(float(value))


def test_f2_agrees_with_scikit_learn():
    truth, found = [1] * 8 + [0] * 4, [1] * 5 + [0] * 3 + [1] * 2 + [0] * 2
    tp, predicted, gold = (np.asarray(float(n)) for n in (5, 7, 8))
    assert float(score_of("f2", tp, predicted, gold)) == pytest.approx(fbeta_score(truth, found, beta=2))
