"""Names that another span cut in two."""

from __future__ import annotations

import pytest

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
            [("mbwana", "CONTACT_PHONE"), ("0712 345 678", "CONTACT_PHONE")],
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
    cut = cut_at_formats(text, [found(text, *span) for span in spans], by_rule)
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
