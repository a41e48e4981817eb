"""Check digits, compared with python-stdnum over random valid and invalid numbers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from stdnum import iban, luhn
from stdnum.cn import ric
from stdnum.gb import nhs
from stdnum.pt import cc, nif

from ficha.rules._checks import CHECKS

DIGITS, ALNUM = "0123456789", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def draw(rng: random.Random, alphabet: str, count: int) -> str:
    return "".join(rng.choices(alphabet, k=count))


def nhs_number(rng: random.Random) -> str:
    return draw(rng, DIGITS, 10)


def tax_number(rng: random.Random) -> str:
    return draw(rng, DIGITS[1:], 1) + draw(rng, DIGITS, 8)


def citizen_card(rng: random.Random) -> str:
    return draw(rng, DIGITS, 9) + draw(rng, ALNUM, 2) + draw(rng, DIGITS, 1)


def card(rng: random.Random) -> str:
    return draw(rng, DIGITS, rng.randint(12, 19))


@pytest.mark.parametrize(
    ("name", "number", "is_valid"),
    [
        ("nhs", nhs_number, nhs.is_valid),
        ("nif", tax_number, nif.is_valid),
        ("cartao_cidadao", citizen_card, cc.is_valid),
        ("luhn", card, luhn.is_valid),
    ],
)
def test_agrees_with_stdnum(name: str, number: Callable[[random.Random], str], is_valid: Callable[[str], bool]) -> None:
    rng = random.Random(13)
    numbers = [number(rng) for _ in range(20_000)]
    assert {CHECKS[name](n) for n in numbers} == {True, False}
    assert [n for n in numbers if CHECKS[name](n) != is_valid(n) and len(set(n)) > 1] == []


def test_every_nhs_number_of_the_range_never_issued() -> None:
    """999 000 0000 to 999 099 9999: a right check digit, or the one that is void, for each nine digits."""
    right = 0
    for serial in range(100_000):
        nine = f"9990{serial:05d}"
        good = [d for d in DIGITS if CHECKS["nhs"](nine + d)]
        assert len(good) <= 1
        right += len(good)
        if good and serial % 997 == 0:
            assert nhs.is_valid(nine + good[0])
    assert 0.90 < right / 100_000 < 0.92


def test_resident_ids_of_every_check_character() -> None:
    """stdnum lacks current area codes, so its check digit is asked for and not its whole validation."""
    rng = random.Random(7)
    seen = set()
    for _ in range(5_000):
        body = (
            f"{rng.randint(110000, 659999)}{rng.randint(1930, 2024)}{rng.randint(1, 12):02d}15{rng.randint(0, 999):03d}"
        )
        check = ric.calc_check_digit(body + "0")
        seen.add(check)
        assert [c for c in DIGITS + "X" if CHECKS["resident_id"](body + c)] == [check]
    assert seen == set(DIGITS + "X")


@pytest.mark.parametrize("number", ["GB82WEST12345698765432", "PT50000201231234567890154", "DE89370400440532013000"])
def test_iban(number: str) -> None:
    assert iban.is_valid(number)
    assert CHECKS["iban"](number)
    assert not CHECKS["iban"](number[:-1] + str((int(number[-1]) + 1) % 10))


def test_one_repeated_digit_is_no_card() -> None:
    assert luhn.is_valid("0" * 16)
    assert not CHECKS["luhn"]("0" * 16)
