"""Check digits, each as a function of the bare characters: `nhs("9434765919")` is True.

Tested against python-stdnum over valid ranges; own code because stdnum rejects current Chinese
area codes and is no run-time dependency.
"""

from __future__ import annotations

from collections.abc import Callable

_BASE36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def nhs(digits: str) -> bool:
    """NHS number, 10 digits: modulus 11, weights 10 to 2 (NHS Data Dictionary)."""
    check = 11 - sum(int(d) * w for d, w in zip(digits[:9], range(10, 1, -1), strict=False)) % 11
    return len(digits) == 10 and check != 10 and check % 11 == int(digits[9])


def nif(digits: str) -> bool:
    """Portuguese tax number, 9 digits: modulus 11, weights 9 to 2."""
    check = 11 - sum(int(d) * w for d, w in zip(digits[:8], range(9, 1, -1), strict=False)) % 11
    return len(digits) == 9 and digits[0] != "0" and check % 11 % 10 == int(digits[8])


def cartao_cidadao(characters: str) -> bool:
    """Portuguese citizen card, 12 characters: Luhn over base 36, doubled from the left."""
    total = 0
    for place, char in enumerate(characters):
        value = _BASE36.index(char)
        if place % 2 == 0:
            value = value * 2 - 9 if value * 2 > 9 else value * 2
        total += value
    return len(characters) == 12 and total % 10 == 0


def resident_id(characters: str) -> bool:
    """Chinese resident identity number, 18 characters: ISO 7064 mod 11-2 (GB 11643-1999)."""
    total = sum((10 if c == "X" else int(c)) * 2 ** (17 - i) for i, c in enumerate(characters))
    return len(characters) == 18 and "X" not in characters[:17] and total % 11 == 1


def luhn(digits: str) -> bool:
    """Payment cards: ISO/IEC 7812-1; a number of one repeated digit is refused."""
    doubled = (sum(divmod(2 * int(d), 10)) for d in digits[-2::-2])
    return len(set(digits)) > 1 and (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0


def iban(characters: str) -> bool:
    """International bank account number: ISO 13616, mod 97-10."""
    moved = characters[4:] + characters[:4]
    return len(characters) >= 15 and int("".join(str(_BASE36.index(c)) for c in moved)) % 97 == 1


CHECKS: dict[str, Callable[[str], bool]] = {
    "nhs": nhs,
    "nif": nif,
    "cartao_cidadao": cartao_cidadao,
    "resident_id": resident_id,
    "luhn": luhn,
    "iban": iban,
}
