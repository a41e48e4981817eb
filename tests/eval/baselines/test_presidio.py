from __future__ import annotations

import pytest
import spacy

from eval.systems import Options, load_system
from ficha.policy import load_policy
from tests.eval.build import document


def spans(system, text, policy="afrimed"):
    (answer,) = system.predict([document(text, lang="eng")], load_policy(policy))
    return [(text[s.start : s.end], s.label) for s in answer.spans]


@pytest.fixture(scope="module")
def patterns():
    return load_system("presidio", Options())


def test_patterns_find_formats_and_no_names(patterns):
    text = "Joyce Phiri, j.phiri@example.org, SSN 460-89-9847, seen 3/4/2026."
    assert spans(patterns, text) == [
        ("j.phiri@example.org", "CONTACT_OTHER"),
        ("460-89-9847", "ID_NATIONAL"),
        ("3/4/2026", "DATE"),
    ]


def test_the_policy_decides_what_is_hidden(patterns):
    assert spans(patterns, "seen 3/4/2026, a@example.org", "patient-requests") == [("a@example.org", "email")]


def test_nothing_to_find(patterns):
    assert spans(patterns, "") == spans(patterns, "Malaria.") == []


def test_a_spacy_model_adds_its_entities(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": "Joyce Phiri"}])
    nlp.to_disk(tmp_path / "model")
    system = load_system(f"presidio={tmp_path / 'model'}", Options())
    assert spans(system, "Ask Joyce Phiri first.") == [("Joyce Phiri", "PERSON")]
    assert system.labels.name == "presidio"
