"""Policies map every fine label; what published work leaves open is a switch."""

import pytest

from ficha.errors import LabelError, PolicyError
from ficha.labels import FINE_LABELS
from ficha.policy import load_policy, parse_policy, policy_names

MINIMAL = """
name: tiny
categories:
  - {id: name, placeholder: name, covers: [person], description: a name}
keep: [contact, id, date, time, age, location, facility, organisation, profession, position, degree, tribe,
       religion, clan, relationship, vehicle, artwork, other]
"""


@pytest.mark.parametrize("name", policy_names())
@pytest.mark.parametrize("label", FINE_LABELS)
def test_every_label_is_hidden_or_kept(name: str, label: str) -> None:
    policy = load_policy(name)
    covered = [c.id for c in policy.categories if label in c.covers]
    assert len(covered) + (label in policy.keep) == 1


def test_the_four_policies_ship() -> None:
    assert set(policy_names()) == {"afrimed", "citilink", "hipaa", "patient-requests"}


@pytest.mark.parametrize("name", policy_names())
def test_no_two_categories_are_told_apart_by_case_alone(name: str) -> None:
    policy = load_policy(name)
    for what in ("id", "placeholder", "tag"):
        words = [getattr(c, what).casefold() for c in policy.categories]
        assert len(set(words)) == len(words)


CASES = [
    ("patient-requests", "person.clinician", "name"),
    ("patient-requests", "facility.hospital", "practice"),
    ("patient-requests", "date.birth", "dob"),
    ("patient-requests", "date.event", None),
    ("patient-requests", "age", None),
    ("patient-requests", "id.record", "nhs number"),
    ("afrimed", "person.patient", "PERSON"),
    ("afrimed", "person.relative", "PERSON_THIRD_PARTY"),
    ("afrimed", "id.health", "ID_RECORD"),
    ("afrimed", "clan", "PERSON_CLAN"),
    ("afrimed", "date.event", "DATE"),
    ("citilink", "person.official", None),
    ("citilink", "person.other", "name"),
    ("citilink", "relationship", "family relationship"),
    ("hipaa", "location.region", None),
    ("hipaa", "location.city", "LOCATION"),
    ("hipaa", "id.national", "SSN"),
]


@pytest.mark.parametrize(("policy", "label", "category"), CASES)
def test_what_a_policy_does_with_a_label(policy: str, label: str, category: str | None) -> None:
    found = load_policy(policy).category_of(label)
    assert (found.id if found else None) == category


def test_citilink_has_the_seventeen_kinds() -> None:
    assert len(load_policy("citilink").categories) == 17


def test_hiding_narrows_to_what_the_caller_names() -> None:
    policy = load_policy("afrimed").hiding(["PERSON", "contact.email"])
    assert {c.id for c in policy.categories} == {"PERSON", "CONTACT_OTHER"}
    assert policy.category_of("contact.handle") is None
    assert policy.category_of("age") is None


def test_hiding_what_the_policy_keeps_gives_it_a_category() -> None:
    policy = load_policy("patient-requests").hiding(["date.event", "tribe"])
    found = policy.category_of("date.event")
    assert found is not None
    assert policy.render(found) == "[event]"
    assert policy.category_of("person.patient") is None


def test_rendering_typed_and_numbered() -> None:
    policy = load_policy("afrimed")
    category = policy.category("CONTACT_PHONE")
    assert policy.render(category) == "[CONTACT_PHONE]"
    assert policy.render(category, 2) == "[CONTACT_PHONE_2]"


def test_a_policy_may_have_a_style_of_its_own() -> None:
    styled = MINIMAL + 'placeholder_style: {typed: "<{placeholder}>", numbered: "<{placeholder}-{number}>"}\n'
    policy = parse_policy(styled, "tiny.yaml")
    assert policy.render(policy.category("name"), 1) == "<name-1>"


WRONG = [
    (MINIMAL.replace(", other]", "]"), "says nothing about other"),
    (MINIMAL.replace("[person]", "[persons]"), "unknown label 'persons'"),
    (MINIMAL.replace("keep: [contact", "keep: [person, contact"), "both hidden and kept"),
    (MINIMAL + "colour: red\n", "colour"),
    ("name: [", "not valid YAML (line"),
    (MINIMAL + "switches: {dates: some}\n", "switches.dates"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_wrong_policy_file_is_named_with_the_field(text: str, message: str) -> None:
    with pytest.raises(PolicyError) as error:
        parse_policy(text, "my.yaml")
    assert str(error.value).startswith("my.yaml: ")
    assert message in str(error.value)


def test_an_unknown_policy_and_label_are_errors() -> None:
    with pytest.raises(PolicyError, match="afrimed, citilink, hipaa, patient-requests"):
        load_policy("nhs")
    with pytest.raises(PolicyError, match="can't read"):
        load_policy("no/such.yaml")
    with pytest.raises(LabelError):
        load_policy("hipaa").category_of("person")
    with pytest.raises(PolicyError, match="neither a category"):
        load_policy("hipaa").hiding(["phones"])


def test_hiding_overrules_every_switch_and_needs_a_name() -> None:
    official = load_policy("citilink").hiding(["person.official"])
    assert official.category_of("person.official") is not None
    assert load_policy("hipaa").hiding(["age"]).switches.ages_from == 0
    with pytest.raises(PolicyError, match="nothing to hide"):
        load_policy("hipaa").hiding([])


def test_a_narrowed_policy_can_be_a_key() -> None:
    policy = load_policy("afrimed")
    assert len({policy.hiding(["PERSON"]), policy.subset(["PERSON"]), policy}) >= 2


BROKEN_FILES = [
    (MINIMAL + 'placeholder_style: {typed: "<{name}>"}\n', "placeholder_style.typed"),
    (MINIMAL + 'placeholder_style: {typed: "<{placeholder"}\n', "placeholder_style.typed"),
    (MINIMAL + 'placeholder_style: {typed: "hidden"}\n', "placeholder_style.typed"),
    (MINIMAL.replace("placeholder: name", "placeholder: 'na]me'"), "categories.0.placeholder"),
    (MINIMAL.replace("placeholder: name,", "placeholder: name, tag: 'te]l',"), "categories.0.tag"),
    ("name: x\ncategories: []\n", "categories"),
    (MINIMAL + "name: twice\n", "not valid YAML"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN_FILES)
def test_a_policy_file_that_could_not_work_is_refused(text: str, message: str) -> None:
    with pytest.raises(PolicyError) as error:
        parse_policy(text, "my.yaml")
    assert message in str(error.value)
