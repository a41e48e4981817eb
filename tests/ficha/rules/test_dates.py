"""Dates, births, times; doses, durations and scores stay visible."""

from __future__ import annotations

import pytest

from ficha.locales import load_locale
from tests.ficha.rules.helpers import found, found_as


@pytest.mark.parametrize("code", ["eng", "swa"])
def test_case_b66_the_dose_stays_and_the_date_is_found(code: str) -> None:
    assert found("Start 10 mg x 5/7, review 05/07.", load_locale(code)) == [("05/07", "date.event")]


@pytest.mark.parametrize("code", ["eng", "swa"])
def test_case_b24_both_dates_of_a_stay(code: str) -> None:
    assert found_as("Admitted 28/02/2024, reviewed 02/03/2024.", "date.event", code) == ["28/02/2024", "02/03/2024"]


WRITTEN = [
    "12/05/2024",
    "1/5/24",
    "12.05.2024",
    "12-05-2024",
    "2024-05-12",
    "2024/05/12",
    "12 May 2024",
    "12th May 2024",
    "3rd of May 2024",
    "12-May-24",
    "May 12, 2024",
    "May 12th, 2024",
    "12 MAY 2024",
    "Sept 2024",
    "May 05",
    "27/5",
    "05/07",
]


@pytest.mark.parametrize("code", ["eng", "swa"])
@pytest.mark.parametrize("date", WRITTEN)
def test_written_forms(date: str, code: str) -> None:
    assert found_as(f"Seen {date} by us", "date.event", code) == [date]


@pytest.mark.parametrize(
    "date", ["12 Mei 2024", "5 Machi", "12 mwezi wa 5", "3 mwezi wa pili 2023", "Desemba 2023", "4/8", "2019", "12.5"]
)
def test_swahili_forms(date: str) -> None:
    assert found_as(f"Alikuja tarehe {date} hapa", "date.event", "swa") == [date]


@pytest.mark.parametrize(
    "date", ["5 dwe mar 4", "12 dwe mar 3 2026", "3 Dwe mar Apar gi ariyo 2025", "Mei tarik 4", "12 Juni"]
)
def test_luo_forms(date: str) -> None:
    """`mar` is a short form of March and the Luo word for `of`."""
    assert found_as(f"Chenro mar {date} olokore e wod mar 3", "date.event", "luo") == [date]


@pytest.mark.parametrize(
    ("code", "text", "birth"),
    [
        ("eng", "DOB 12/05/1987", "12/05/1987"),
        ("eng", "Date of birth:\n3rd of May 1987", "3rd of May 1987"),
        ("eng", "born in Leeds on 4 May 2011", "4 May 2011"),
        ("eng", "12/05/2011 (DOB)", "12/05/2011"),
        ("eng", "born in 1987", "1987"),
        ("eng", "DOB 12051987", "12051987"),
        ("eng", "Joy Bryant 17 Feb 95", "17 Feb 95"),
        ("eng", "Griffin Lauren - 07/13/05", "07/13/05"),
        ("swa", "alizaliwa tarehe 12 Mei 2011", "12 Mei 2011"),
        ("swa", "alizaliwa mwaka 1987", "1987"),
        ("swa", "Tarehe ya kuzaliwa: 7/7", "7/7"),
        ("swa", "TKZ 12.05.2019", "12.05.2019"),
    ],
)
def test_births(code: str, text: str, birth: str) -> None:
    assert found_as(text, "date.birth", code) == [birth]


def test_a_birth_cue_reaches_one_date_only() -> None:
    text = "DOB 12/05/2015, seen 13/05/2024. Born well. Admitted 14/05/2024"
    assert found_as(text, "date.birth", "eng") == ["12/05/2015"]
    assert found_as(text, "date.event", "eng") == ["13/05/2024", "14/05/2024"]


