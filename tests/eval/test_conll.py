from __future__ import annotations

import random

import pytest
from seqeval.metrics.sequence_labeling import get_entities, precision_recall_fscore_support

from eval.conll import entities, tags, tokenise
from eval.report import score
from eval.scheme import Item
from tests.eval.build import document, prediction, scheme


def item(start: int, end: int, row: str = "PERSON") -> Item:
    return Item(start, end, frozenset({row}), row)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Dr Okello, Kisumu.", ["Dr", "Okello", ",", "Kisumu", "."]),
        ("头痛3天", ["头", "痛", "3", "天"]),
        ("", []),
    ],
)
def test_tokens(text, tokens):
    assert [text[a:b] for a, b in tokenise(text)] == tokens


def test_tags_of_whole_half_and_shared_words():
    tokens = tokenise("Ask Joyce Phiri Otieno now")
    assert tags(tokens, [item(4, 15), item(16, 19, "DATE")]) == ["O", "B-PERSON", "I-PERSON", "B-DATE", "O"]
    assert tags(tokens, [item(4, 9), item(4, 15), item(10, 22)]) == ["O", "B-PERSON", "I-PERSON", "O", "O"]
    assert tags(tokens, [item(4, 9), item(10, 15)])[1:3] == ["B-PERSON", "B-PERSON"]


@pytest.mark.parametrize("seed", range(5))
def test_entities_and_scores_agree_with_seqeval_on_random_tags(seed):
    dice = random.Random(seed)
    pool = ["O", "B-PERSON", "I-PERSON", "B-DATE", "I-DATE"]
    gold, found = ([dice.choices(pool, k=20) for _ in range(40)] for _ in range(2))
    found = [g if dice.random() < 0.5 else f for g, f in zip(gold, found, strict=True)]
    for tagged in (*gold, *found):
        assert entities(tagged) == {(a, b, label) for label, a, b in get_entities(tagged)}
    expected = precision_recall_fscore_support(gold, found, average="micro", zero_division=0)
    hits = sum(len(entities(g) & entities(f)) for g, f in zip(gold, found, strict=True))
    assert hits / sum(len(entities(f)) for f in found) == pytest.approx(float(expected[0]))
    assert hits / sum(len(entities(g)) for g in gold) == pytest.approx(float(expected[1]))


def test_half_a_word_counts_as_the_word_in_conll_scores_alone():
    doc = document("Naitwa Achieng Otieno.", [(7, 21, "person.patient")])
    report = score([doc], {"1": prediction([(7, 18, "PERSON")])}, scheme(), resamples=5)
    assert report.scores["conll.f1"].value == 1.0
    assert report.scores["item.strict.f1"].value == 0.0


def test_a_category_that_stands_in_a_set_counts_as_the_sets_row():
    doc = document("Lewis alifika", [(0, 5, "PER")])
    report = score([doc], {"1": prediction([(0, 5, "PERSON_THIRD_PARTY")])}, scheme(loader="masakhaner"), resamples=5)
    assert report.scores["conll.recall"].value == 1.0
