"""Operators: the right look for each category, one number a person, dates in their form, never the value by mistake."""

from __future__ import annotations

import datetime as dt
import re
from importlib.resources import files

import pytest

from ficha.errors import UsageError
from ficha.locales import load_locale
from ficha.merge import Found
from ficha.operators import OPERATORS, Rendering, render
from ficha.operators.scope import Scope, fold
from ficha.operators.shift import day_first, moved
from ficha.policy import Policy, load_policy, parse_policy
from ficha.redactor import Redactor
from synth.factory import Factory
from synth.pack import load_pack, pack_codes

KEY = b"k" * 32


def _rendered(
    marked: str, spec: str, lang: str = "eng", policy: str = "patient-requests", scope: Scope | None = None
) -> list[str]:
    """Render a text in which spans are marked `{fine.label|text}`."""
    chosen = load_policy(policy)
    text, spans = _parse(marked, chosen)
    return render(Rendering.parse(spec), text, spans, chosen, [load_locale(lang)], scope or Scope())


def _parse(marked: str, policy: Policy) -> tuple[str, list[Found]]:
    text, spans, at = "", [], 0
    for match in re.finditer(r"\{([\w.]+)\|([^}]*)\}", marked):
        text += marked[at : match.start()]
        category = policy.category_of(match[1])
        assert category is not None
        spans.append(Found(len(text), len(text) + len(match[2]), category, match[1], 1.0, "model", "model"))
        text += match[2]
        at = match.end()
    return text + marked[at:], spans


NOTE = (
    "{person.patient|Achieng Otieno} saw {person.clinician|Dr Ouma}. {person.patient|OTIENO} has "
    "{person.relative|Joseph Otieno} and {person.patient|A. Otieno}."
)


def test_one_person_is_one_number_and_two_who_share_a_part_stay_two() -> None:
    assert _rendered(NOTE, "numbered") == ["[name_1]", "[name_2]", "[name_1]", "[name_3]", "[name_1]"]


@pytest.mark.parametrize(
    ("marked", "numbers"),
    [
        ("{person.patient|Achieng} and later {person.patient|Achieng Otieno}", [1, 1]),
        ("{person.patient|Mary Wanjiru}, {person.patient|Mary Atieno}, {person.patient|Mary}", [1, 2, 2]),
        ("{person.patient|Mary}, {person.patient|mary's}, {person.patient|MARY}", [1, 1, 1]),
        ("{person.clinician|Dr. Okello} {person.clinician|Okello}", [1, 1]),
        ("{person.patient|J. Kamau} {person.patient|Jane Kamau} {person.patient|Peter Kamau}", [1, 1, 2]),
        ("{contact.phone|0712 345 678} {contact.phone|+254 712-345-678} {contact.phone|0713 345 678}", [1, 1, 2]),
        ("{location.city|Kisumu} {location.city|KISUMU}", [1, 1]),
    ],
)
def test_linking(marked: str, numbers: list[int]) -> None:
    shown = _rendered(marked, "numbered")
    assert [int(re.findall(r"_(\d+)\]", s)[0]) for s in shown] == numbers


def test_scopes_document_batch_and_project() -> None:
    first, second = "{person.patient|Achieng Otieno}", "{person.patient|Mary Atieno} {person.patient|Achieng Otieno}"
    document, batch = Scope(), Scope("batch")
    assert _rendered(second, "numbered", scope=document) == ["[name_1]", "[name_2]"]
    assert _rendered(first, "numbered", scope=document) == ["[name_1]"]
    assert _rendered(first, "numbered", scope=batch) == ["[name_1]"]
    assert _rendered(second, "numbered", scope=batch) == ["[name_2]", "[name_1]"]
    project, again, other = Scope("project", KEY), Scope("project", KEY), Scope("project", b"x" * 32)
    same = _rendered(first, "numbered", scope=project)
    assert _rendered(second, "numbered", scope=again)[1:] == same
    assert _rendered(first, "numbered", scope=other) != same


def test_a_hash_is_the_keys_and_needs_one() -> None:
    one = _rendered(NOTE, "hash", scope=Scope("document", KEY))
    assert one == _rendered(NOTE, "hash", scope=Scope("document", KEY))
    assert one != _rendered(NOTE, "hash", scope=Scope("document", b"x" * 32))
    assert one[0] == one[2] == one[4] != one[3]
    with pytest.raises(UsageError, match="needs a key"):
        _rendered(NOTE, "hash")


def test_operators_by_category_and_what_is_unknown() -> None:
    marked = "{person.patient|Achieng Otieno} {contact.phone|0712 345 678}"
    assert _rendered(marked, "mask,name=numbered") == ["[name_1]", "████ ███ ███"]
    with pytest.raises(UsageError, match="unknown operator 'nope'"):
        Rendering.parse("nope")
    with pytest.raises(UsageError, match="no category 'nope'"):
        _rendered(marked, "nope=mask")


