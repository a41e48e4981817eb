"""Ages in both word orders; clear durations stay visible."""

from __future__ import annotations

import pytest

from tests.ficha.rules.helpers import found_as


def test_case_b61_ages_with_units_and_behind_a_cue() -> None:
    text = "Mother 91 years, child 3 years, gogo turned 104."
    assert found_as(text, "age", "eng") == ["91 years", "3 years", "104"]


@pytest.mark.parametrize(
    ("code", "text", "age"),
    [
        ("eng", "a 46 years old man", "46 years old"),
        ("eng", "a 46-year-old man", "46-year-old"),
        ("eng", "46yo woman", "46yo"),
        ("eng", "46 y/o woman", "46 y/o"),
        ("eng", "aged 46, well", "aged 46"),
        ("eng", "Age: 46", "46"),
        ("eng", "forty-six years old", "forty-six years old"),
        ("eng", "baby 7 months old", "7 months old"),
        ("eng", "baby 11/12 old", "11/12 old"),
        ("eng", "I'm 66 and well", "66"),
        ("eng", "Buchanan, 49, wheelchair", "49"),
        ("eng", "Client P. Massey (66) screened", "66"),
        ("eng", "46/M with cough", "46"),
        ("eng", "Rm 18: 36 M, stable", "36"),
        ("eng", "3½ years old", "3½ years old"),
        ("eng", "2 years 3 months", "2 years 3 months"),
        ("eng", "my mum is 93 and lives alone", "93"),
        ("eng", "a lady in her 90s", "90s"),
        ("eng", "Grandma 82 fell", "82"),
        ("swa", "Mzee 78 anaumwa", "78"),
        ("swa", "Umri 92 kg 60", "Umri 92"),
        ("swa", "Umri: 34 kg: 60", "34"),
        ("swa", "mtoto mwenye homa miezi 7", "miezi 7"),  # whose, the child's or the fever's, can't be told
        ("swa", "amina homa miezi 7", "miezi 7"),
        ("swa", "homa miaka 46", "miaka 46"),
        ("swa", "mgonjwa wa miaka 46 ana homa", "miaka 46"),
        ("swa", "umri wa miaka 46", "miaka 46"),
        ("luo", "dichuo ma ja higni 34 odak Gem", "higni 34"),
        ("luo", "miyo majahigni 23", "majahigni 23"),
        ("luo", "nyako ma jahigni 15", "jahigni 15"),
        ("luo", "Hike: 46", "46"),
        ("luo", "nyathi ma dweche 7", "dweche 7"),
        ("luo", "en gi higni piero adek gi abich", "higni piero adek gi abich"),
        ("swa", "Umri: 46", "46"),
        ("swa", "mtoto wa miezi 7", "miezi 7"),
        ("swa", "mtoto wa siku 3", "siku 3"),
        ("swa", "Anna, wiki 7: hana homa. Mtoto wa Anna (wiki 7)", "wiki 7"),
        ("swa", "bibi wa miaka arobaini na sita", "miaka arobaini na sita"),
        ("swa", "miaka ４６", "miaka ４６"),
        ("swa", "mwanaume 46 yrs", "46 yrs"),
        ("lug", "omukyala ow'emyaka 46", "emyaka 46"),
        ("lug", "Alina emyaka amakumi ana mu mukaaga", "emyaka amakumi ana mu mukaaga"),
        ("lug", "Otieno Justine 65F, abeera wano", "65"),
    ],
)
def test_ages(code: str, text: str, age: str) -> None:
    assert set(found_as(text, "age", code)) == {age}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("eng", "for 3 days"),
        ("eng", "for about 3 years"),
        ("eng", "over the last 6 months"),
        ("eng", "3 years ago"),
        ("eng", "twelve weeks pregnant"),
        ("eng", "every 6 months"),
        ("eng", "x 5/7 then stop"),
        ("eng", "repeat in 2 weeks"),
        ("eng", "temp 101F"),
        ("eng", "CRP (12), WBC (8)"),
        ("eng", "46 mg twice"),
        ("eng", "GCS 15, sats 97%"),
        ("swa", "kwa siku 3"),
        ("swa", "kwa muda wa miaka 3"),
        ("swa", "tangu miezi 2"),
        ("swa", "miaka 3 iliyopita"),
        ("swa", "mara tatu mwezi huu"),
        ("swa", "homa siku 4"),
        ("swa", "kikohozi miezi 2"),
        ("swa", "Ana kikohozi miezi 2"),
        ("swa", "uvimbe shingoni wa miaka 4"),
        ("swa", "Depo miezi 3"),
        ("swa", "dawa za miezi 3"),
        ("swa", "mzee mmoja alikuja"),
        ("swa", "mzee 78 kg"),
        ("swa", "mimba ya miezi 7"),
        ("swa", "kidonge 1 kila saa 8"),
        ("luo", "kuom higni 5"),
        ("luo", "dwe achiel mokalo"),
        ("luo", "ich mar dweche 6"),
        ("luo", "yath mar ndalo 7"),
        ("lug", "okumala emyaka 3"),
        ("lug", "olubuto lwa myezi 6"),
        ("lug", "emyaka 2 emabega"),
        ("lug", "ndi wa wiiki 23"),
    ],
)
def test_durations_and_doses_stay(code: str, text: str) -> None:
    assert found_as(text, "age", code) == []


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("agregado de Alice, de 34 anos, com 2 filhos", ["34 anos"]),
        ("bebé de 14 meses com febre há 3 dias", ["14 meses"]),
        ("deve quatro meses de renda há 2 anos", []),
    ],
)
def test_portuguese_ages_and_durations(text: str, ages: list[str]) -> None:
    assert found_as(text, "age", "por") == ages


@pytest.mark.parametrize(
    ("code", "text", "ages"),
    [
        ("swa", "Sasa ana 36.7, anacheza", []),  # a temperature
        ("swa", "Sasa ana 36, anacheza", ["36"]),
        ("kin", "COVID-19 yo muri iyi minsi", []),
        ("kin", "Tike yawe ni BK-080914, icyumba cya 23", []),  # a room
        ("eng", "28 days of dapagliflozin not 14", []),
        ("eng", "derek osborne 39", ["39"]),
        ("por", "Palmira Furtado, 43 anos, 34 semanas, G2P1", ["43 anos"]),  # weeks of a pregnancy
        ("por", "o Rui, 2 anos, 3 meses", ["2 anos, 3 meses"]),
        ("kin", "- Etienne, imyaka 5\n- Rebecca, ibyumweru 6\n", ["imyaka 5", "ibyumweru 6"]),
        ("eng", "Tom, 3 months 2 weeks", ["3 months 2 weeks"]),
    ],
)
def test_figures_that_look_like_ages(code: str, text: str, ages: list[str]) -> None:
    assert found_as(text, "age", code) == ages
