"""Switches move edges alike in gold spans, training rows and results."""

from dataclasses import replace

import pytest

from ficha.document import Span
from ficha.locales import load_locale
from ficha.policy import Policy, load_policy
from ficha.switches import apply_switches


def with_switches(name: str, **values: object) -> Policy:
    policy = load_policy(name)
    return replace(policy, switches=policy.switches.model_copy(update=values))


def hidden(text: str, surface: str, label: str, policy: Policy, lang: str = "eng") -> list[str]:
    start = text.index(surface)
    spans = apply_switches(text, [Span(start, start + len(surface), label)], policy, load_locale(lang))
    return [text[s.start : s.end] for s in spans]


AGES = [
    ("Mgonjwa wa miaka 46 amelazwa", "miaka 46", "afrimed", {}, ["miaka 46"]),
    ("Mgonjwa wa miaka 46 amelazwa", "miaka 46", "afrimed", {"age": "number"}, ["46"]),
    ("Mother 91 years", "91 years", "hipaa", {}, ["91"]),
    ("child 3 years", "3 years", "hipaa", {}, []),
    ("gogo turned 104", "104", "hipaa", {}, ["104"]),
    ("aged ninety-one", "ninety-one", "hipaa", {}, ["ninety-one"]),
    ("Pt Jones (45) seen", "Jones (45)", "hipaa", {}, ["Jones (45)"]),
    ("Child 3 years of Mary Jones", "3 years of Mary Jones", "hipaa", {}, ["3 years of Mary Jones"]),
    ("Twins 45 and 92 years", "45 and 92 years", "hipaa", {}, ["45 and 92 years"]),
    ("46 years old", "46 years old", "patient-requests", {}, []),
]


@pytest.mark.parametrize(("text", "surface", "policy", "values", "expected"), AGES)
def test_ages(text: str, surface: str, policy: str, values: dict[str, object], expected: list[str]) -> None:
    lang = "swa" if policy == "afrimed" else "eng"
    assert hidden(text, surface, "age", with_switches(policy, **values), lang) == expected


DATES = [
    ("3 April 2026", "date.event", "hipaa", ["3 April"]),
    ("2026-04-03", "date.birth", "hipaa", ["04-03"]),
    ("1985", "date.birth", "hipaa", []),
    ("03/04/26", "date.event", "hipaa", ["03/04/26"]),
    ("3 April 2026", "date.event", "patient-requests", []),
    ("3 April 2026", "date.birth", "patient-requests", ["3 April 2026"]),
    ("3 April 2026", "date.event", "afrimed", ["3 April 2026"]),
]


@pytest.mark.parametrize(("surface", "label", "policy", "expected"), DATES)
def test_dates(surface: str, label: str, policy: str, expected: list[str]) -> None:
    assert hidden(f"on {surface}.", surface, label, load_policy(policy)) == expected


def test_titles_inside() -> None:
    policy = with_switches("patient-requests", titles="inside")
    assert hidden("seen by Dr. Smith today", "Smith", "person.clinician", policy) == ["Dr. Smith"]
    assert hidden("the smith saw Smith", "Smith", "person.other", policy) == ["Smith"]


def test_facility_and_town_as_one() -> None:
    text = "at Elm Surgery, Leeds and York"
    spans = [Span(3, 14, "facility.practice"), Span(16, 21, "location.city"), Span(26, 30, "location.city")]
    two = apply_switches(text, spans, load_policy("patient-requests"), None)
    one = apply_switches(text, spans, with_switches("patient-requests", facility_town="one"), None)
    assert [text[s.start : s.end] for s in two] == ["Elm Surgery", "Leeds", "York"]
    assert [(text[s.start : s.end], s.label) for s in one] == [("Elm Surgery, Leeds", "practice"), ("York", "address")]


def test_third_parties_and_officials() -> None:
    merged = with_switches("afrimed", third_party="merge")
    assert merged.category_of("person.relative") is merged.category_of("person.patient")
    assert with_switches("afrimed", officials="keep").category_of("person.official") is None
