from __future__ import annotations

import random

import pytest

from synth.pack import NameStyle
from synth.people import Census, Person

ANNE = Person("f", ("Achieng", "Rose"), ("Otieno",))
MEI = Person("f", ("秀英",), ("王",))
FANG = Person("f", ("芳",), ("欧阳",))
ANA = Person("f", ("Ana",), ("Silva", "da Costa"))


@pytest.mark.parametrize(
    ("person", "style", "form", "expected"),
    [
        (ANNE, NameStyle(), "", "Achieng Rose Otieno"),
        (ANNE, NameStyle(), "given", "Achieng"),
        (ANNE, NameStyle(), "family", "Otieno"),
        (ANNE, NameStyle(), "initial", "A. Otieno"),
        (ANNE, NameStyle(), "family_first", "Otieno Achieng Rose"),
        (ANNE, NameStyle(), "comma", "Otieno, Achieng Rose"),
        (ANNE, NameStyle(order="family_given"), "", "Otieno Achieng Rose"),
        (MEI, NameStyle(order="family_given", separator=""), "", "王秀英"),
        (MEI, NameStyle(order="family_given", separator="", initial="{family}某"), "initial", "王某"),
        (MEI, NameStyle(order="family_given", separator=""), "given", "秀英"),
        (FANG, NameStyle(order="family_given", separator=""), "given", "欧阳芳"),
        (ANA, NameStyle(), "", "Ana Silva da Costa"),
        (ANA, NameStyle(particles={"da": ("Costa",)}), "family", "Costa"),
        (ANA, NameStyle(particles={"da": ("Costa",)}), "initial", "A. Costa"),
    ],
)
def test_forms(person: Person, style: NameStyle, form: str, expected: str) -> None:
    assert person.named(form, style) == expected


def drawn(style: NameStyle, count: int = 300, relative_of: Person | None = None) -> list[Person]:
    census = Census({"f": ["A", "B"], "m": ["C", "D"]}, {"f": ["X", "Y"], "m": ["Z", "W"]}, style)
    return [census.person(random.Random(i), None, relative_of) for i in range(count)]


def test_gender_decides_both_names() -> None:
    for person in drawn(NameStyle()):
        assert person.given[0] in ("AB" if person.gender == "f" else "CD")
        assert person.family[0] in ("XY" if person.gender == "f" else "ZW")
        assert (len(person.given), len(person.family)) == (1, 1)


def test_shares_of_longer_names() -> None:
    people = drawn(NameStyle(middle=1, second_family=1, particles={"da": ("X", "Z"), "de": ("W",)}))
    assert {len(p.given) for p in people} == {1, 2}  # no name twice in one person
    assert {p.family[-1] for p in people} == {"X", "Y", "Z", "W", "da X", "da Z", "de W"}
    assert all(len(set(p.given)) == len(p.given) for p in people)


def test_some_relatives_share_the_family_name() -> None:
    sharing = sum(p.family == ("Otieno",) for p in drawn(NameStyle(), relative_of=ANNE))
    assert 60 < sharing < 180
