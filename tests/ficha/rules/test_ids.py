"""Identity, record and other numbers; plates and postcodes."""

from __future__ import annotations

import pytest

from tests.ficha.rules.helpers import found_as

FORMS = [
    ("swa", "kitambulisho namba 23456789", "23456789", "id.national"),
    ("swa", "ID No: 1234567", "1234567", "id.national"),
    ("swa", "Maisha namba 12345678901234", "12345678901234", "id.national"),
    ("swa", "PIN yake A012345678Z", "A012345678Z", "id.national"),
    ("swa", "NIDA 19900115-11101-00001-25", "19900115-11101-00001-25", "id.national"),
    ("swa", "yeye ni 19900115111010000125", "19900115111010000125", "id.national"),
    ("swa", "NIN CM90123456ABCD hapa", "CM90123456ABCD", "id.national"),
    ("swa", "NID 1 1990 8 0012345 0 12", "1 1990 8 0012345 0 12", "id.national"),
    ("swa", "CTC 02-02-0100-000123", "02-02-0100-000123", "id.record"),
    ("swa", "SHA CR1234567890123-4", "CR1234567890123-4", "id.insurance"),
    ("eng", "NHS no 943 476 5919", "943 476 5919", "id.health"),
    ("eng", "NHS number is 9434765919", "9434765919", "id.health"),
    ("eng", "her 943 476 5919 was", "943 476 5919", "id.health"),
    ("eng", "NI number QQ 12 34 56 C", "QQ 12 34 56 C", "id.national"),
    ("eng", "his ZZ123456A", "ZZ123456A", "id.national"),
    ("eng", "SSN of tenant: 947059287", "947059287", "id.national"),
    ("eng", "see 912-05-0012", "912-05-0012", "id.national"),
    ("eng", "Medicare 1EG4-TE5-MK73", "1EG4-TE5-MK73", "id.insurance"),
    ("eng", "card 4111 1111 1111 1111", "4111 1111 1111 1111", "id.account"),
    ("eng", "IBAN GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32", "id.account"),
    ("eng", "pay to 82-09-91 05416243", "82-09-91 05416243", "id.account"),
    ("eng", "UBRN 1922 2212 5771", "1922 2212 5771", "id.booking"),
]


@pytest.mark.parametrize(("code", "text", "number", "label"), FORMS, ids=[f[2] for f in FORMS])
def test_published_forms(code: str, text: str, number: str, label: str) -> None:
    assert found_as(text, label, code) == [number]


ANNOUNCED = [
    ("eng", "hosp no 00610490", "00610490", "id.record"),
    ("eng", "hospital number: H 123 456", "H 123 456", "id.record"),
    ("eng", "MRN\n4512", "4512", "id.record"),
    ("eng", "booking reference ABC123", "ABC123", "id.booking"),
    ("eng", "policy number is POL-884-21", "POL-884-21", "id.insurance"),
    ("eng", "acct 88213", "88213", "id.account"),
    ("eng", "crime ref no. 25-8922", "25-8922", "id.case"),
    ("eng", "S/N 77 1234", "77 1234", "id.device"),
    ("eng", "GMC no 402760", "402760", "id.licence"),
    ("swa", "namba ya jalada 2024/0456", "2024/0456", "id.record"),
    ("swa", "namba ya kesi 12/2025", "12/2025", "id.case"),
    ("swa", "namba ya bima ni 4455-1", "4455-1", "id.insurance"),
]


@pytest.mark.parametrize(("code", "text", "number", "label"), ANNOUNCED, ids=[a[2] for a in ANNOUNCED])
def test_announced_numbers(code: str, text: str, number: str, label: str) -> None:
    assert found_as(text, label, code) == [number]


@pytest.mark.parametrize("text", ["OP No 04512/24", "OP 04512/24", "CCC No 15007-00012", "CWC-15007-00001"])
@pytest.mark.parametrize("code", ["eng", "swa"])
def test_register_numbers_of_any_clinic(code: str, text: str) -> None:
    found = "".join(found_as(f"Mary, {text}, seen", "id", code))
    assert [c for c in text if c.isdigit()] == [c for c in found if c.isdigit()]


@pytest.mark.parametrize(
    "token", ["KE-MED-204418", "ABC-DE-1234", "RAMA-482913", "547011", "4917/24", "59/2025", "64-15-10", "856247118A"]
)
@pytest.mark.parametrize("code", ["eng", "swa"])
def test_id_shape(code: str, token: str) -> None:
    assert found_as(f"Kadi ni {token} hapo", "id", code) == [token]


