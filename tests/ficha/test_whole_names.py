"""A person's span grows over name words beside it, and over nothing else."""

import pytest

from ficha.locales import load_locale
from ficha.merge import Found
from ficha.policy import load_policy
from ficha.whole_names import grow_names

POLICY = load_policy("afrimed")
CASES = [
    ("ameonana na Nduku Mbithi leo", "Mbithi", "Nduku Mbithi"),
    ("ameonana na Nduku Mbithi leo", "Nduku", "Nduku Mbithi"),
    ("ni Nduku Wanza Mbithi leo", "Wanza", "Nduku Wanza Mbithi"),
    ("Mgonjwa Achieng leo", "Achieng", "Achieng"),  # begins the sentence
    ("amekuja. Alice Achieng leo", "Achieng", "Achieng"),
    ("yupo na Mama Achieng leo", "Achieng", "Achieng"),  # an honorific
    ("kwa Dkt Achieng Jumatatu", "Achieng", "Achieng"),  # a weekday
    ("na Achieng  Otieno", "Achieng", "Achieng"),  # two spaces
    ("na Achieng, Otieno", "Achieng", "Achieng"),
    ("na achieng Otieno", "achieng", "achieng"),  # not written like a name
    ("Mgonjwa Achieng Apewe Dawa Mpya", "Achieng", "Achieng"),  # a title: capitals say nothing
    ("Jina: Grace Achieng", "Achieng", "Grace Achieng"),
    ("PATIENT: WANJIKU NJOROGE  NOK: joseph", "NJOROGE", "WANJIKU NJOROGE"),
    ("PATIENT: BI NJOROGE  NOK: joseph", "NJOROGE", "NJOROGE"),
    ("NA ACHIENG OTIENO", "ACHIENG", "ACHIENG"),
]


@pytest.mark.parametrize(("text", "surface", "expected"), CASES)
def test_growth(text: str, surface: str, expected: str) -> None:
    start = text.index(surface)
    span = Found(start, start + len(surface), POLICY.category("PERSON"), None, 0.9, "model", "model")
    (grown,) = grow_names(text, [span], [load_locale("swa")])
    assert text[grown.start : grown.end] == expected


@pytest.mark.parametrize(
    ("text", "surface", "category", "expected"),
    [
        ("Masawe Hospital. NYABUTO ZUKUNDU, 46 years", "ZUKUNDU", "PERSON", "NYABUTO ZUKUNDU"),  # it begins a sentence
        ("leo NYABUTO ZUKUNDU amekuja", "NYABUTO", "PERSON", "NYABUTO ZUKUNDU"),
        ("leo PEP ZUKUNDU amekuja", "ZUKUNDU", "PERSON", "ZUKUNDU"),  # a treatment
        ("leo DAWA ZUKUNDU amekuja", "ZUKUNDU", "PERSON", "ZUKUNDU"),  # an ordinary word
        ("LEO NYABUTO ZUKUNDU AMEKUJA", "ZUKUNDU", "PERSON", "ZUKUNDU"),  # all is in capitals: they say nothing
        ("3/12. NYABUTO ZUKUNDU, saa 4", "ZUKUNDU", "PROFESSION", "NYABUTO ZUKUNDU"),
        ("kwa Nyabuto Zukundu leo", "Zukundu", "PROFESSION", "Nyabuto Zukundu"),
        ("Nyabuto Zukundu leo", "Zukundu", "PROFESSION", "Zukundu"),  # it may be any word that begins a sentence
        ("kwa Nyabuto mkulima leo", "mkulima", "PROFESSION", "mkulima"),
    ],
)
def test_growth_over_unknown_words(text: str, surface: str, category: str, expected: str) -> None:
    start = text.index(surface)
    span = Found(start, start + len(surface), POLICY.category(category), None, 0.9, "model", "model")
    (grown,) = grow_names(text, [span], [load_locale("swa")])
    assert text[grown.start : grown.end] == expected
    (by_rule,) = grow_names(
        text,
        [Found(start, start + len(surface), POLICY.category("DATE"), None, 1, "rule", "dates")],
        [load_locale("swa")],
    )
    assert text[by_rule.start : by_rule.end] == surface


@pytest.mark.parametrize(
    ("lang", "text", "surface", "expected"),
    [
        ("eng", "my mum beatrice nwosu isnt taking it", "beatrice", "beatrice nwosu"),
        ("eng", "my mum beatrice nwosu isnt taking it", "nwosu", "beatrice nwosu"),
        ("eng", "my mum beatrice nwosu isnt taking it", "beatrice nwosu", "beatrice nwosu"),
        ("eng", "my mum grace nwosu okeke came", "grace", "grace nwosu okeke"),  # an ordinary word too
        ("eng", "my mum beatrice takes ramipril", "beatrice", "beatrice"),
        ("eng", "my mum beatrice, nwosu ward", "beatrice", "beatrice"),
        ("swa", "mama beatrice nyabuto hajanywa", "beatrice", "beatrice"),  # no dictionary: a verb may be unknown
    ],
)
def test_a_name_in_lower_case_grows_by_a_dictionary(lang: str, text: str, surface: str, expected: str) -> None:
    start = text.index(surface)
    span = Found(start, start + len(surface), POLICY.category("PERSON"), None, 0.9, "model", "model")
    (grown,) = grow_names(text, [span], [load_locale(lang)])
    assert text[grown.start : grown.end] == expected


def test_other_spans_and_taken_words_stay() -> None:
    text = "na Nduku Mbithi Kibera"
    person = Found(9, 15, POLICY.category("PERSON"), None, 0.9, "model", "model")
    place = Found(16, 22, POLICY.category("LOCATION_VILLAGE"), None, 0.9, "model", "model")
    grown = grow_names(text, [person, place], [load_locale("swa")])
    assert [text[f.start : f.end] for f in grown] == ["Nduku Mbithi", "Kibera"]
