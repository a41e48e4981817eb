"""Every identifier with a known form, country by country, as the packs really draw it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import lru_cache

import pytest
from stdnum.cn import ric
from stdnum.gb import nhs
from stdnum.ke import pin
from stdnum.pt import cc, nif
from stdnum.us import itin, ssn

from synth.nodes import Slot
from synth.pack import Pack, load_pack
from synth.splits import ListSplit
from synth.values import ids, value_of
from synth.world import Scene, World

DRAWS = 250


@lru_cache(maxsize=8)
def lists_of(code: str) -> tuple[Pack, ListSplit]:
    pack = load_pack(code)
    return pack, ListSplit(pack)


def drawn(code: str, country: str, kind: str) -> list[tuple[str, Scene]]:
    pack, lists = lists_of(code)
    world = World(pack, country, "train", lists)
    out = []
    for seed in range(DRAWS):
        scene = Scene(world, random.Random(seed), {}, {})
        scene.person("patient", 1)
        out.append((value_of(scene, Slot(kind)), scene))
    return out


def right_resident_number(number: str) -> bool:
    return ric.calc_check_digit(number) == number[-1]


def never_issued_nhs(number: str) -> bool:
    return nhs.is_valid(number) and number.startswith("999")


def never_issued_nino(number: str) -> bool:
    return number[:2] in ("BG", "GB", "NK", "KN", "TN", "NT", "ZZ")


def never_issued_us(number: str) -> bool:
    return not (ssn.is_valid(number) or itin.is_valid(number))


def anything(_number: str) -> bool:
    return True


# pack, country, kind, form, what a number of that form must fulfil, share of the kind that has the form (at least)
ROWS: list[tuple[str, str, str, str, Callable[[str], bool], float]] = [
    ("swa", "KE", "national_id", r"\d{7,8}", anything, 0.5),
    ("luo", "KE", "national_id", r"\d{14}", anything, 0.05),  # Maisha
    ("swa", "KE", "health_id", r"CR\d{13}-\d", anything, 0.1),
    ("luo", "KE", "insurance_no", r"CR\d{13}-\d", anything, 0.1),
    ("swa", "KE", "tax_no", r"[AP]\d{9}[A-Z]", pin.is_valid, 1.0),
    ("lug", "UG", "national_id", r"C[MF]\d{2}[0-9A-Z]{10}", anything, 1.0),
    ("kin", "RW", "national_id", r"[123] ?(?:19|20)\d{2} ?[78] ?\d{7} ?\d ?\d{2}", anything, 1.0),
    ("swa", "TZ", "national_id", r"(?:19|20)\d{6}(-?)\d{5}\1\d{5}\1\d{2}", anything, 1.0),
    ("eng", "GB", "health_id", r"\d{3} ?\d{3} ?\d{4}", never_issued_nhs, 1.0),
    ("eng", "GB", "national_id", r"[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]", never_issued_nino, 1.0),
    ("eng", "US", "national_id", r"\d{3}[- ]?\d{2}[- ]?\d{4}", never_issued_us, 1.0),
    ("eng", "US", "tax_no", r"9\d{2}-\d{2}-\d{4}", never_issued_us, 1.0),
    ("por", "PT", "tax_no", r"[123]\d{8}", nif.is_valid, 1.0),
    ("por", "PT", "national_id", r"\d{8} \d [0-9A-Z]{2}\d", cc.is_valid, 0.4),
    ("por", "PT", "health_id", r"\d{9}|\d{3} \d{3} \d{3}", anything, 1.0),
    ("zho", "CN", "national_id", r"\d{6}(?:19|20)\d{6}\d{3}[0-9X]", right_resident_number, 1.0),
]  # fmt: skip


@pytest.mark.parametrize(("code", "country", "kind", "form", "right", "share"), ROWS)
def test_forms(code: str, country: str, kind: str, form: str, right: Callable[[str], bool], share: float) -> None:
    numbers = [number for number, _ in drawn(code, country, kind)]
    fitting = [number for number in numbers if re.fullmatch(form, number)]
    assert len(fitting) >= share * len(numbers)
    assert all(right(number) for number in fitting)
    assert len(set(fitting)) > 0.9 * len(fitting)


@pytest.mark.parametrize(
    ("code", "country", "male", "female"),
    [
        ("lug", "UG", r"CM.*", r"CF.*"),
        ("kin", "RW", r"\d{5}8.*", r"\d{5}7.*"),
        ("zho", "CN", r"\d{16}[13579].", r"\d{16}[02468]."),
    ],
)
def test_numbers_that_tell_the_gender_tell_the_patients(code: str, country: str, male: str, female: str) -> None:
    for number, scene in drawn(code, country, "national_id"):
        expected = male if scene.persons["patient", 1].gender == "m" else female
        assert re.fullmatch(expected, number.replace(" ", ""))


def test_published_numbers() -> None:
    """NHS Data Dictionary's 943 476 5919 and Portugal's 123 456 789 have the digit that is computed here."""
    assert ids.mod11("943476591") == 9
    assert ids.mod11("12345678") == 9