@pytest.mark.parametrize("operator", sorted(set(OPERATORS) - {"keep", "age90"}))
def test_no_operator_shows_a_name_or_number(operator: str) -> None:
    shown = _rendered(
        "{person.patient|Achieng Otieno} {contact.phone|0712 345 678}", operator, scope=Scope("batch", KEY)
    )
    for text in shown:
        assert not {"achieng", "otieno"} & set(fold(text).split())
        assert "345" not in text or operator == "hash"


class TestSurrogates:
    def test_order_gender_case_and_identity_stay(self) -> None:
        marked = "{person.patient|Achieng Otieno}, {person.patient|ACHIENG}, {person.relative|Otieno}"
        whole, given, family = _rendered(marked, "surrogate", "swa", "afrimed")
        assert whole.split() == [given.title(), family] or whole.split()[0].upper() == given
        locale = load_locale("swa")
        assert whole.split()[0] in locale.entries("given_female") + locale.entries("given_male")
        assert len(whole.split()) == 2

    def test_no_surrogate_is_an_original_of_the_batch(self) -> None:
        scope = Scope("batch", KEY)
        names = load_locale("swa").entries("family")[:60]
        shown = [s for n in names for s in _rendered(f"{{person.patient|{n}}}", "surrogate", "swa", "afrimed", scope)]
        invented = [s for s in shown if not s.startswith("[")]
        seen: set[str] = set()
        for name, surrogate in zip(names, shown, strict=True):
            seen.add(fold(name))
            assert fold(surrogate) not in seen
        assert len(set(invented)) == len(invented)

    def test_no_surrogate_is_a_word_of_a_later_text_of_the_batch(self) -> None:
        locale = load_locale("swa")
        scope = Scope("batch")
        left = locale.entries("family")[:3]
        scope.reserve(" ".join(locale.entries("family")[3:]))
        (shown,) = _rendered(f"{{person.patient|Zuwena {left[0]}}}", "surrogate", "swa", "afrimed", scope)
        assert shown.split()[1] in left[1:]

    def test_b32_where_the_list_has_no_more_names_the_rest_is_typed(self) -> None:
        scope = Scope("batch")
        names = load_locale("swa").entries("family")
        scope.reserve(" ".join(names[2:]))
        shown = [
            s
            for n in names[2:5]
            for s in _rendered(f"{{person.patient|Zuwena {n}}}", "surrogate", "swa", "afrimed", scope)
        ]
        assert shown[2] == "[PERSON]"
        assert not any(word in names[2:] for text in shown for word in text.split())

    def test_what_has_none_is_typed(self) -> None:
        shown = _rendered("{contact.phone|0712 345 678}", "surrogate", "swa", "afrimed")
        assert shown == ["[CONTACT_PHONE]"]

    def test_a_place_becomes_another_of_its_kind(self) -> None:
        locale = load_locale("swa")
        (shown,) = _rendered(f"{{facility.hospital|{locale.entries('hospital')[0]}}}", "surrogate", "swa", "afrimed")
        assert shown in locale.entries("hospital")[1:]

    def test_chinese_names_keep_their_length(self) -> None:
        (shown,) = _rendered("{person.patient|王小明}", "surrogate", "zho", "patient-requests")
        assert len(shown) == 3
        assert shown != "王小明"


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("eng", "03/04/2026", "13/05/2026"),
        ("eng", "3/4/26", "13/5/26"),
        ("eng", "2026-04-03", "2026-05-13"),
        ("eng", "3rd of April 2026", "13th of May 2026"),
        ("eng", "April 3, 2026", "May 13, 2026"),
        ("eng", "3 APR 2026", "13 MAY 2026"),
        ("eng", "28/12", "06/02"),
        ("eng", "27/07/2025", "05/09/2025"),
        ("eng", "1/12/2025", "10/1/2026"),
        ("swa", "22 mwezi wa 6", "1 mwezi wa 8"),
        ("lug", "26 omwezi gwa Gatonnya", "7 omwezi gwa Marisi"),
        ("luo", "March tarik 5", "April tarik 14"),
        ("zho", "２４年６月２８日", "２４年８月７日"),
        ("swa", "3 Aprili 2026", "13 Mei 2026"),
        ("por", "3 de abril de 2026", "13 de maio de 2026"),
        ("zho", "2026年4月3日", "2026年5月13日"),
        ("eng", "30/02/2026", None),
        ("eng", "last Monday", None),
        ("eng", "4/2026", None),
    ],
)
def test_a_date_moves_and_keeps_its_form(lang: str, text: str, expected: str | None) -> None:
    assert moved(text, 40, load_locale(lang)) == expected


def test_b24_an_interval_a_leap_day_and_the_order_stay() -> None:
    first, second = (moved(t, 1, load_locale("eng"), True) for t in ("28/02/2024", "02/03/2024"))
    assert (first, second) == ("29/02/2024", "03/03/2024")


def test_one_american_date_tells_how_all_of_a_document_are_read() -> None:
    marked = "{date.event|08/06/2024} {date.event|08/27/2024}"
    first, second = _rendered(marked, "shift", policy="hipaa")
    days = [dt.datetime.strptime(s, "%m/%d/%Y").date() for s in (first, second)]
    assert (days[1] - days[0]).days == 21


