"""A facility's name with the words that say what it is."""

from __future__ import annotations

import pytest

from ficha.facility_names import grow_facilities
from ficha.locales import load_locale
from ficha.merge import Found, Source
from ficha.policy import load_policy

POLICY = load_policy("afrimed")


def grown(text: str, surface: str, category: str, lang: str, source: Source = "model") -> tuple[str, str]:
    start = text.index(surface)
    span = Found(start, start + len(surface), POLICY.category(category), None, 0.9, source, "model")
    (found,) = grow_facilities(text, [span], POLICY, [load_locale(lang)])
    return text[found.start : found.end], found.category.id


@pytest.mark.parametrize(
    ("lang", "text", "surface", "category", "expected"),
    [
        ("kin", "avurirwa mu bitaro bya Karengera", "Karengera", "LOCATION_VILLAGE", "bitaro bya Karengera"),
        ("kin", "Aho: Ibitaro bya Kaminuza bya Kirimbi", "Kirimbi", "PERSON", "Ibitaro bya Kaminuza bya Kirimbi"),
        ("luo", "bi od thieth ma kowuor", "kowuor", "LOCATION_VILLAGE", "od thieth ma kowuor"),
        ("lug", "yagenda mu ddwaliro ly'e Kawempe", "Kawempe", "LOCATION_VILLAGE", "ddwaliro ly'e Kawempe"),
        ("swa", "kwenye hospitali  ya\nwilaya ya Magu", "Magu", "LOCATION_VILLAGE", None),
        ("swa", "kwenye hospitali ya\nwilaya ya Magu", "Magu", "LOCATION_VILLAGE", "hospitali ya\nwilaya ya Magu"),
    ],
)
def test_a_name_takes_its_kind_along(lang: str, text: str, surface: str, category: str, expected: str | None) -> None:
    if expected is None:  # two blanks part words that are not one name's
        assert grown(text, surface, category, lang) == (surface, category)
    else:
        assert grown(text, surface, category, lang) == (expected, "LOCATION_FACILITY")


@pytest.mark.parametrize(
    ("text", "surface", "category", "source"),
    [
        ("mgonjwa wa Mukuru", "Mukuru", "LOCATION_VILLAGE", "model"),  # no facility's beginning
        ("hospitali ya 0712 345 678", "0712 345 678", "CONTACT_PHONE", "model"),  # no name
        ("hospitali ya Magu", "Magu", "LOCATION_VILLAGE", "rule"),  # what rules found is as it is
        ("mtahospitali ya Magu", "Magu", "LOCATION_VILLAGE", "model"),  # inside a word
    ],
)
def test_others_stay(text: str, surface: str, category: str, source: Source) -> None:
    assert grown(text, surface, category, "swa", source) == (surface, category)


def test_a_policy_that_keeps_facilities_is_obeyed() -> None:
    text = "hospitali ya Magu"
    policy = POLICY.subset(["LOCATION_VILLAGE", "PERSON"])
    span = Found(13, 17, policy.category("LOCATION_VILLAGE"), None, 0.9, "model", "model")
    assert grow_facilities(text, [span], policy, [load_locale("swa")]) == [span]
