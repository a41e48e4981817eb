"""Telephone and fax numbers of a country's plan, written in the ways of the country.

    >>> write(scene, Slot("phone"))          # Kenya
    '0712 345 678'

Where a regulator keeps numbers for fiction, only those are used: Ofcom's drama numbers (GB), 555-01xx (US). Kenya,
Uganda, Tanzania, Rwanda, Portugal and China keep none, and in the first four `phonenumbers` names an operator for every
mobile range that it holds valid: there a number is drawn at random from the valid ones, so it can belong to someone by
chance. A country without a plan below gets one from the library's metadata.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import phonenumbers

from ficha.errors import InputError
from synth.nodes import Slot
from synth.world import Scene

_MOBILE, _FIXED = phonenumbers.PhoneNumberType.MOBILE, phonenumbers.PhoneNumberType.FIXED_LINE
_EITHER = phonenumbers.PhoneNumberType.FIXED_LINE_OR_MOBILE


@dataclass(frozen=True, slots=True)
class Plan:
    """A country's calling code, its national patterns (# is a digit) and the ways of writing a number.

    In a way of writing, N is the next digit of the national number without its leading zero; the rest stands for
    itself.
    """

    code: int
    mobile: tuple[str, ...]
    fixed: tuple[str, ...]
    ways: tuple[str, ...]
    fixed_ways: tuple[str, ...]
    fiction: bool = False


_NINE = ("0NNN NNN NNN", "0NNNNNNNNN", "0NNNNNNNNN", "0NNN-NNN-NNN", "0NNN NNNNNN", "0NN NNN NNNN")


def _with_code(code: int, *national: str) -> tuple[str, ...]:
    return (*national, f"+{code} NNN NNN NNN", f"+{code}NNNNNNNNN", f"{code}NNNNNNNNN", f"+{code}-NNN-NNNNNN")


PLANS: dict[str, Plan] = {
    "KE": Plan(
        254,
        ("70#######", "71#######", "72#######", "73#######", "74#######", "79#######", "11#######", "10#######"),
        ("20#######", "41#######"),
        _with_code(254, *_NINE),
        ("0NN NNNNNNN", "0NN-NNNNNNN", "+254 NN NNNNNNN"),
    ),
    "TZ": Plan(
        255,
        ("74#######", "75#######", "76#######", "71#######", "65#######", "68#######", "78#######", "62#######"),
        ("22#######", "28#######", "27#######"),
        _with_code(255, *_NINE),
        ("0NN NNN NNNN", "0NN-NNNNNNN", "+255 NN NNN NNNN"),
    ),
    "UG": Plan(
        256,
        ("77#######", "78#######", "70#######", "75#######", "76#######", "74#######"),
        ("41#######", "39#######", "31#######"),
        _with_code(256, *_NINE),
        ("0NNN NNNNNN", "0NNNNNNNNN", "+256 NNN NNNNNN"),
    ),
    "RW": Plan(
        250,
        ("78#######", "79#######", "72#######", "73#######"),
        ("25#######",),
        _with_code(250, *_NINE),
        ("NNN NNN NNN", "+250 NNN NNN NNN"),
    ),
    "GB": Plan(
        44,
        ("7700900###",),
        ("2079460###", "1214960###", "1614960###", "1134960###", "1632960###", "1174960###"),
        ("0NNNN NNNNNN", "0NNNNNNNNNN", "0NNNN NNN NNN", "0NNNN NNN NNN", "0NNNN-NNNNNN", "+44 NNNN NNNNNN",
         "+44NNNNNNNNNN", "+44 (0)NNNN NNN NNN", "0044 NNNN NNNNNN"),
        ("0NNN NNN NNNN", "0NNNNNNNNNN", "(0NNN) NNN NNNN", "+44 NNN NNN NNNN", "0NN NNNN NNNN"),
        fiction=True,
    ),
    "US": Plan(
        1,
        tuple(f"{area}55501##" for area in (202, 206, 212, 303, 312, 404, 415, 512, 602, 617, 713, 718, 802, 919)),
        tuple(f"{area}55501##" for area in (203, 207, 217, 314, 503, 505, 608, 704, 816)),
        ("(NNN) NNN-NNNN", "NNN-NNN-NNNN", "NNN.NNN.NNNN", "NNNNNNNNNN", "+1 NNN-NNN-NNNN", "1-NNN-NNN-NNNN",
         "(NNN)NNN-NNNN", "NNN NNN NNNN"),
        ("(NNN) NNN-NNNN", "NNN-NNN-NNNN", "+1 NNN NNN NNNN"),
        fiction=True,
    ),
    "PT": Plan(
        351,
        ("91#######", "92#######", "93#######", "96#######"),
        ("21#######", "22#######", "239######", "253######", "289######"),
        ("NNN NNN NNN", "NNNNNNNNN", "+351 NNN NNN NNN", "NN NNN NN NN", "NNN-NNN-NNN", "00351 NNNNNNNNN"),
        ("NNN NNN NNN", "NNNNNNNNN", "+351 NNN NNN NNN"),
    ),
    "CN": Plan(
        86,
        ("138########", "139########", "150########", "186########", "177########", "133########", "159########"),
        ("10########", "21########"),
        ("NNNNNNNNNNN", "NNNNNNNNNNN", "NNN NNNN NNNN", "NNN-NNNN-NNNN", "+86 NNN NNNN NNNN", "+86NNNNNNNNNNN"),
        ("0NN-NNNNNNNN", "0NNNNNNNNNN", "0NN NNNN NNNN"),
    ),
}  # fmt: skip


@lru_cache(maxsize=64)
def plan_of(country: str) -> Plan:
    """The country's plan: written by hand above, or read off the library's examples. Raises InputError.

    From the library come the mobile and fixed ranges by their first two digits, and four ways of writing.
    """
    if country in PLANS:
        return PLANS[country]
    kinds = {kind: phonenumbers.example_number_for_type(country, kind) for kind in (_MOBILE, _FIXED)}
    example = kinds[_MOBILE] or kinds[_FIXED]
    if example is None:
        raise InputError(f"no phone numbers are known for {country!r}: expected an ISO 3166-1 code such as CD")
    ranges = {kind: tuple(_ranges(number, kind)) for kind, number in kinds.items() if number}
    ways = {kind: tuple(_ways(number)) for kind, number in kinds.items() if number}
    mobile, fixed = ranges.get(_MOBILE) or ranges[_FIXED], ranges.get(_FIXED) or ranges[_MOBILE]
    return Plan(
        example.country_code, mobile, fixed, ways.get(_MOBILE) or ways[_FIXED], ways.get(_FIXED) or ways[_MOBILE]
    )


def _ranges(example: phonenumbers.PhoneNumber, kind: int) -> Iterator[str]:
    """`81#######`: the example's own range, and those that differ in the first two digits and are valid too."""
    national = phonenumbers.national_significant_number(example)
    for start in dict.fromkeys((national[:2], *map(str, range(10, 100)))):
        number = phonenumbers.PhoneNumber(example.country_code, int(start + national[2:]))
        if phonenumbers.is_valid_number(number) and phonenumbers.number_type(number) in (kind, _EITHER):
            yield start + "#" * (len(national) - 2)


