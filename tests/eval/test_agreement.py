"""Agreement with nervaluate and scikit-learn on random spans, where the definitions are the same ones."""

from __future__ import annotations

import random

import pytest
from nervaluate import Evaluator
from sklearn.metrics import precision_recall_fscore_support

from eval.report import score
from tests.eval.build import document, prediction, scheme

FINE = {"PERSON": "person.patient", "DATE": "date.event", "AGE": "age"}
WORDS = 40


def drawn(dice: random.Random) -> tuple[list[tuple[int, int, str]], list[tuple[int, int, str]]]:
    """Gold spans of words, and predictions that touch at most one of them: right, of another kind, shifted, or new."""
    gold: list[tuple[int, int, str]] = []
    found: list[tuple[int, int, str]] = []
    for at in range(0, WORDS, 8):
        start, length = at + 2, dice.randint(1, 3)
        row = dice.choice(list(FINE))
        if dice.random() < 0.8:
            gold.append((start, start + length, row))
        if dice.random() < 0.8:
            start += dice.choice([0, 0, 0, -1, 1])
            row = row if dice.random() < 0.7 else dice.choice(list(FINE))
            found.append((start, start + dice.choice([length, length, 2]), row))
    return gold, found


@pytest.mark.parametrize("seed", range(8))
def test_strict_exact_and_type_scores_agree_with_nervaluate(seed):
    dice = random.Random(seed)
    pairs = [drawn(dice) for _ in range(25)]
    text = "ab " * WORDS

    def spans(words, names):
        return [(3 * a, 3 * b - 1, names[row]) for a, b, row in words]

    documents = [document(text, spans(gold, FINE), str(n)) for n, (gold, _) in enumerate(pairs)]
    rows = {row: row for row in FINE}
    answers = {str(n): prediction(spans(found, rows), str(n)) for n, (_, found) in enumerate(pairs)}
    report = score(documents, answers, scheme(), resamples=5)

    def listed(words):
        return [{"label": row, "start": a, "end": b - 1} for a, b, row in words]

    evaluator = Evaluator([listed(g) for g, _ in pairs], [listed(f) for _, f in pairs], tags=list(FINE), loader="dict")
    overall = evaluator.evaluate()["overall"]
    for mode in ("strict", "exact"):
        for name in ("precision", "recall", "f1"):
            expected = getattr(overall[mode], name)
            assert report.scores[f"item.{mode}.{name}"].value == pytest.approx(expected), (mode, name)
    # ent_type: some overlap and the same category, which is our `relaxed` where nothing touches two items.
    assert report.scores["item.relaxed.recall"].value == pytest.approx(overall["ent_type"].recall)
    assert report.scores["item.relaxed.precision"].value == pytest.approx(overall["ent_type"].precision)


@pytest.mark.parametrize("seed", range(4))
def test_rows_and_macro_means_agree_with_scikit_learn_where_edges_are_given(seed):
    # With gold edges, every item is one decision between categories, and the scores are those of a classifier.
    dice = random.Random(seed)
    rows = list(FINE)
    truth = [dice.choice(rows) for _ in range(60)]
    guess = [row if dice.random() < 0.6 else dice.choice(rows) for row in truth]
    documents = [document("Asante Otieno", [(7, 13, FINE[row])], str(n)) for n, row in enumerate(truth)]
    answers = {str(n): prediction([(7, 13, row)], str(n)) for n, row in enumerate(guess)}
    report = score(documents, answers, scheme(), resamples=5)
    for average, prefix in (("micro", "item.strict"), ("macro", "item.strict.macro")):
        expected = precision_recall_fscore_support(truth, guess, average=average, zero_division=0)
        for name, value in zip(("precision", "recall", "f1"), expected, strict=False):
            assert report.scores[f"{prefix}.{name}"].value == pytest.approx(float(value))
    each = precision_recall_fscore_support(truth, guess, labels=rows, zero_division=0)
    for name, values in zip(("precision", "recall", "f1"), each, strict=False):
        for row, value in zip(rows, values, strict=True):
            assert report.scores[f"item.strict.{name}[{row}]"].value == pytest.approx(float(value))