@pytest.mark.parametrize(
    "text",
    [
        "BP 148/92",
        "BP 110/70 mmHg",
        "GCS 15/15",
        "Apgar 8/9 and 9/10",
        "pain score 7/10",
        "power 5/5",
        "vision 6/6, 6/9",
        "1/2 tab nocte",
        "3/4 cup",
        "prednisolone x 5/7",
        "cough for 3/7",
        "amoxicillin tds 2/52",
        "every 3/12",
        "10 mg x 5/7",
        "3 may have it",
        "in march past",
        "1/2/3/4",
        "ratio 1:10",
        "32/13/2024",
        "99.5",
        "5.5 mmol/L",
    ],
)
@pytest.mark.parametrize("code", ["eng", "swa"])
def test_no_dates(code: str, text: str) -> None:
    assert found_as(text, "date", code) == []


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("alilazwa from 12/5 hadi 15/5", ["12/5", "15/5"]),
        ("Review 12/5 pain clinic", ["12/5"]),
        ("seen 12/5 week 3", ["12/5"]),
        ("Uzito 60, tarehe 12.5 alikuja", ["12.5"]),
        ("Weight 70, review 12.5 at clinic", ["12.5"]),
        ("rudi tarehe 30", ["30"]),
        ("mwezi wa 5 tarehe 12", ["mwezi wa 5 tarehe 12"]),
        ("leo 3 /4/ 2026 amekuja", ["3 /4/ 2026"]),
        ("leo 3/ 4/26 amekuja", ["3/ 4/26"]),
        ("leo 3\\4\\2026 amekuja", ["3\\4\\2026"]),
    ],
)
def test_no_measure_s_word_hides_a_date_s_cue(text: str, dates: list[str]) -> None:
    assert found_as(text, "date.event", "swa") == dates


@pytest.mark.parametrize("code", ["eng", "swa"])
@pytest.mark.parametrize(
    ("text", "birth"),
    [
        ("DOB from 3/87", "3/87"),
        ("Born in 12/87", "12/87"),
        ("Born 12/87 pain since", "12/87"),
        ("born '87", "'87"),
        ("DOB 030487", "030487"),
    ],
)
def test_short_births(text: str, birth: str, code: str) -> None:
    assert found_as(text, "date.birth", code) == [birth]


def test_swahili_short_births() -> None:
    assert found_as("Nimezaliwa 87, Kisumu", "date.birth", "swa") == ["87"]


@pytest.mark.parametrize(
    "text", ["born 38 weeks", "born at 38+2", "born 3.2 kg", "repeat in 3/52, review in 3/12", "pain 7/10 today"]
)
def test_no_short_births(text: str) -> None:
    assert found_as(text, "date", "eng") == []


def test_a_decimal_behind_today_is_a_value() -> None:
    assert found_as("sukari leo 9.7", "date", "swa") == []


@pytest.mark.parametrize(
    ("code", "text", "time"),
    [
        ("eng", "seen at 14:30 today", "14:30"),
        ("eng", "come at 2.15pm", "2.15pm"),
        ("eng", "from 1430 on", "1430"),
        ("eng", "06 Jul 2025 0738 seen", "0738"),
        ("eng", "given 0830hrs", "0830hrs"),
        ("swa", "njoo saa 3 asubuhi", "saa 3 asubuhi"),
        ("swa", "saa 8:30 mchana", "saa 8:30 mchana"),
        ("swa", "saa 2 kamili usiku", "saa 2 kamili usiku"),
        ("por", "reunião às 15h30", "15h30"),
        ("por", "início: 15h:30", "15h:30"),
        ("swa", "Mkutano wa CHWs 1-9-25 13.43 ofisini", "13.43"),
        ("swa", "Kikao 9 Februari 2024 10.15. Waliohudhuria", "10.15"),
        ("swa", "Zamu ya usiku\n12.50: ametulia", "12.50"),
    ],
)
def test_times(code: str, text: str, time: str) -> None:
    assert found_as(text, "time", code) == [time]


@pytest.mark.parametrize(
    "text", ["Jadelle tabs 3 usiku kabla ya kulala", "amoxicillin vidonge 2 asubuhi", "5 ml 2 usiku"]
)
def test_a_dose_at_night_is_no_time(text: str) -> None:
    assert found_as(text, "time", "swa") == []
