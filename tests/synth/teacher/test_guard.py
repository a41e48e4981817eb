"""Splits stay apart in a stream."""

from __future__ import annotations

from ficha.document import Document, Span
from synth.teacher.guard import SHARED, Guard

META = {"template": "a", "country": "KE", "register": "note"}


def document(split: str, value: str, label: str) -> Document:
    return Document("1", value, "zzz", (Span(0, len(value), label),), {**META, "split": split})


def test_a_held_out_name_never_comes_inside_a_train_span_and_the_other_way_round() -> None:
    guard = Guard(())
    assert guard.fault(document("test", "Abado", "person.patient")) is None
    assert guard.fault(document("train", "St Abado Clinic", "facility.practice")) == SHARED
    assert guard.fault(document("train", "Ifugi", "person.patient")) is None
    assert guard.fault(document("dev", "IFUGI", "person.other")) == SHARED
    assert guard.fault(document("test", "Abado", "person.relative")) is None


def test_what_was_rejected_is_not_remembered() -> None:
    guard = Guard(())
    guard.fault(document("test", "Abado", "person.patient"))
    guard.fault(document("train", "Abado Zedo", "person.patient"))
    assert guard.fault(document("test", "Zedo", "person.patient")) is None
