"""Figures that only their place tells: what is hidden, and the doses, prices and values that stay."""

from __future__ import annotations

import pytest

from tests.ficha.rules.helpers import found_as


@pytest.mark.parametrize(
    ("code", "text", "label", "surfaces"),
    [
        ("eng", "Review 3/7.", "date", []),
        ("swa", "rudi 5/7", "date", []),
        ("swa", "tarehe 5/7 alikuja", "date", ["5/7"]),
        ("eng", "Review 12/5", "date", ["12/5"]),
        ("eng", "slot 4/7 13:30", "date", ["4/7"]),
        ("zho", "我挂上了号，1/4下午3点", "date", ["1/4"]),
        ("swa", "Mgonjwa R. Sanga, 299101, 1.4.", "date", ["1.4"]),
        ("eng", "Previous trip 2026.", "date", ["2026"]),
        ("eng", "cost sh 2000.", "date", []),
        ("kin", "umwana garama 1950, Apgar 8 na 10", "date", []),
        ("eng", "Gregg Mendoza, 34688, NPO", "id", ["34688"]),
        ("luo", "Okumu, Bondo. 2045/25. Nodonjo", "id", ["2045/25"]),
        ("eng", "in 2019/20 and 2024-25", "id", []),
        ("eng", "WBC 12345, sh 25345, 12500 bob", "id", []),
        ("swa", "Histology no B761. Sawa", "id", ["B761"]),
        ("por", "Fica com consulta (B9100).", "id", ["B9100"]),
        ("por", "10. EXPEDIENTE\n10.1. Carta", "id", []),
        ("por", "Utente 893 267 204, custo 893 267 204 €", "id", ["893 267 204"]),
        ("luo", "Pre-op 13 Septemba 2023", "id", []),
        ("eng", "amoxicillin 10000 units", "location.postcode", []),
        ("eng", "Austin TX 78701", "location.postcode", ["78701"]),
        ("luo", "postcode mar Kisumu en 00300", "location.postcode", ["00300"]),
        ("eng", "the progeny viruses. kim@example.org bounced", "contact.email", ["kim@example.org"]),
        ("eng", "joyce . phiri @ gmail . com", "contact.email", ["joyce . phiri @ gmail . com"]),
        ("zho", "加个微信方便发片子：gaochen75", "contact.handle", ["gaochen75"]),
        ("zho", "发到wxid_ws4cazrgs050", "contact.handle", ["wxid_ws4cazrgs050"]),
        ("eng", "he's ronald mccarthy, 27, and won't call", "age", ["27"]),
        ("eng", "can you see derek osborne 39", "age", ["39"]),
        ("eng", "the temp of mary was 39", "age", []),
        ("swa", "1) shawn swaleh | 35 | kyethani", "age", ["35"]),
        ("kin", "yohereje umwana Philippe w'ibyumweru 8 avuye", "age", ["ibyumweru 8"]),
        ("por", "RN de Alcântara, 3,1 kg", "age", []),
        ("eng", "theatre list 0347, consent", "time", ["0347"]),
        ("eng", "Beth 1530, Rajesh", "time", ["1530"]),
        ("eng", "give 1500 ml", "time", []),
        ("swa", "08.50 - K. Jamal", "time", ["08.50"]),
        ("eng", "seen 08.12", "time", []),
        ("eng", "card 4111 1111 1111 1111", "id.account", ["4111 1111 1111 1111"]),
    ],
)
def test_figures(code: str, text: str, label: str, surfaces: list[str]) -> None:
    assert found_as(text, label, code) == surfaces


def test_b15_phones_of_several_countries() -> None:
    text = "Call 0803 000 4411, +254700000912 or 011 000 7788 (JHB)."
    assert found_as(text, "contact.phone", "eng") == ["0803 000 4411", "+254700000912", "011 000 7788"]


def test_b66_a_course_stays_and_its_review_goes() -> None:
    assert found_as("Start 10 mg x 5/7, review 05/07.", "date", "eng") == ["05/07"]
