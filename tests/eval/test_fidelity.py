from __future__ import annotations

import pytest

from eval.counts import scored
from eval.fidelity import Fidelity, fidelity
from eval.report import score
from tests.eval.build import document, prediction, scheme

TEXT = "BP 148/92. Mrs Nomvula denies pain."
NAME = [(15, 22, "person.patient")]
HIDDEN = [(15, 22, "PERSON", "[PERSON]")]


def measured(spans, answer=None, **fields) -> Fidelity:
    under, found = scheme(), prediction(spans, text=answer, **fields)
    gold, predicted = scored(document(TEXT, NAME), found, under)
    return fidelity(TEXT, gold, predicted, found, under.policy)


def test_a_text_that_is_the_source_with_spans_replaced_keeps_all_that_is_visible():
    assert measured(HIDDEN) == Fidelity(plain=28, kept=28, visible=28, same=28, drift=0, source=35)


def test_what_is_hidden_for_nothing_is_not_kept_but_all_that_is_visible_is_the_same():
    found = measured([*HIDDEN, (0, 9, "DATE", "[DATE]")])
    assert (found.plain, found.kept) == (28, 19)
    assert found.visible == found.same == 19


def test_a_missed_name_is_visible_and_no_plain_character():
    found = measured([])
    assert (found.plain, found.kept, found.visible) == (28, 28, 35)


def test_words_that_a_model_rewrote_are_not_the_same():
    # T10: the model changes a reading and adds a word; the words it touched count as changed.
    assert measured(HIDDEN, answer="BP 148/92. Mrs [PERSON] denies pain.") == measured(HIDDEN)
    found = measured(HIDDEN, answer="BP 148/90. Mrs [PERSON] denies pain.")
    assert found.visible == 28
    assert found.visible - len("148/92") <= found.same < found.visible


def test_drift_is_what_the_generation_changed_before_alignment():
    edits = [{"start": 3, "end": 9, "length": 4}, {"start": 30, "end": 30, "length": 5}]
    assert measured(HIDDEN, edits=edits).drift == 6 + 5
    report = score([document(TEXT, NAME)], {"1": prediction(HIDDEN, edits=edits)}, scheme(), resamples=5)
    assert report.scores["fidelity.drift"].counts == {"chars.drift": 11, "chars.source": 35}
    assert report.scores["fidelity.drift"].value == pytest.approx(11 / 35)
    assert report.scores["fidelity.kept"].value == report.scores["fidelity.visible"].value == 1.0


def test_a_failed_answer_gives_no_text_and_is_not_measured():
    assert measured([], status="failed") == Fidelity()
    report = score([document(TEXT, NAME)], {"1": prediction(status="failed")}, scheme(), resamples=5)
    assert report.scores["fidelity.kept"].to_json()["value"] is None


def test_what_is_free_or_of_a_kind_that_the_set_does_not_mark_is_not_plain():
    cases = (
        ("presidio_research", "A Croatian.", [(2, 10, "NRP")], (2, 10, "RELIGION")),
        ("masakhaner", "na 34.", [], (3, 5, "AGE")),
    )
    for loader, text, gold, span in cases:
        doc, answer, under = document(text, gold, lang="eng"), prediction([span]), scheme(loader=loader)
        gold_items, predicted = scored(doc, answer, under)
        found = fidelity(doc.text, gold_items, predicted, answer, under.policy)
        assert found.plain == found.kept == len(text) - (span[1] - span[0])
