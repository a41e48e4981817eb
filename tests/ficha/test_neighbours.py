"""Names that another span cut in two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ficha.locales import load_locale
from ficha.merge import Found, Source, merge
from ficha.neighbours import cut_at_formats, join_neighbours
from ficha.policy import load_policy
from ficha.repeats import REPEAT

POLICY = load_policy("afrimed")


def found(
    text: str, surface: str, category: str, source: Source = "model", why: str = "model", score: float = 0.9
) -> Found:
    start = text.index(surface)
    fine = "contact.phone" if source == "rule" else None
    return Found(start, start + len(surface), POLICY.category(category), fine, score, source, why)


def shown(text: str, spans: list[Found]) -> list[tuple[str, str]]:
    return [(text[f.start : f.end], f.category.id) for f in sorted(spans, key=lambda f: f.start)]


@pytest.mark.parametrize(
    ("text", "spans", "phone", "expected"),
    [
        (
            "NOK: DANFORD KOMBO 0787-064-382. Kikohozi.",
            [("DANFORD", "PERSON_THIRD_PARTY"), ("KOMBO 0787-064-382", "CONTACT_PHONE")],
            "0787-064-382",
            [("DANFORD KOMBO", "PERSON_THIRD_PARTY"), ("0787-064-382", "CONTACT_PHONE")],
        ),
        (
            "0712 345 678 Asha Juma",
            [("0712 345 678 Asha", "CONTACT_PHONE"), ("Juma", "PERSON")],
            "0712 345 678",
            [("0712 345 678", "CONTACT_PHONE"), ("Asha Juma", "PERSON")],
        ),
        (  # no person beside it: it stays hidden as what the model took it for
            "Piga mbwana 0712 345 678",
            [("mbwana 0712 345 678", "CONTACT_PHONE")],
            "0712 345 678",
            [("mbwana 0712 345 678", "CONTACT_PHONE")],
        ),
        (  # more figures are more of the number, which the rule read too short
            "simu 0712 345 678 ext 12",
            [("0712 345 678 ext 12", "CONTACT_PHONE")],
            "0712 345 678",
            [("0712 345 678 ext 12", "CONTACT_PHONE")],
        ),
        (  # a rule's number of another kind decides nothing here
            "Mtaa wa Kibera 0712 345 678",
            [("Kibera 0712 345 678", "LOCATION_VILLAGE")],
            "0712 345 678",
            [("Kibera 0712 345 678", "LOCATION_VILLAGE")],
        ),
    ],
)
def test_what_the_model_hides_with_a_number_goes_to_the_name_beside_it(
    text: str, spans: list[tuple[str, str]], phone: str, expected: list[tuple[str, str]]
) -> None:
    by_rule = [found(text, phone, "CONTACT_PHONE", "rule", "phone")]
    cut = cut_at_formats(text, [found(text, *span) for span in spans], by_rule, [load_locale("swa")])
    kept, _ = merge(text, [*cut, *by_rule])
    assert shown(text, join_neighbours(text, kept)) == expected


@pytest.mark.parametrize(
    ("text", "second", "why", "joined"),
    [
        ("NOK: joseph njoroge", "PERSON", REPEAT, ["joseph njoroge"]),
        ("NOK: joseph njoroge", "PERSON", "model", ["joseph njoroge"]),
        ("NOK: joseph njoroge", "PERSON_THIRD_PARTY", "model", ["joseph njoroge"]),
        ("NOK: joseph, njoroge", "PERSON_THIRD_PARTY", "model", ["joseph", "njoroge"]),
        ("NOK: joseph  njoroge", "PERSON", REPEAT, ["joseph", "njoroge"]),
        ("NOK: joseph\nnjoroge", "PERSON", "model", ["joseph", "njoroge"]),
        ("NOK: joseph njoroge", "LOCATION_VILLAGE", "model", ["joseph", "njoroge"]),
    ],
)
def test_neighbouring_parts_are_one_name(text: str, second: str, why: str, joined: list[str]) -> None:
    spans = [
        found(text, "joseph", "PERSON_THIRD_PARTY"),
        found(text, "njoroge", second, why=why, score=0.8),
    ]
    out = join_neighbours(text, spans)
    assert [text[s.start : s.end] for s in out] == joined
    assert out[0].category.id == "PERSON_THIRD_PARTY"


def test_the_likelier_category_stands_and_that_of_a_repeat_never() -> None:
    text = "Okello Odongo"
    spans = [found(text, "Okello", "PERSON", score=0.3), found(text, "Odongo", "PERSON_THIRD_PARTY", score=0.8)]
    assert shown(text, join_neighbours(text, spans)) == [(text, "PERSON_THIRD_PARTY")]
    spans = [found(text, "Okello", "PERSON", score=0.3), found(text, "Odongo", "PERSON_THIRD_PARTY", why=REPEAT)]
    assert shown(text, join_neighbours(text, spans)) == [(text, "PERSON")]


def test_places_of_the_model_join_and_what_a_rule_found_stays_its_own() -> None:
    text = "mtaa Pumwani Majengo"
    left, right = found(text, "Pumwani", "LOCATION_VILLAGE"), found(text, "Majengo", "LOCATION_VILLAGE")
    assert shown(text, join_neighbours(text, [left, right])) == [("Pumwani Majengo", "LOCATION_VILLAGE")]
    right = found(text, "Majengo", "LOCATION_VILLAGE", "rule")
    assert len(join_neighbours(text, [left, right])) == 2


def read(text: str, spans: list[tuple[str, str]], rules: list[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """What comes of the model's spans and the rules' (surface, category, fine label)."""
    by_rule = [replace(found(text, *rule[:2], "rule", "rule"), fine=rule[2]) for rule in rules]
    cut = cut_at_formats(text, [found(text, *span) for span in spans], by_rule, [load_locale("swa")])
    return shown(text, join_neighbours(text, merge(text, [*cut, *by_rule])[0]))


def test_a_given_name_that_was_hidden_with_an_age_is_the_persons() -> None:
    text = "RUFAA Boit, Gladys 44yo 21/04/26. Watoto: Wanyonyi Langat, Kathambi, Augustine 31yo"
    rules = [("44yo", "AGE", "age"), ("21/04/26", "DATE", "date.event"), ("31yo", "AGE", "age")]
    model = [("Boit", "PERSON"), ("Gladys 44yo 21/04/26", "AGE")]
    model += [("Wanyonyi Langat", "PERSON"), ("Kathambi", "PERSON"), ("Augustine", "PERSON")]
    assert read(text, model, rules) == [
        ("Boit, Gladys", "PERSON"),
        ("44yo", "AGE"),
        ("21/04/26", "DATE"),
        *model[2:],  # a list of persons
        ("31yo", "AGE"),
    ]


def test_words_of_the_language_are_nobodys_name() -> None:
    text = "Zuhura, miaka 34"
    assert read(text, [("Zuhura", "PERSON"), ("miaka 34", "AGE")], [("34", "AGE", "age")])[0] == ("Zuhura", "PERSON")


def test_a_format_without_figures_beside_a_person_is_a_name() -> None:
    text = "Mbilinyi, Siti 39 yrs"
    model = [("Mbilinyi", "PERSON"), ("Siti", "AGE")]
    assert read(text, model, [("39 yrs", "AGE", "age")]) == [("Mbilinyi, Siti", "PERSON"), ("39 yrs", "AGE")]


def test_without_a_number_of_the_bearers_a_comma_parts_two() -> None:
    text = "mpigie Boit, Gladys leo"
    assert len(read(text, [("Boit", "PERSON"), ("Gladys", "PERSON")], [])) == 2


def test_a_name_that_runs_into_a_number_leaves_it_whole() -> None:
    text = "Tuzamuhamagara kuri 073 774 1732"
    model = [("Tuzamuhamagara kuri 073", "PERSON"), ("774 1732", "CONTACT_PHONE")]
    assert read(text, model, [("073 774 1732", "CONTACT_PHONE", "contact.phone")]) == [
        ("Tuzamuhamagara kuri", "PERSON"),
        ("073 774 1732", "CONTACT_PHONE"),
    ]


def test_an_address_keeps_the_number_in_it() -> None:
    text = "Kitalu 45, nyumba 22334455, Kibera"
    model = [("Kitalu 45, nyumba 22334455, Kibera", "LOCATION_VILLAGE")]
    assert read(text, model, [("22334455", "ID_RECORD", "id.record")]) == model
