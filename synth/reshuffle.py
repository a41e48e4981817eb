"""`test-reshuffle`: the same names, permuted across documents.

Each name goes to a place of its own country, role (given, family), gender and first sound, so that forms, grammar and
prefixes stay right; as many times as a name stands in test, it stands here.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence

from ficha.document import Document
from synth.pack import NameStyle
from synth.renaming import Naming

SPLIT = "test-reshuffle"
SWAPS = 60  # tries to find a better place for a name
OUTSIDE = 10  # trouble that none of the other kinds outweighs

Place = tuple[int, str]  # number of the document, key of the word


class Reshuffle:
    """Makes the set of one language."""

    def __init__(self, namings: Sequence[Naming], style: NameStyle, seed: int) -> None:
        self._namings, self._style = namings, style
        self._rng = random.Random(f"{seed}/{SPLIT}")
        self._own = [{word.written for word in naming.words.values()} for naming in namings]
        self._new: list[dict[str, str]] = [{} for _ in namings]  # by document: key -> name
        self._count: list[Counter[str]] = [Counter() for _ in namings]  # by document: new name -> its places

    def documents(self) -> list[Document]:
        """The set; a document whose text holds a new name outside its span too is left out."""
        groups = self._groups()
        for places in groups:
            names = [self._namings[i].words[key].written for i, key in places]
            order = self._rng.sample(range(len(places)), len(places))
            for at, taken_from in zip(order, order[1:] + order[:1], strict=True):
                self._put(places[at], names[taken_from])
        for places in groups:
            for place in places:
                self._settle(place, places)
        return [
            naming.renamed(self._new[i], SPLIT, self._style)
            for i, naming in enumerate(self._namings)
            if not any(self._trouble((i, key)) == OUTSIDE for key in self._new[i])
        ]

    def _groups(self) -> list[list[Place]]:
        groups: dict[tuple[object, ...], list[Place]] = defaultdict(list)
        for i, naming in enumerate(self._namings):
            country = naming.document.meta.get("country")
            for key, word in naming.words.items():
                if not word.initial:  # a lone letter is no name that could go elsewhere
                    groups[country, word.role, word.gender, word.vowel].append((i, key))
        return list(groups.values())

    def _put(self, place: Place, name: str) -> None:
        i, key = place
        if key in self._new[i]:
            self._count[i][self._new[i][key]] -= 1
        self._new[i][key] = name
        self._count[i][name] += 1

    def _settle(self, place: Place, places: Sequence[Place]) -> None:
        """Exchange a name that stands badly with others of its group, as long as that leaves less trouble."""
        for _ in range(SWAPS):
            if not self._trouble(place):
                return
            other = self._rng.choice(places)
            before = self._trouble(place) + self._trouble(other)
            here, there = self._new[place[0]][place[1]], self._new[other[0]][other[1]]
            self._put(place, there)
            self._put(other, here)
            if self._trouble(place) + self._trouble(other) >= before:
                self._put(place, here)
                self._put(other, there)

    def _trouble(self, place: Place) -> int:
        """How badly a name stands: outside its span too, as another of its document, or where it stood; 0 well."""
        i, key = place
        name = self._new[i][key]
        if name != self._namings[i].words[key].written and self._namings[i].says(name):
            return OUTSIDE
        return int(name in self._own[i]) + int(self._count[i][name] > 1)
