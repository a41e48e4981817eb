"""Reported faults of the kind over-redaction, and of scorers, with the value that is right."""

from __future__ import annotations

import pytest

from eval.report import score
from tests.eval.build import document, prediction, scheme

QUEUE = "How long is the queue at the clinic?"
NOTE = "BP 148/92. Mrs Nomvula Khumalo denies chest pain. Metformin 850 mg bd."


def values(source, gold, spans, names, policy="hipaa", **fields):
    report = score(
        [document(source, gold, lang="eng")], {"1": prediction(spans, **fields)}, scheme(policy), resamples=5
    )
    return [report.scores[name].value for name in names]


def test_a_whole_sentence_hidden_for_nothing_is_over_redaction_b53():
    names = ("document.recall", "document.precision", "document.accuracy", "document.over_redacted", "document.leaked")
    hidden = [(0, len(QUEUE), "NAME", "[NAME]")]
    assert values(QUEUE, [], hidden, names) == [1.0, 0.0, 0.0, 1.0, 0.0]
    assert values(QUEUE, [], hidden, ("fidelity.kept", "over_redaction.share")) == [0.0, 1.0]
    # Being sent to review doesn't make it right: the text that is given out is the same.
    assert values(QUEUE, [], hidden, names, status="review") == [1.0, 0.0, 0.0, 1.0, 0.0]


def test_doses_and_durations_hidden_as_dates_are_over_redaction_b66():
    text = "Start 10 mg x 5/7, review 05/07."
    gold, names = [(26, 31, "date.event")], ("document.recall", "document.precision", "fidelity.kept")
    assert values(text, gold, [(26, 31, "DATE")], names, "afrimed") == [1.0, 1.0, 1.0]
    assert values(text, gold, [(14, 17, "DATE"), (26, 31, "DATE")], names, "afrimed") == [
        1.0,
        0.0,
        pytest.approx(24 / 27),
    ]


def test_a_rewritten_note_is_not_accurate_though_its_name_is_hidden_t10():
    rewritten = "BP 148/90. Mrs [NAME] denies any chest pain. Metformin 850 mg twice daily."
    names = ("document.recall", "document.precision", "document.accuracy", "item.strict.f1")
    spans = [(15, 30, "NAME", "[NAME]")]
    gold = [(15, 30, "person.patient")]
    assert values(NOTE, gold, spans, names, text=rewritten) == [1.0, 0.0, 0.0, 1.0]
    assert values(NOTE, gold, spans, names, text=NOTE.replace("Nomvula Khumalo", "[NAME]")) == [1.0] * 4


def test_half_a_name_is_a_leak_b54():
    text, gold = "Herbert Okoth-Ouma saw Ouma.", [(0, 18, "person.patient"), (23, 27, "person.patient")]
    names = ("document.recall", "document.leaked", "item.covered.recall", "leak.per_sentence")
    assert values(text, gold, [(0, 13, "NAME")], names) == [0.0, 1.0, 0.0, 2.0]
    assert values(text, gold, [(0, 18, "NAME")], names) == [0.0, 1.0, 0.5, 1.0]
    assert values(text, gold, [(0, 18, "NAME"), (23, 27, "NAME")], names) == [1.0, 0.0, 1.0, 0.0]


def test_ages_that_stay_visible_are_no_gold_b61():
    text = "Mother 91 years, child 3 years."
    gold, names = [(7, 15, "age"), (23, 30, "age")], ("document.recall", "document.precision", "item.strict.f1")
    assert values(text, gold, [(7, 9, "AGE")], names) == [1.0, 1.0, 1.0]
    assert values(text, gold, [(7, 9, "AGE"), (23, 24, "AGE")], names)[1] == 0.0
