from __future__ import annotations

import pytest

from eval.counts import count_document
from eval.predictions import parse_prediction
from ficha.errors import InputError, SpanError
from ficha.labels import FINE_LABELS
from ficha.policy import policy_names
from tests.eval.build import document, prediction, scheme


@pytest.mark.parametrize(
    ("policy", "loader", "label", "row"),
    [
        ("afrimed", "corpus", "person.patient", "PERSON"),
        ("afrimed", "masakhaner", "PER", "PERSON|PERSON_THIRD_PARTY"),
        ("afrimed", "masakhaner", "LOC", "LOCATION_VILLAGE"),
        ("afrimed", "masakhaner", "ORG", "LOCATION_FACILITY"),
        ("afrimed", "masakhaner", "DATE", "DATE"),
        ("patient-requests", "masakhaner", "ORG", "practice|pharmacy|organisation"),
        ("hipaa", "masakhaner", "ORG", "NAME|LOCATION"),
        ("citilink", "presidio_research", "DATE_TIME", "date|time"),
        ("hipaa", "presidio_research", "US_SSN", "SSN"),
        ("patient-requests", "aci_bench", "patient_firstname", "name"),
    ],
)
def test_a_gold_label_accepts_every_category_that_covers_it(policy, loader, label, row):
    (item,) = scheme(policy, loader).gold(document("Lewis", [(0, 5, label)])).items
    assert item.row == row
    assert item.accepts == frozenset(row.split("|"))


@pytest.mark.parametrize(
    ("policy", "loader", "label", "free"),
    [
        ("patient-requests", "corpus", "date.event", 0),  # kept visible: drops out
        ("afrimed", "corpus", "location.country", 0),
        ("citilink", "corpus", "person.official", 0),
        ("hipaa", "presidio_research", "AGE", 0),  # below 90 stays visible
        ("patient-requests", "masakhaner", "DATE", 1),  # usually visible, a birth would be hidden
        ("afrimed", "presidio_research", "NRP", 1),  # no such fine label
    ],
)
def test_what_is_not_demanded(policy, loader, label, free):
    gold = scheme(policy, loader).gold(document("34 in", [(0, 2, label)]))
    assert gold.items == ()
    assert len(gold.free) == free


def test_hiding_what_the_policy_keeps_is_over_redaction_and_hiding_what_is_free_is_not():
    kept = document("Amekuja Kenya.", [(8, 13, "location.country")])
    assert count_document(kept, prediction([(8, 13, "LOCATION_VILLAGE")]), scheme())["over"] == 1
    free = document("A Croatian.", [(2, 10, "NRP")])
    counts = count_document(free, prediction([(2, 10, "RELIGION")]), scheme(loader="presidio_research"))
    assert counts["over"] == 0
    assert "strict.predicted.RELIGION" not in counts
    assert counts["chars.hidden"] == 0


def test_kinds_that_a_set_does_not_mark_are_neither_right_nor_wrong():
    doc = document("Lewis , 34 , Gor", [(0, 5, "PER")])
    answer = prediction([(0, 5, "PERSON"), (8, 10, "AGE"), (13, 16, "PERSON")])
    counts = count_document(doc, answer, scheme(loader="masakhaner"))
    assert "strict.predicted.AGE" not in counts
    assert counts["strict.predicted.PERSON|PERSON_THIRD_PARTY"] == 2
    assert counts["chars.hidden"] == 8


def test_tribe_and_clan_are_not_scored_for_kinyarwanda():
    spans = [(0, 6, "tribe")]
    for lang, items, over in (("kin", 0, 0), ("swa", 1, 0)):
        counts = count_document(document("Abcdef ghi", spans, lang=lang), prediction([(0, 6, "TRIBE")]), scheme())
        assert (counts["items"], counts["over"]) == (items, over)
    for lang, over in (("kin", 0), ("swa", 1)):
        counts = count_document(document("Abcdef ghi", lang=lang), prediction([(0, 6, "PERSON_CLAN")]), scheme())
        assert counts["over"] == over


@pytest.mark.parametrize("policy", policy_names())
@pytest.mark.parametrize("label", FINE_LABELS)
def test_gold_as_its_own_prediction_is_perfect(policy, label):
    doc = document("Mama Akinyi, 3 April 2026, miaka 94, Kisumu", [(13, 25, label), (27, 35, label)])
    record = {**doc.to_json(), "status": "ok"}
    counts = count_document(doc, parse_prediction(record, "line 1"), scheme(policy))
    assert counts["accurate"] == 1
    assert counts["covered"] == counts["items"]
    hits = sum(count for column, count in counts.items() if column.startswith("strict.tp."))
    assert hits == counts["items"]


def test_switches_move_gold_edges():
    doc = document("Born 3 April 1951, aged 94 years.", [(5, 17, "date.birth"), (24, 32, "age")], lang="eng")
    items = scheme("hipaa").gold(doc).items
    assert [(item.start, item.end, item.row) for item in items] == [(5, 12, "DATE"), (24, 26, "AGE")]


def test_a_prediction_may_hold_category_ids_or_fine_labels():
    doc = document("Naitwa Achieng", [(7, 14, "person.patient")])
    for label in ("PERSON", "person.patient"):
        assert count_document(doc, prediction([(7, 14, label)]), scheme())["strict.tp.PERSON"] == 1


def test_unknown_labels_and_spans_outside_the_text_are_refused_without_quoting_the_text():
    doc = document("Naitwa Achieng")
    with pytest.raises(InputError, match="'NAME' is neither a category of policy 'afrimed' nor a fine label"):
        scheme().predicted(doc, prediction([(7, 14, "NAME")]))
    with pytest.raises(SpanError, match="span 7-15 ends outside a text of 14 code points") as caught:
        scheme().predicted(doc, prediction([(7, 15, "PERSON")]))
    assert "Achieng" not in str(caught.value)
    with pytest.raises(InputError, match="label 'PER' is unknown to 'corpus'"):
        scheme().gold(document("Lewis", [(0, 5, "PER")]))


def test_notes_say_what_is_uncertain():
    assert scheme().notes() == ()
    notes = scheme(loader="masakhaner").notes()
    assert "PER: any of PERSON, PERSON_THIRD_PARTY is right" in notes
    assert "LOC: demanded, since policy afrimed keeps location.country visible" in notes
    notes = scheme("patient-requests", "masakhaner").notes()
    assert "DATE: neither demanded nor punished, since policy patient-requests keeps date.event visible" in notes
    assert scheme(loader="aci_bench").notes()[-1].startswith("the set marks only some mentions")


def test_a_false_span_falls_into_the_row_that_gold_can_have():
    assert scheme(loader="masakhaner").row_of("PERSON") == "PERSON|PERSON_THIRD_PARTY"
    assert scheme().row_of("PERSON") == "PERSON"
    assert scheme("hipaa", "masakhaner").row_of("NAME") == "NAME"