@pytest.mark.parametrize(
    "text",
    [
        "COVID-19, HbA1c, SARS-CoV-2, CD4 350, B12, G6PD, H1N1",
        "vitamin D 10000IU, insulin 100units/ml, 0.9%",
        "T2N0M0, G3P2, L4/L5, C5-C6",
        "platelets 250000, WCC 11.2",
        "500mg/125mg, 80/480 mg, 5ml",
        "NHS 111, NHS 24",
        "order 12 tablets, case 4, ref 7",
        "BP 148/92, 120/80mmHg",
        "Hb 9 g/dL. MCV 71.",
        "the Snellen chart. BP 146/80",
        "2024-05-12T10:30:00",
        "in 2024",
        "VL 1234567, platelets 250123",
        "38.5C, 98.6F, 20/20",
        "Dx: asthma J4590, then E1165 and K8080",
        "ICD-10 code N1830",
        "Tuma neno AFYA kwenda 15042, text HELP to 85258",
        "bei ni 15042, price 12345 shillings",
    ],
)
@pytest.mark.parametrize("code", ["eng", "swa"])
def test_no_ids(code: str, text: str) -> None:
    assert found_as(text, "id", code) == []


@pytest.mark.parametrize(
    ("code", "text", "plate"),
    [
        ("swa", "gari KCB 123A", "KCB 123A"),
        ("swa", "tunakuja na kdg327f", "kdg327f"),
        ("swa", "pikipiki KMFC 123D", "KMFC 123D"),
        ("swa", "T 123 ABC limegonga", "T 123 ABC"),
        ("eng", "Car AB12 CDE outside", "AB12 CDE"),
        ("eng", "reg a123 bcd", "a123 bcd"),
        ("eng", "taxi 485-SYW", "485-SYW"),
        ("por", "o Clio AA-12-BC amarelo", "AA-12-BC"),
    ],
)
def test_plates(code: str, text: str, plate: str) -> None:
    assert found_as(text, "id.vehicle", code) == [plate]


@pytest.mark.parametrize("text", ["kwa 500 m", "ANC 120 A", "car at 1430", "taxi booked 10"])
@pytest.mark.parametrize("code", ["eng", "swa"])
def test_no_plates(code: str, text: str) -> None:
    assert found_as(f"Yes. {text}", "id.vehicle", code) == []


@pytest.mark.parametrize("text", ["ACABA EM 25 DE ABRIL", "a matrícula acaba em 25 de abril"])
def test_a_day_of_a_month_is_no_portuguese_plate(text: str) -> None:
    assert found_as(text, "id.vehicle", "por") == []


@pytest.mark.parametrize("text", ["SW1A 1AA", "M4 5YQ", "M8 7DL", "cf28 6dy", "EH12QA"])
def test_british_postcodes(text: str) -> None:
    assert found_as(f"Leeds {text}, UK", "location.postcode", "eng") == [text]


def test_zip_codes_only_in_an_address_or_behind_their_word() -> None:
    assert found_as("Austin, TX 78701. zip: 78702. count 78703", "location.postcode", "eng") == ["78701", "78702"]


def test_a_long_code_written_with_look_alikes_is_found() -> None:
    assert found_as("gari ΚСВ １２３А", "id.vehicle", "swa") == ["ΚСВ １２３А"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("bed of J4590 is free", "J4590"),  # nothing speaks of a diagnosis
        ("Dx: asthma\nFile J4590", "J4590"),  # that was another line
        ("Dx: asthma. Chart K80801", "K80801"),  # too long for a code
        ("pt 45213 seen today", "45213"),
        ("text the nurse about 45213", "45213"),
        ("Royal Mail: parcel W3A0N7 arrives", "W3A0N7"),
    ],
)
def test_what_a_code_could_be_elsewhere_stays_an_id(text: str, number: str) -> None:
    assert found_as(text, "id", "eng") == [number]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("nos termos da Lei n.º 75/2013 e do Decreto-Lei n.º 18/2008", []),
        ("nos termos da Portaria n.º 113/2015, processo n.º 75/2013", ["75/2013"]),
        ("Regulation (EU) 2016/679 and the file 4917/24", ["4917/24"]),
    ],
)
def test_a_laws_number_is_nobodys(text: str, ids: list[str]) -> None:
    assert found_as(text, "id", "por") == ids
