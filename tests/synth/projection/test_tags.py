"""Spans through a translation, in numbered tags."""

from __future__ import annotations

import pytest

from ficha.document import Span
from synth.projection import tags
from synth.projection.tags import kept_numbers, tagged, untagged

SOURCE = "Doña Carmen Ruiz, 46 años, tel. 600 123 456."
SPANS = [Span(5, 16, "person.patient", "p"), Span(18, 25, "age"), Span(32, 43, "contact.phone")]
TAGGED = "Doña <x1>Carmen Ruiz</x1>, <x2>46 años</x2>, tel. <x3>600 123 456</x3>."


def test_every_span_gets_a_tag_with_its_number() -> None:
    assert tagged(SOURCE, SPANS) == TAGGED
    assert kept_numbers(SPANS) == [1, 3]
    assert untagged(TAGGED, SOURCE, SPANS).spans == tuple(SPANS)


def test_tags_may_change_places_and_blanks_stay_outside() -> None:
    found = untagged("Simu <x3> 600 123 456</x3>: Bi <x1>Carmen Ruiz </x1>, <x2>miaka 46</x2>.", SOURCE, SPANS)
    assert found.reason is None
    assert [(found.text[s.start : s.end], s.label, s.entity) for s in found.spans] == [
        ("600 123 456", "contact.phone", None),
        ("Carmen Ruiz", "person.patient", "p"),
        ("miaka 46", "age", None),
    ]


@pytest.mark.parametrize(
    ("translation", "reason"),
    [
        ("Bi <x1>Carmen Ruiz</x1>, <x2>miaka 46</x2>, simu 600 123 456.", tags.LOST),
        ("Bi <x1>Carmen Ruiz, <x2>miaka 46</x2></x1>, simu <x3>600 123 456</x3>.", tags.MERGED),
        ("Bi <x1>Carmen Ruiz</x2>, <x2>miaka 46</x1>, simu <x3>600 123 456</x3>.", tags.MERGED),
        ("Bi <x1>Carmen Ruiz</x1>, <x1>Carmen Ruiz</x1> <x2>46</x2> <x3>600 123 456</x3>.", tags.REPEATED),
        ("Bi <x1>Carmen Ruiz</x1>, <x2></x2>miaka 46, simu <x3>600 123 456</x3>.", tags.EMPTY),
        ("Bi <x1>Karmeni Ruiz</x1>, <x2>miaka 46</x2>, simu <x3>600 123 456</x3>.", tags.CHANGED),
        ("Bi <x1>Carmen Ruiz</x1>, <x2>miaka 46</x2>, simu <x3>600 123 457</x3>.", tags.CHANGED),
        ("Bi <k1>Carmen Ruiz</k1>, <x2>miaka 46</x2>, simu <x3>600 123 456</x3>.", tags.BROKEN),
        ("Bi <x1>Carmen Ruiz</x1>, <x2>miaka 46</x2>, simu <x4>600 123 456</x4>.", tags.BROKEN),
        ("Bi <x1>Carmen Ruiz</x1>, <x2>miaka 46</x2>, simu <x3>600 123 456.", tags.BROKEN),
        ("Bi [x1]Carmen Ruiz[/x1], <x2>miaka 46</x2>, simu <x3>600 123 456</x3>.", tags.BROKEN),
        ("Bi &lt;x1&gt;Carmen Ruiz, <x2>miaka 46</x2>, simu <x3>600 123 456</x3>.", tags.BROKEN),
    ],
)
def test_tags_that_cannot_be_trusted(translation: str, reason: str) -> None:
    assert untagged(translation, SOURCE, SPANS).reason == reason


def test_a_source_with_such_tags_is_not_asked_for() -> None:
    assert tagged("see <x1>here</x1>", []) is None