@pytest.mark.parametrize("code", pack_codes())
def test_every_form_of_a_date_that_a_pack_writes_is_moved(code: str) -> None:
    """There and back: day, year and a month in figures are those of the original."""
    locale = load_locale(code)
    count = 0
    for made in Factory(load_pack(code), seed=3).documents(120):
        text = made.document.text
        dates = [text[s.start : s.end] for s in made.document.spans if s.label.startswith("date.")]
        order = day_first(dates, locale)
        for date in (d for d in dates if not re.fullmatch(r"\d{4}", d)):
            there = moved(date, 40, locale, order)
            assert there is not None
            back = moved(there, -40, locale, order)
            assert back is not None
            assert [int(n) for n in re.findall(r"\d+", back)] == [int(n) for n in re.findall(r"\d+", date)]
            count += 1
    assert count >= 15


def test_one_patient_has_one_shift_in_a_batch() -> None:
    scope, policy, locale = Scope("batch"), load_policy("hipaa"), load_locale("eng")
    text, spans = _parse("{date.event|1/3/2020}", policy)
    rendering = Rendering.parse("shift")
    shown = [render(rendering, text, spans, policy, [locale], scope, p)[0] for p in ("a", "b", "c", "a")]
    assert shown[0] == shown[3]
    assert len(set(shown)) == 3


def test_a_year_that_the_policy_keeps_moves_with_its_date() -> None:
    redactor = Redactor(None, "rules", "DATE=shift")
    result = redactor.redact("Seen on 20 December 2023.", "hipaa", "eng")
    assert result.text is not None
    moved_date = dt.datetime.strptime(result.text.removeprefix("Seen on ").rstrip("."), "%d %B %Y").date()
    assert 30 <= abs((moved_date - dt.date(2023, 12, 20)).days) <= 365


def test_b61_ages_of_ninety_by_the_rules_and_hipaa() -> None:
    redactor = Redactor(None, "rules", "AGE=age90")
    result = redactor.redact("Mother 91 years, child 3 years, gogo turned 104.", "hipaa", "eng")
    assert result.text == "Mother 90+ years, child 3 years, gogo turned 90+."


def test_a_policy_names_its_operators_and_a_call_overrides_them() -> None:
    with_operators = (files("ficha") / "policies" / "patient-requests.yaml").read_text(encoding="utf-8")
    changed = with_operators.replace("{id: tel,", "{id: tel, operator: mask,")
    assert changed != with_operators
    policy = parse_policy(changed, "changed")
    text, spans = _parse("{person.patient|Achieng} {contact.phone|0712 345 678}", policy)
    for spec, expected in (
        (None, ["[name]", "████ ███ ███"]),
        ("numbered", ["[name_1]", "[tel_1]"]),
        ("tel=typed", ["[name]", "[tel]"]),
    ):
        shown = render(Rendering.parse(spec), text, spans, policy, [load_locale("eng")], Scope())
        assert shown == expected
    with pytest.raises(UsageError, match="unknown operator 'nope'"):
        Rendering.parse(None).operators(parse_policy(changed.replace("mask", "nope"), "changed"), None)


def test_dates_of_a_document_move_together_and_others_differently() -> None:
    marked = "{date.event|1/3/2020} {date.event|11/3/2020}"
    first, second = _rendered(marked, "shift", policy="hipaa")
    days = [dt.datetime.strptime(s, "%d/%m/%Y").date() for s in (first, second)]
    assert (days[1] - days[0]).days == 10
    assert 30 <= abs((days[0] - dt.date(2020, 3, 1)).days) <= 365
    constants = {_rendered(marked, "shift", policy="hipaa")[0] for _ in range(20)}
    assert len(constants) > 10
    project = Scope("project", KEY)
    shifted = _rendered(marked, "shift", policy="hipaa", scope=project)
    assert shifted == _rendered(marked, "shift", policy="hipaa", scope=Scope("project", KEY))
    assert _rendered("{date.event|last Monday}", "shift", policy="hipaa") == ["[DATE]"]


def test_ages_of_ninety_and_over_are_one_group() -> None:
    assert _rendered(
        "{age|miaka 94} {age|miaka 90} {age|miaka 89} {age|miaka 104} {age|tisini}", "age90", "swa", "afrimed"
    ) == [
        "miaka 90+",
        "miaka 90+",
        "miaka 89",
        "miaka 90+",
        "[AGE]",
    ]


def test_chinese_names_are_linked_by_family_name_and_given_name() -> None:
    first = "{person.patient|王小明}诉头痛,{person.patient|小明}未服药,{person.patient|王}先生,"
    shown = _rendered(
        first + "{person.clinician|李}医生,{person.clinician|李华},{person.other|张小红}", "numbered", "zho"
    )
    assert shown == ["[name_1]", "[name_1]", "[name_1]", "[name_2]", "[name_2]", "[name_3]"]
