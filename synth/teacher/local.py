"""Real local names, places and numbers for a prompt, against translationese.

Values are ranked by a hash of the request and the value (rendezvous hashing), not drawn by position: a list that
gains or loses a value changes only the prompts where that value ranks among the first, and every other answer
still fits.

    >>> first_by_hash(["Achieng", "Otieno", "Wanjiru"], "swa/note/3", 2)
    ('Wanjiru', 'Achieng')
"""

from __future__ import annotations

import hashlib
import heapq
import random
from collections.abc import Iterable
from dataclasses import dataclass

from ficha.errors import InputError
from synth.nodes import Slot
from synth.people import Person
from synth.splits import ListSplit
from synth.values import value_of
from synth.world import Scene, World

PLACES = ("village", "city", "street", "region")
FACILITIES = ("hospital", "practice", "pharmacy")
OTHERS = ("employer", "school")
NUMBERS = ("phone", "national_id", "health_id", "record_no")
NAMES = 10
EACH = 3  # values a kind


@dataclass(frozen=True)
class Local:
    """The values of one prompt, each group as one line of text."""

    names: str
    places: str
    facilities: str
    numbers: str
    dates: str


def first_by_hash(values: Iterable[str], key: str, count: int) -> tuple[str, ...]:
    """The `count` values that rank first for `key`."""
    return tuple(heapq.nsmallest(count, values, key=lambda v: hashlib.blake2b(f"{key}\0{v}".encode()).digest()))


def local_values(world: World, lists: ListSplit, key: str) -> Local:
    """What a prompt with that key is given, all of one split and one country."""
    picked = {k: first_by_hash(world.values(k), f"{key}/{k}", EACH) for k in (*PLACES, *FACILITIES, *OTHERS)}
    scene = Scene(world, random.Random(key), {}, {})
    return Local(
        names=_joined(_names(world, lists, key)),
        places=_joined(v for kind in PLACES for v in picked[kind]),
        facilities=_joined(v for kind in (*FACILITIES, *OTHERS) for v in picked[kind]),
        numbers=_joined(dict.fromkeys(v for kind in NUMBERS for v in _made(scene, kind))),
        dates=_joined(dict.fromkeys(_made(scene, "date"))),
    )


def _names(world: World, lists: ListSplit, key: str) -> list[str]:
    """Full names, put together anew from the lists of given and family names."""
    found = []
    for gender, kind in (("f", "given_female"), ("m", "given_male")):
        own = "family_female" if gender == "f" else "family_male"
        given = first_by_hash(lists.names(kind, world.country, world.split), f"{key}/{gender}", NAMES // 2)
        families = (*lists.names("family", world.country, world.split), *lists.names(own, world.country, world.split))
        family = first_by_hash(families, f"{key}/family/{gender}", NAMES // 2)
        found += [Person(gender, (g,), (f,)).named("", world.style) for g, f in zip(given, family, strict=False)]
    return found


def _made(scene: Scene, kind: str) -> list[str]:
    """Some values of a generated kind; none where the country has no such number."""
    try:
        return [value_of(scene, Slot(kind, number)) for number in range(1, EACH + 1)]
    except InputError:
        return []


def _joined(values: Iterable[str]) -> str:
    return "; ".join(value.replace("\n", ", ") for value in values)