def _ways(example: phonenumbers.PhoneNumber) -> Iterator[str]:
    """The library's national and international ways, each with and without blanks."""
    digits = len(phonenumbers.national_significant_number(example))
    for form in (phonenumbers.PhoneNumberFormat.NATIONAL, phonenumbers.PhoneNumberFormat.INTERNATIONAL):
        written = phonenumbers.format_number(example, form)
        places = [place for place, sign in enumerate(written) if sign.isdigit()][-digits:]
        way = "".join("N" if place in places else sign for place, sign in enumerate(written))
        yield way
        yield way.replace(" ", "")


def write(scene: Scene, slot: Slot) -> str:
    """A number; a fax and one phone in eight are landlines."""
    return scene.recall(slot.kind, slot.number, lambda: _draw(scene, slot.kind))


def _draw(scene: Scene, kind: str) -> str:
    rng, country = scene.rng, scene.world.country
    plan = plan_of(country)
    landline = kind == "fax" or rng.random() < 0.12
    while True:
        pattern = rng.choice(plan.fixed if landline else plan.mobile)
        national = "".join(str(rng.randrange(10)) if sign == "#" else sign for sign in pattern)
        number = phonenumbers.PhoneNumber(country_code=plan.code, national_number=int(national))
        if plan.fiction or phonenumbers.is_valid_number(number):
            break
    digits = iter(national)
    way = rng.choice(plan.fixed_ways if landline else plan.ways)
    return "".join(next(digits) if sign == "N" else sign for sign in way)
