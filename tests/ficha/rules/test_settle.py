"""Overlaps: one decision a character, and nothing that a rule wanted hidden is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ficha.rules.base import Match, settle


def match(start: int, end: int, label: str, score: float = 0.9) -> Match:
    return Match(start, end, label, score, label, "test")


def test_case_t07_one_digit_string_found_three_times() -> None:
    text = "Contact 0700000555 today."
    found = [
        (match(12, 18, "date.event"), 50),
        (match(8, 18, "id.record"), 60),
        (match(8, 18, "contact.phone"), 70),
    ]
    findings = settle(text, found)
    assert [(m.start, m.end, m.label) for m in findings.kept] == [(8, 18, "contact.phone")]
    assert sorted(d.reason for d in findings.dropped) == [
        "date.event gives way to contact.phone, which is longer",
        "id.record gives way to contact.phone, which comes first",
    ]


def test_case_b19_a_number_inside_a_number() -> None:
    findings = settle(
        "Licence KE-MED-204418 on file.", [(match(15, 21, "id.case"), 1), (match(8, 21, "id.licence"), 1)]
    )
    assert [(m.start, m.end, m.label) for m in findings.kept] == [(8, 21, "id.licence")]


def test_of_two_equally_long_the_surer_wins() -> None:
    findings = settle("943 476 5919", [(match(0, 12, "contact.phone", 0.9), 70), (match(0, 12, "id.health", 1.0), 60)])
    assert [m.label for m in findings.kept] == ["id.health"]
    assert findings.dropped[0].reason == "contact.phone gives way to id.health, which is surer"


def test_a_loser_keeps_the_characters_that_nobody_else_hides() -> None:
    findings = settle("abcde, fgh", [(match(0, 7, "age"), 1), (match(4, 10, "time"), 1)])
    assert [(m.start, m.end, m.label) for m in findings.kept] == [(0, 7, "age"), (7, 10, "time")]
    assert findings.dropped[0].kept == (match(7, 10, "time"),)


def test_a_rest_without_letter_or_digit_is_let_go() -> None:
    findings = settle("abcde-, ", [(match(0, 5, "age"), 1), (match(4, 8, "time"), 1)])
    assert [(m.start, m.end) for m in findings.kept] == [(0, 5)]


SPANS = st.tuples(st.integers(0, 19), st.integers(1, 10), st.sampled_from(["age", "time", "date.event"]))


@given(st.lists(SPANS, max_size=12))
def test_nothing_overlaps_and_every_wanted_letter_stays_hidden(spans: list[tuple[int, int, str]]) -> None:
    text = "abcdefghij 0123456789 abcdefgh"
    wanted = [(match(start, start + length, label), 1) for start, length, label in spans]
    kept = settle(text, wanted).kept
    assert all(a.end <= b.start for a, b in pairwise(kept))
    hidden = {i for m in kept for i in range(m.start, m.end)}
    for m, _ in wanted:
        assert {i for i in range(m.start, m.end) if text[i].isalnum()} <= hidden


@pytest.mark.parametrize("text", ["", "no match here"])
def test_nothing_found(text: str) -> None:
    assert settle(text, []).kept == ()
