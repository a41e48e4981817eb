"""Known patients in every usual written form, denied and allowed terms (cases B13, B54)."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
from pathlib import Path

import pytest

from ficha.errors import InputError
from ficha.hints import Hints
from ficha.hints.person import KnownPatient, KnownPerson, read_known
from ficha.hints.terms import Denied, read_allowed, read_denied
from ficha.locales import load_locale
from ficha.redactor import Redactor

PATIENT = KnownPatient(
    names=("Achieng Grace Otieno",),
    births=(dt.date(1988, 2, 14),),
    phones=("0712 345 678",),
    ids=("CM88012345ABCD",),
    emails=("achieng@example.org",),
    handles=("@achi_o",),
    addresses=("Plot 12, Milimani Estate, Kisumu",),
    relatives=(KnownPerson(names=("Joseph Ng'ang'a",), phones=("+254 722 111 222",)),),
)


def _found(text: str, lang: str = "eng", patient: KnownPatient = PATIENT) -> list[str]:
    found = sorted(Hints((patient,)).find(text, [load_locale(lang)]), key=lambda m: (m.start, -m.end))
    outer = [m for m in found if m.score and not any(_holds((o.start, o.end), (m.start, m.end)) for o in found)]
    return list(dict.fromkeys(text[m.start : m.end] for m in outer))


def _holds(outer: tuple[int, int], inner: tuple[int, int]) -> bool:
    return outer != inner and outer[0] <= inner[0] and inner[1] <= outer[1]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Achieng Grace Otieno came", ["Achieng Grace Otieno"]),
        ("OTIENO, Achieng G. came", ["OTIENO, Achieng G"]),
        ("seen: achieng otieno", ["achieng otieno"]),
        ("Otieno's cough; w'Achieng", ["Otieno", "Achieng"]),
        ("A. Otieno and A.G. Otieno", ["A. Otieno", "A.G. Otieno"]),
        ("Acheing Otieno and Achiemg", ["Acheing Otieno", "Achiemg"]),
        ("ACHIENG\u0301 OTIENO", ["ACHIENG\u0301 OTIENO"]),
        ("Аchieng Оtieno", ["Аchieng Оtieno"]),  # the first letters are Cyrillic
        ("Achi\u200beng Otieno", ["Achi\u200beng Otieno"]),
        ("Ｏｔｉｅｎｏ", ["Ｏｔｉｅｎｏ"]),
        ("Joseph Nganga; NG\u2019ANG\u2019A", ["Joseph Nganga", "NG\u2019ANG\u2019A"]),
        ("Achiengs? Otienos? No: Okello", ["Achiengs", "Otienos"]),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    assert _found(text) == names


@pytest.mark.parametrize("text", ["Mary Atieno came", "the ache is going", "Okello Otim", "a cup of tea", "Ochieng"])
def test_other_names_stay(text: str) -> None:
    assert _found(text) == []


def test_a_part_that_is_an_ordinary_word_stays_in_small_letters_and_goes_to_review() -> None:
    known = KnownPatient(names=("Otieno Okoth",))
    redactor = Redactor(None, "rules", hints=Hints((known,)))
    result = redactor.redact("Obiro gotieno. Ne nitie otieno ma duong'. Nyinge Otieno.", lang="luo")
    assert result.text == "Obiro gotieno. Ne nitie otieno ma duong'. Nyinge [PERSON]."
    assert result.status == "review"
    assert any(reason.startswith("names:") for reason in result.reasons)
    assert redactor.redact("nyinge otieno", lang="luo").text == "nyinge [PERSON]"


@pytest.mark.parametrize(
    "written",
    [
        *("0712345678", "0712 345 678", "0712-345-678", "+254712345678", "+254 (0)712 345678", "254 712.345.678"),
        *("(0712) 345 678", "00254712345678", "712345678", "071 234 56 78", "０７１２ ３４５ ６７８", "0712 354 678"),
    ],
)
def test_phones(written: str) -> None:
    assert _found(f"call {written} today") == [written]


@pytest.mark.parametrize(
    "written", ["CM88012345ABCD", "cm 8801 2345 abcd", "CM-88012345-ABCD", "CM88012354ABCD", "CM8801234SABCD"]
)
def test_ids(written: str) -> None:
    assert _found(f"NIN {written}.") == [written]


@pytest.mark.parametrize(
    "written",
    [
        *("14/02/1988", "14/2/88", "14.2.1988", "14-02-88", "1988-02-14", "1988/2/14", "02/14/1988", "14 02 1988"),
        *("14021988", "140288", "19880214", "14 February 1988", "14th of Feb 88", "Feb 14, 1988", "14 FEB 1988"),
        *("February 14th", "1988年2月14日", "14/2/'88"),
    ],
)
def test_births(written: str) -> None:
    assert _found(f"born {written} here") == [written]


@pytest.mark.parametrize(
    ("lang", "written"),
    [
        ("swa", "14 Februari 1988"),
        ("swa", "tarehe 14 mwezi wa pili 1988"),
        ("por", "14 de fevereiro de 1988"),
        ("lug", "14 Febwali 1988"),
    ],
)
def test_births_in_the_languages_of_the_packs(lang: str, written: str) -> None:
    (found,) = _found(written, lang)
    assert written.endswith(found)
    assert found.startswith("14")


@pytest.mark.parametrize("text", ["on 14/02/1989", "14/2 of the pills", "15 February 1988", "12314021988", "5/7"])
def test_other_dates_stay(text: str) -> None:
    assert _found(text) == []


def test_addresses_mails_and_handles() -> None:
    text = (
        "Lives at PLOT 12 Milimani Estate Kisumu; Plot 12,\nMilimani Estate. Milimani? Achieng@Example.org or @achi_o"
    )
    assert _found(text) == [
        *("PLOT 12 Milimani Estate Kisumu", "Plot 12", "Milimani Estate"),
        *("Achieng@Example.org", "achi_o"),
    ]


def test_chinese_names() -> None:
    known = KnownPatient(names=("王小明", "诸葛亮"), addresses=("北京市海淀区中关村路",))
    text = "患者王小明,小明诉头痛,王先生,王医生今天休息,诸葛先生。住北京市海淀区中关村路3号。"
    assert _found(text, "zho", known) == ["王小明", "小明", "王", "诸葛", "北京市海淀区中关村路"]


def test_denied_and_allowed_terms(tmp_path: Path) -> None:
    (tmp_path / "deny").write_text("# staff\nWard Seven\tfacility.hospital\nprojekt x\n北区\n", encoding="utf-8")
    (tmp_path / "allow").write_text("0800 123 4567\nMemorial of Otieno\n", encoding="utf-8")
    hints = Hints((PATIENT,), read_denied(tmp_path / "deny"), read_allowed(tmp_path / "allow"))
    assert hints.denied[0] == Denied("Ward Seven", "facility.hospital")
    redactor = Redactor(None, "rules", hints=hints)
    text = "Ward  seven, PROJEKT X, projekt xy, 在北区看病; helpline 0800 123 4567 or 0712 345 678, Memorial of Otieno."
    result = redactor.redact(text, "patient-requests", "eng")
    shown = "[practice], [other], projekt xy, 在[other]看病; helpline 0800 123 4567 or [tel], Memorial of [name]."
    assert result.text == shown  # a known name is hidden inside an allowed term too
    assert {s.why for s in result.spans} >= {"hints: a denied term", "hints: known: name of the patient"}


def test_only_the_patient_of_the_document_is_looked_for() -> None:
    hints = Hints((KnownPatient(id="a", names=("Achieng",)), KnownPatient(id="b", names=("Wanjiku",))))
    assert hints.of_patient("b").known == hints.known[1:]
    assert hints.of_patient(None) == hints


def test_what_is_wrong_with_a_file_is_told_without_a_value(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    for content, message in (
        ('{"names": ["Achieng"], "births": ["14/2/1988"]}', "births.0"),
        ('{"name": "Achieng"}', "name: Extra inputs"),
        ("{", "not valid JSON"),
        ('["Achieng"]', "the file"),
    ):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(InputError, match=message) as raised:
            read_known(path)
        assert "Achieng" not in str(raised.value)
    with pytest.raises(InputError, match="can't be read"):
        read_known(tmp_path / "none")
    (tmp_path / "deny").write_text("Ward Seven\tnope\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1: unknown fine label"):
        read_denied(tmp_path / "deny")
    (tmp_path / "deny").write_bytes(b"\xff")
    with pytest.raises(InputError, match="not UTF-8"):
        read_allowed(tmp_path / "deny")


def test_by_the_command_line(tmp_path: Path) -> None:
    note, known = tmp_path / "n.txt", tmp_path / "k.json"
    note.write_text("Seen: Achieng, born 14 Feb 88. Mother: Wanjiku.\n", encoding="utf-8")
    content = {"names": ["Achieng Otieno"], "births": ["1988-02-14"], "relatives": [{"names": ["Wanjiku Njeri"]}]}
    known.write_text(json.dumps(content), encoding="utf-8")
    call = [sys.executable, "-m", "ficha.cli", "redact", str(note), "--engine", "rules", "--lang", "eng"]
    done = subprocess.run([*call, "--known", str(known)], check=False, capture_output=True)
    assert done.stdout.decode() == "Seen: [name], born [dob]. Mother: [name].\n"
