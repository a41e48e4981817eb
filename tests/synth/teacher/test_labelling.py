"""From a twin to spans with fine labels, or the reason why not."""

from __future__ import annotations

import pytest

from ficha.document import Span
from ficha.labels import FINE_LABELS
from synth.teacher import labelling
from synth.teacher.labelling import fine_policy, label_twin

TEXT = "Mama Grace Achieng, miaka 46, simu 0712 345 678. Grace ana homa."


def test_placeholders_become_exact_spans_with_entities() -> None:
    twin = "Mama [person.patient_1], [age], simu [contact.phone]. [person.patient_1] ana homa."
    found = label_twin(TEXT, twin)
    assert found.reason is None
    assert found.spans == (
        Span(5, 18, "person.patient", "person.patient#1"),
        Span(20, 28, "age"),
        Span(35, 47, "contact.phone"),
        Span(49, 54, "person.patient", "person.patient#1"),
    )


@pytest.mark.parametrize("label", FINE_LABELS)
def test_every_fine_label_is_a_placeholder(label: str) -> None:
    assert fine_policy().category(label).covers == {label}
    value = "a@x.example" if label == "contact.email" else "B12.3 4" if label != "contact.url" else "x.example"
    if label.startswith("person."):
        value = "Grace"
    elif label in ("contact.phone", "contact.fax"):
        value = "0712 345"
    found = label_twin(f"ni {value} hapa", f"ni [{label.upper()}_2] hapa")
    assert [(span.label, span.entity) for span in found.spans] == [(label, f"{label}#2")]


@pytest.mark.parametrize(
    ("twin", "reason"),
    [
        (TEXT.replace("ana homa", "ana homa kali").replace("Grace", "[person.patient]"), labelling.ALTERED),
        (TEXT.replace(" simu", "").replace("0712 345 678", "[contact.phone]"), labelling.ODD),
        (TEXT.replace("Grace ana", "[person.patient]"), labelling.ODD),  # a word beside a name was dropped
        ("Sorry, I cannot do that.", labelling.ALTERED),
        ("[person.patient]" + TEXT, labelling.UNPLACEABLE),
        (TEXT.replace("0712 345 678", "[tel]"), labelling.UNKNOWN),
        (TEXT.replace("0712 345 678", "[something]"), labelling.UNKNOWN),
        (TEXT.replace("0712 345 678", "[contact.email]"), labelling.ODD),
        (TEXT.replace("miaka 46", "[person.patient]"), labelling.ODD),
    ],
)
def test_a_twin_that_cannot_be_trusted(twin: str, reason: str) -> None:
    assert label_twin(TEXT, twin) == labelling.Labelled(reason=reason)


def test_small_words_that_belong_to_names() -> None:
    text = "Sou a Ana da Costa, e o joão silva"
    found = label_twin(text, "Sou a [person.patient], e o [person.relative]")
    assert [text[s.start : s.end] for s in found.spans] == ["Ana da Costa", "joão silva"]


def test_forms_of_address_stay_outside_a_name() -> None:
    found = label_twin(TEXT, "[person.patient_1], [age], simu [contact.phone]. [person.patient_1] ana homa.", "swa")
    assert [TEXT[s.start : s.end] for s in found.spans if s.label == "person.patient"] == ["Grace Achieng", "Grace"]
    assert [s.start for s in label_twin("Mama alikuja", "[person.relative] alikuja", "swa").spans] == [0]


def test_a_text_without_personal_data_has_none() -> None:
    assert label_twin("Ana homa kali.", "Ana homa kali.") == labelling.Labelled()


def test_kinyarwanda_never_carries_tribe_or_clan() -> None:
    twin = "Ni [tribe] wo mu Rwanda"
    assert label_twin("Ni Kanaka wo mu Rwanda", twin, "kin").reason == labelling.FORBIDDEN
    assert label_twin("Ni Kanaka wo mu Rwanda", twin, "swa").reason is None
