"""Phones, e-mails, handles, web and IP addresses."""

from __future__ import annotations

import pytest

from tests.ficha.rules.helpers import found, found_as, small_locale


def test_case_b15_regions_are_the_locale_s_countries() -> None:
    text = "Call 0803 000 4411, +254700000912 or 011 000 7788 (JHB)."
    assert found(text, small_locale("eng", ("NG", "KE", "ZA"))) == [
        ("0803 000 4411", "contact.phone"),
        ("+254700000912", "contact.phone"),
        ("011 000 7788", "contact.phone"),
    ]


@pytest.mark.parametrize("code", ["eng", "swa"])
def test_case_t07_one_number_is_one_phone(code: str) -> None:
    assert found_as("Contact 0700000555 today.", "contact.phone", code) == ["0700000555"]


def test_case_b18_neighbours_stay_apart() -> None:
    text = "cc: a.okello@example.org  b.atim@example.org c.opio@example.org"
    assert found_as(text, "contact.email", "eng") == [
        "a.okello@example.org",
        "b.atim@example.org",
        "c.opio@example.org",
    ]


@pytest.mark.parametrize(
    ("code", "text", "phones"),
    [
        ("swa", "Simu 0712 345 678 au 0733-123-456", ["0712 345 678", "0733-123-456"]),
        ("swa", "Nipigie kwa +255 754 123 456, 255754123456.", ["+255 754 123 456", "255754123456"]),
        ("swa", "namba ya simu ni (020) 2012345", ["(020) 2012345"]),
        ("swa", "Joel (0734 315486), yuko hapa", ["0734 315486"]),
        ("swa", "simu: 555 12345", ["555 12345"]),
        ("swa", "tel 0712.345.678", ["0712.345.678"]),
        ("swa", "Simu ０７１２\u200b 345\u2013678", ["０７１２\u200b 345\u2013678"]),
        ("swa", "O7l2 345 678 ni yangu", ["O7l2 345 678"]),
        ("swa", "simu 0712345678/0722345678", ["0712345678", "0722345678"]),
        ("swa", "simu 0712 345 678/0722 345 678", ["0712 345 678", "0722 345 678"]),
        ("swa", "00254712345678", ["00254712345678"]),
        ("eng", "ring 07700 900123 or 020 7946 0018", ["07700 900123", "020 7946 0018"]),
        ("eng", "Joy Bryant 17 Feb 95 07700 900 233.", ["07700 900 233"]),
        ("eng", "+44 (0)7700 900 123", ["+44 (0)7700 900 123"]),
        ("eng", "0044 7700 900123", ["0044 7700 900123"]),
        ("eng", "(202) 555-0123, 202.555.0123, 1-202-555-0123", ["(202) 555-0123", "202.555.0123", "1-202-555-0123"]),
        ("eng", "Texted 404-555-0178", ["404-555-0178"]),
        ("eng", "tel: 555 0123 45 after six", ["555 0123 45"]),
    ],
)
def test_phones(code: str, text: str, phones: list[str]) -> None:
    assert found_as(text, "contact.phone", code) == phones


@pytest.mark.parametrize(
    "text",
    [
        "BP 148/92, pulse 88, sats 97%",
        "amoxicillin 500 mg tds x 7/7",
        "Hb 9.8, WBC 11.2, Plt 250000",
        "seen 12.05.2024 and 2024-05-12",
        "NHS 111 - 08.12.24",
        "paracetamol 1000000 units",
        "bp at home 181/73 100/91 mmHg",
        "1-2 tablets, 3-4 times, 10-12 hours",
    ],
)
@pytest.mark.parametrize("code", ["eng", "swa"])
def test_no_phones(code: str, text: str) -> None:
    assert found_as(text, "contact", code) == []


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("joyce.o'neil+x@mail.example.co.ke", "contact.email"),
        ("ｊｏｙｃｅ＠ｅｘａｍｐｌｅ．ｏｒｇ", "contact.email"),
        ("joyce (at) example (dot) org", "contact.email"),
        ("joyce . phiri @ gmail . com", "contact.email"),
        ("joyce.phiri @gmail.com", "contact.email"),
        ("@mama_joy", "contact.handle"),
        ("@n.otieno84", "contact.handle"),
        ("https://www.example.org/joyce-otieno?id=4", "contact.url"),
        ("www.post.example/profile/joyce4", "contact.url"),
        ("clinic.co.ke/book", "contact.url"),
        ("192.0.2.44", "contact.ip"),
        ("2001:db8::8a2e:370:7334", "contact.ip"),
    ],
)
@pytest.mark.parametrize("code", ["eng", "swa"])
def test_addresses(code: str, text: str, label: str) -> None:
    assert found_as(f"See {text}, ok.", label, code) == [text]


@pytest.mark.parametrize(
    "text", ["take 2 @ 8", "ratio 1:2:3", "v1.2.3", "home.She left", "e.g. this, i.e. that", "a @ b"]
)
def test_no_addresses(text: str) -> None:
    assert found_as(text, "contact", "eng") == []


def test_an_account_behind_its_word() -> None:
    assert found_as("Instagram: mama_joy84", "contact.handle", "eng") == ["mama_joy84"]


def test_a_fax_is_a_fax() -> None:
    assert found_as("Fax: 020 7946 0018", "contact.fax", "eng") == ["020 7946 0018"]


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("Anwani: S.L.P 1234 Kisumu.", "S.L.P 1234 Kisumu"),
        ("slp 1234 kisumu", "slp 1234 kisumu"),
        ("P.O. Box 40-00100, Nairobi", "P.O. Box 40-00100, Nairobi"),
        ("S.L.P 77 alikuja", "S.L.P 77"),
        ("S.L.P 8832\r\nUvinza. Bima", "S.L.P 8832\r\nUvinza"),
        ("P.O. Box 12, Dar es Salaam", "P.O. Box 12, Dar es Salaam"),
    ],
)
def test_post_boxes(text: str, box: str) -> None:
    assert found_as(text, "location.address", "swa") == [box]


def test_a_blood_pressure_is_no_post_box() -> None:
    assert found_as("BP 120/80, SLP review", "location", "swa") == []
