"""`test-reshuffle`: the same names, permuted across documents.

Each name goes to a place of its own country, role (given, family), gender and first sound, so that forms, grammar and
prefixes stay right; as many times as a name stands in test, it stands here.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

from ficha.document import Document
from synth.pack import NameStyle
from synth.renaming import Naming

SPLIT = "test-reshuffle"
SWAPS = 200  # tries to find another place for a name that can't stay where it fell

Place = tuple[int, str]  # number of the document, key of the word


class Reshuffle:
    """Makes the set of one language."""

    def __init__(self, namings: Sequence[Naming], style: NameStyle, seed: int) -> None:
        self._namings, self._style = namings, style
        self._rng = random.Random(f"{seed}/{SPLIT}")
        self._new: list[dict[str, str]] = [{} for _ in namings]  # by document: key -> name
        self.left_out = 0  # documents for whose names there was no other place

    def documents(self) -> list[Document]:
        """The set; a document in which a name would be read twice or outside its span is left out."""
        groups = self._groups()
        for places in groups:
            names = [self._namings[i].words[key].written for i, key in places]
            order = self._rng.sample(range(len(places)), len(places))
            for at, place in zip(order, order[1:] + order[:1], strict=True):
                self._put(places[at], names[place])
        for places in groups:
            for place in places:
                self._settle(place, places)
        made = [
            naming.renamed(self._new[i], SPLIT, self._style)
            for i, naming in enumerate(self._namings)
            if not any(self._wrong((i, key)) for key in self._new[i])
        ]
        self.left_out = len(self._namings) - len(made)
        return made

    def _groups(self) -> list[list[Place]]:
        groups: dict[tuple[object, ...], list[Place]] = defaultdict(list)
        for i, naming in enumerate(self._namings):
            country = naming.document.meta.get("country")
            for key, word in naming.words.items():
                if not word.initial:  # a lone letter is no name that could go elsewhere
                    groups[country, word.role, word.gender, word.vowel].append((i, key))
        return list(groups.values())

    def _put(self, place: Place, name: str) -> None:
        self._new[place[0]][place[1]] = name

    def _settle(self, place: Place, places: Sequence[Place]) -> None:
        """Exchange a name that can't stay with another of its group, such that both can."""
        for _ in range(SWAPS):
            if not (self._wrong(place) or self._same(place)):
                return
            other = self._rng.choice(places)
            here, there = self._new[place[0]][place[1]], self._new[other[0]][other[1]]
            self._put(place, there)
            self._put(other, here)
            if any(self._wrong(p) or self._same(p) for p in (place, other)):
                self._put(place, here)
                self._put(other, there)

    def _same(self, place: Place) -> bool:
        """True where the name is one of the document's own."""
        i, key = place
        return any(self._new[i][key] == word.written for word in self._namings[i].words.values())

    def _wrong(self, place: Place) -> bool:
        """True where the name stands for two people of the document, or in its text outside spans."""
        i, key = place
        name = self._new[i][key]
        twice = sum(other == name for other in self._new[i].values()) > 1
        return twice or (name != self._namings[i].words[key].written and self._namings[i].says(name))
