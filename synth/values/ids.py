"""Identifiers: national, health, record, booking, insurance, account, vehicle, case, device and licence numbers.

Formats are data (`ids.yaml`, and `ids` in a pack); numbers with a check digit are computed here.

    >>> write(scene, Slot("record_no"))
    'OP 0451/24'
"""

from __future__ import annotations

import datetime as dt
import random
import string
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

from ficha.errors import InputError
from synth.nodes import Slot
from synth.pack import ANY
from synth.values.dates import birth
from synth.world import Scene

BASE36 = string.digits + string.ascii_uppercase


@lru_cache(maxsize=1)
def formats() -> dict[str, dict[str, list[str]]]:
    """kind -> country or `any` -> patterns."""
    loaded: dict[str, dict[str, list[str]]] = yaml.safe_load(
        (Path(__file__).parent / "ids.yaml").read_text(encoding="utf-8")
    )
    return loaded


def write(scene: Scene, slot: Slot) -> str:
    """The number of an entity; a national number agrees with the date of birth of the same number."""
    return scene.recall(slot.kind, slot.number, lambda: _draw(scene, slot))


def _draw(scene: Scene, slot: Slot) -> str:
    country = scene.world.country
    own = scene.world.pack.settings.ids.get(slot.kind, {})
    given = formats()[slot.kind]
    patterns = scene.world.styles(own) or given.get(country) or given.get(ANY)
    if not patterns:
        raise InputError(f"no format of {slot.kind} for {country}: add one to synth/values/ids.yaml or pack.yaml")
    pattern = scene.rng.choice(patterns)
    if pattern.startswith("@"):
        return COMPUTED[pattern[1:]](scene.rng, _bearer(scene, slot.number))
    return filled(pattern, scene, slot.number)


class Bearer(NamedTuple):
    """Of whom a number tells: the date of birth, and "f" or "m"."""

    born: dt.date
    gender: str


def _bearer(scene: Scene, number: int) -> Bearer:
    born = birth(scene, number)
    patient = scene.persons.get(("patient", number))
    return Bearer(born, patient.gender if patient else scene.rng.choice("fm"))


def filled(pattern: str, scene: Scene, number: int = 1) -> str:
    """`pattern` with its signs drawn; see the head of ids.yaml."""
    rng = scene.rng
    if "{" in pattern:
        born, gender = _bearer(scene, number)
        pattern = pattern.format(
            yy=f"{scene.today.year % 100:02d}",
            yyyy=scene.today.year,
            birth_yy=f"{born.year % 100:02d}",
            birth_yyyy=born.year,
            birth_mm=f"{born.month:02d}",
            birth_dd=f"{born.day:02d}",
            sex=gender.upper(),
            sex_rw=8 if gender == "m" else 7,
        )
    draw = {"#": string.digits, "%": "123456789", "?": "ABCDEFGHJKLMNPRSTUVWXYZ"}
    return "".join(rng.choice(draw[sign]) if sign in draw else sign for sign in pattern)


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choices(string.digits, k=count))


def mod11(body: str) -> int:
    """What makes the sum of the digits, weighted from their count + 1 down to 1, a multiple of 11; 10 is no digit."""
    return -sum(int(digit) * weight for weight, digit in enumerate(reversed(body), 2)) % 11


def nhs_number(rng: random.Random, _bearer: Bearer) -> str:
    """999 xxx xxxx, never issued, with its modulus 11 check digit (NHS Data Dictionary)."""
    while True:
        body = "999" + _digits(rng, 6)
        if (check := mod11(body)) < 10:
            return body + str(check)


def nhs_spaced(rng: random.Random, bearer: Bearer) -> str:
    """The same in groups of three, three and four."""
    number = nhs_number(rng, bearer)
    return f"{number[:3]} {number[3:6]} {number[6:]}"


def nif(rng: random.Random, _bearer: Bearer) -> str:
    """A Portuguese tax number of a person: modulus 11, where 10 is written 0."""
    body = rng.choice("123") + _digits(rng, 7)
    return body + str(mod11(body) % 10)


def citizen_card(rng: random.Random, bearer: Bearer) -> str:
    """A Portuguese citizen card: civil number and its digit (as of a tax number), version, Luhn digit over base 36."""
    body = nif(rng, bearer) + "Z" + rng.choice(BASE36)
    total = 0
    for place, sign in enumerate(reversed(body)):
        value = BASE36.index(sign) * (2 if place % 2 == 0 else 1)
        total += value - 9 if place % 2 == 0 and value > 9 else value
    return f"{body[:8]} {body[8]} {body[9:]}{-total % 10}"


# Area codes (GB/T 2260) of one district each of twenty provinces.
AREAS = ("110101", "120103", "130102", "140105", "210103", "220102", "230103", "310101", "320102", "330106", "340103",
         "350102", "360102", "370102", "410102", "420103", "430102", "440103", "510104", "610103")  # fmt: skip


def resident_number(rng: random.Random, bearer: Bearer) -> str:
    """A Chinese resident number (GB 11643): area, birth date, order (odd for men), ISO 7064 mod 11-2 check."""
    order = rng.randrange(1, 1000, 2) if bearer.gender == "m" else rng.randrange(2, 1000, 2)
    body = f"{rng.choice(AREAS)}{bearer.born:%Y%m%d}{order:03d}"
    check = (12 - sum(int(d) * pow(2, 17 - i, 11) for i, d in enumerate(body))) % 11
    return body + "0123456789X"[check]


COMPUTED: dict[str, Callable[[random.Random, Bearer], str]] = {
    "nhs": nhs_number,
    "nhs_spaced": nhs_spaced,
    "nif": nif,
    "cc": citizen_card,
    "ric": resident_number,
}
