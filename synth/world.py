"""What one split of one country can draw from (World), and what one document has drawn (Scene).

A world is built once and shared; a scene lives for one document and remembers each entity, so that every mention of
`{village}` is the same village:

    >>> scene = Scene(world, random.Random(13), forms={})
    >>> scene.recall("village", 1, draw) == scene.recall("village", 1, draw)
    True
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TypeVar

from ficha.errors import InputError
from synth.pack import ANY, Pack
from synth.people import Census, Person
from synth.slots import OSM_SUFFIX, SPLIT_LISTS
from synth.splits import ListSplit

T = TypeVar("T")

PLACES = ("village", "city", "region")
OSM_SHARE = 0.25  # of the facilities where the plain list has values too
EARLIEST = dt.date(2023, 1, 2)
DAYS = 1270  # documents are dated up to the middle of 2026


class EmptyListError(InputError):
    """A list of a locale that leaves one split of one country with nothing to draw."""

    def __init__(self, code: str, kind: str, split: str, country: str) -> None:
        self.kind, self.what = kind, f"no value of the {split} split for {country}: add values"
        super().__init__(f"ficha/locales/{code}/lists: list {kind} has {self.what}")


class World:
    """The values of one split of one country; raises InputError where a needed list is empty."""

    def __init__(self, pack: Pack, country: str, split: str, lists: ListSplit) -> None:
        self.pack, self.country, self.split, self._lists = pack, country, split, lists
        self.style = pack.settings.names
        self._values: dict[str, tuple[str, ...]] = {}

    @cached_property
    def census(self) -> Census:
        given = {"f": self._names("given_female"), "m": self._names("given_male")}
        shared = self._lists.names("family", self.country, self.split)
        family = {
            "f": shared + self._lists.names("family_female", self.country, self.split),
            "m": shared + self._lists.names("family_male", self.country, self.split),
        }
        if not all(family.values()):
            raise self._lacking("family")
        return Census(given, family, self.style)

    def _names(self, kind: str) -> tuple[str, ...]:
        found = self._lists.names(kind, self.country, self.split)
        if not found:
            raise self._lacking(kind)
        return found

    def _lacking(self, kind: str) -> EmptyListError:
        return EmptyListError(self.pack.locale.code, kind, self.split, self.country)

    def values(self, kind: str) -> tuple[str, ...]:
        """The values of a list in this split and country; empty where there are none."""
        if kind not in self._values:
            base = kind.removesuffix(OSM_SUFFIX)
            draw = self._lists.places if base in SPLIT_LISTS else _whole(self.pack)
            self._values[kind] = draw(kind, self.country, self.split)
        return self._values[kind]

    def pick(self, kind: str, rng: random.Random) -> str:
        """One value of list `kind`, now and then of its OpenStreetMap twin."""
        plain, osm = self.values(kind), self.values(kind + OSM_SUFFIX)
        if osm and (not plain or rng.random() < OSM_SHARE):
            return rng.choice(osm)
        if not plain:
            raise self._lacking(kind)
        return rng.choice(plain)

    def lying_in(self, kind: str, region: str) -> tuple[str, ...]:
        """The values of a list of places that are known to lie in `region`."""
        key = f"{kind}@{region}"
        if key not in self._values:
            of = self.pack.region_of
            self._values[key] = tuple(value for value in self.values(kind) if of.get(value) == region)
        return self._values[key]

    def fits(self, value: str) -> bool:
        """True where `value` holds nothing that is held out from this split."""
        return self._lists.may_hold(value, self.split)

    def styles(self, by_country: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        """The styles of this country and those of every country."""
        return (*by_country.get(self.country, ()), *by_country.get(ANY, ()))


def _whole(pack: Pack) -> Callable[[str, str, str], tuple[str, ...]]:
    return lambda kind, country, _split: pack.locale.entries(kind, country)


class Scene:
    """One document's entities. `forms` holds, by kind and number, the forms in which the document names each."""

    def __init__(
        self,
        world: World,
        rng: random.Random,
        forms: Mapping[tuple[str, int], frozenset[str]],
        genders: Mapping[tuple[str, int], str],
    ) -> None:
        self.world, self.rng, self.forms, self.genders = world, rng, forms, genders
        self.today = EARLIEST + dt.timedelta(days=rng.randrange(DAYS))
        self.persons: dict[tuple[str, int], Person] = {}
        self._memory: dict[tuple[str, int], object] = {}
        self._region: str | None = None  # of the first place of the document

    def recall(self, kind: str, number: int, draw: Callable[[], T]) -> T:
        """The value of an entity, drawn at its first mention; two entities of a kind differ."""
        key = (kind, number)
        if key not in self._memory:
            others = [v for (k, _), v in self._memory.items() if k == kind]
            value = draw()
            for _ in range(8):
                if value not in others:
                    break
                value = draw()
            self._memory[key] = value
        return self._memory[key]  # type: ignore[return-value]

    def person(self, kind: str, number: int) -> Person:
        """The person of that kind and number; nobody shares a name with another, kin apart."""
        key = (kind, number)
        if key not in self.persons:
            patient = self.persons.get(("patient", 1)) if kind == "relative" else None
            taken = {part for p in self.persons.values() for part in (*p.given, *p.family)}
            for _ in range(8):
                person = self.world.census.person(self.rng, self.genders.get(key), patient)
                kin = set(patient.family) if patient else set()
                if not taken & ({*person.given, *person.family} - kin):
                    break
            self.persons[key] = person
        return self.persons[key]

    def listed(self, kind: str, number: int = 1) -> str:
        """The value of a list kind."""
        return self.recall(kind, number, lambda: self.pick(kind))

    def pick(self, kind: str) -> str:
        """A value of a list; villages, cities and regions of a document lie together where that is known."""
        if kind not in PLACES:
            return self.world.pick(kind, self.rng)
        near: tuple[str, ...] = ()
        if self._region and kind == "region":
            near = (self._region,) if self._region in self.world.values("region") else ()
        elif self._region:
            near = self.world.lying_in(kind, self._region)
        taken = {value for (k, _), value in self._memory.items() if k == kind}
        near = tuple(value for value in near if value not in taken)
        value = self.rng.choice(near) if near else self.world.pick(kind, self.rng)
        if self._region is None:
            self._region = value if kind == "region" else self.world.pack.region_of.get(value)
        return value
