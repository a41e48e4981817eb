"""What the model hides and rules know better: never an identifier of the kind that the policy hides."""

import pytest

from ficha.disbelief import believed
from ficha.locales import load_locale
from ficha.merge import Found
from ficha.policy import load_policy
from ficha.rules import find_all

CASES = [
    # text, what the model hid, as what, is it believed
    ("Presha 148/92 leo", "148/92", "DATE", False),
    ("Hb 9.7 leo", "9.7", "DATE", False),
    ("take 850mg daily", "850", "AGE", False),
    ("Kliniki saa 18:15 kesho", "18:15", "DATE", False),
    ("Apewe Augmentin leo", "Augmentin", "PERSON", False),
    ("Apewe Augmentin, leo", "Augmentin,", "PERSON", False),
    ("Apewe Augmentin 625 mg leo", "Augmentin 625 mg", "LOCATION_FACILITY", False),
    ("Apewe Augmentin 625 mg, leo", "Augmentin 625 mg,", "LOCATION_FACILITY", False),
    ("Apewe Augmentin 625 mg Neema", "Augmentin 625 mg Neema", "PERSON", True),
    ("Apewe Zukunduje 625 mg leo", "Zukunduje 625 mg", "PERSON", True),
    ("simu 0712 345 678", "simu", "CONTACT_PHONE", False),
    ("Mama Neema yupo", "Neema", "PERSON", True),
    ("alizaliwa 1985 Kisumu", "1985", "DATE", True),
    ("mtoto wa miaka 4", "4", "AGE", True),
    ("Bw Parkinson amefika", "Parkinson", "PERSON", True),  # an eponym is a name too
    ("simu 0712 345 678", "0712", "CONTACT_PHONE", True),
]


@pytest.mark.parametrize(("text", "surface", "category", "expected"), CASES)
def test_believed(text: str, surface: str, category: str, expected: bool) -> None:
    policy, locales = load_policy("afrimed"), [load_locale("swa")]
    start = text.index(surface)
    span = Found(start, start + len(surface), policy.category(category), None, 0.9, "model", "model")
    assert (believed(text, [span], find_all(text, locales).kept, policy, locales) == [span]) is expected


def test_a_chinese_dose_stays_visible() -> None:
    policy, locales = load_policy("patient-requests"), [load_locale("zho")]
    text = "李大夫开了阿司匹林100毫克"
    span = Found(5, len(text), policy.category("pharmacy"), None, 0.9, "model", "model")
    assert believed(text, [span], find_all(text, locales).kept, policy, locales) == []


NAMES = [
    ("I saw April 5 times", "April", "name"),
    ("Spoke to June 12 times", "June", "name"),
    ("Ref file 12/05/2023", "12/05/2023", "nhs number"),
    ("at Elm Court (66) today", "Elm Court (66)", "address"),
    ("My locker code 14:30", "14:30", "nhs number"),
]


@pytest.mark.parametrize(("text", "surface", "category"), NAMES)
def test_a_name_or_an_id_that_looks_like_a_kept_format_stays_hidden(text: str, surface: str, category: str) -> None:
    policy, locales = load_policy("patient-requests"), [load_locale("eng")]
    start = text.index(surface)
    span = Found(start, start + len(surface), policy.category(category), None, 0.9, "model", "model")
    assert believed(text, [span], find_all(text, locales).kept, policy, locales) == [span]


def test_a_birth_that_the_rules_take_for_an_event_stays_hidden() -> None:
    policy, locales = load_policy("patient-requests"), [load_locale("eng")]
    text = "review 14/02/2025 please"
    span = Found(7, 17, policy.category("dob"), "date.birth", 0.9, "model", "model")
    matches = find_all(text, locales).kept
    assert [m.label for m in matches] == ["date.event"]  # kept visible under this policy
    assert believed(text, [span], matches, policy, locales) == [span]
