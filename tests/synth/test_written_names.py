from __future__ import annotations

import pytest

from synth.pack import load_pack
from synth.written_names import Roster, begins_with_vowel, is_one_word

ROSTERS = {code: Roster(load_pack(code)) for code in ("swa", "por", "zho", "kin")}


@pytest.mark.parametrize(
    ("code", "value", "expected"),
    [
        ("swa", "Achieng Otieno", "given family"),
        ("swa", "otieno, achieng", "family gap given"),
        ("swa", "A. Otieno", "initial gap family"),
        ("swa", "ODHIAMBO FATUMA", "family given"),
        ("swa", "Otieno Achieng", "given family"),
        ("swa", "Zzyzx Otieno", "given family"),
        ("swa", "Otieno, Zzyzx", "family gap given"),
        ("swa", "Zzyzx", "given"),
        ("swa", "Achieng Qqwert", "given family"),
        ("por", "Maria da Silva", "given particle family"),
        ("por", "Maria João dos Santos", "given given particle family"),
        ("zho", "王秀英", "family given"),
        ("zho", "欧阳娜", "family given"),
        ("zho", "王某", "family gap"),
        ("zho", "王", "family"),
    ],
)
def test_roles(code: str, value: str, expected: str) -> None:
    parts = ROSTERS[code].parts(value)
    assert "".join(part.text for part in parts) == value
    roles = [part.role for part in parts if part.text != " "]
    assert " ".join(roles) == expected


def test_a_slip_of_a_listed_name_is_read_as_that_name() -> None:
    (part,) = ROSTERS["swa"].parts("Acheing")
    assert (part.role, part.gender) == ("given", "f")


def test_genders_come_from_the_lists() -> None:
    assert ROSTERS["swa"].parts("Fatuma")[0].gender == "f"
    assert ROSTERS["swa"].parts("Juma")[0].gender == "m"
    assert ROSTERS["kin"].parts("Mukantabana")[0].gender == "f"


def test_names_are_written_as_the_lists_have_them() -> None:
    roster = ROSTERS["swa"]
    assert [roster.written(w) for w in ("NG'ANG'A", "zzyzx", "McRae")] == ["Ng'ang'a", "Zzyzx", "McRae"]


def test_words_and_first_sounds() -> None:
    assert [is_one_word(name) for name in ("Ng'ang'a", "Jean-Paul", "Mary Anne")] == [True, True, False]
    assert [begins_with_vowel(name) for name in ("Achieng", "Élise", "Mukasa")] == [True, True, False]
