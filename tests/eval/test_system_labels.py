from __future__ import annotations

import pytest

from eval.system_labels import Found, disjoint, label_map_names, map_for, read_system_labels
from ficha.errors import InputError
from ficha.labels import FINE_LABELS
from ficha.policy import load_policy, policy_names
from tests.eval.build import document


@pytest.mark.parametrize("name", label_map_names())
def test_every_label_map_holds_fine_labels_and_its_source(name):
    labels = read_system_labels(name)
    assert labels.source
    assert labels.licence
    assert {fine for names in labels.labels.values() for fine in names} <= set(FINE_LABELS)
    for policy in map(load_policy, policy_names()):
        ids = {category.id for category in policy.categories} | {policy.other.id, None}
        assert {labels.category(label, policy) for label in labels.labels} <= ids


def test_the_policy_decides_by_the_usual_meaning():
    labels = read_system_labels("presidio")
    assert labels.category("DATE_TIME", load_policy("afrimed")) == "DATE"
    assert labels.category("DATE_TIME", load_policy("patient-requests")) is None
    assert labels.category("NRP", load_policy("afrimed")) is None
    with pytest.raises(InputError, match="label 'PASSPORT' is unknown to the label map 'presidio'"):
        labels.category("PASSPORT", load_policy("afrimed"))


def test_one_answer_a_character_the_surest_first():
    found = [Found(0, 9, "a", 0.4), Found(2, 5, "b", 0.9), Found(9, 12, "c", 0.1), Found(9, 11, "d", 0.1)]
    assert [f.label for f in disjoint(found)] == ["b", "c"]


def test_what_the_policy_keeps_visible_gives_way_before_overlaps_are_settled():
    doc = document("On 3/4/2026 at ten", lang="eng")
    found = [Found(3, 11, "DATE_TIME", 0.9), Found(3, 8, "PHONE_NUMBER", 0.2)]
    answer = read_system_labels("presidio").answer(doc, found, load_policy("patient-requests"), "presidio")
    assert [(s.start, s.end, s.label) for s in answer.spans] == [(3, 8, "tel")]


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        (["PATIENT", "HCW", "VENDOR"], "stanford_deidentifier"),
        (["GIVENNAME", "SURNAME", "TAXNUM"], "piiranha"),
        (["private_person", "secret"], "openai_privacy_filter"),
        (["PER", "LOC", "ORG", "DATE"], "masakhane_ner"),
        (["FIRSTNAME", "AMOUNT", "ACCOUNTNAME"], "openmed_pii"),
    ],
)
def test_a_models_labels_tell_its_map(labels, name):
    assert map_for(labels).name == name


def test_labels_that_no_map_knows_are_named():
    with pytest.raises(InputError, match="no label map knows NONE, PER: add a file"):
        map_for(["PER", "NONE"])
    with pytest.raises(InputError, match="no label map 'none': there are masakhane_ner"):
        read_system_labels("none")
