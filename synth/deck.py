"""Drawing without replacement: every item of a deck comes up once before any comes up again.

>>> deck = Deck("abc", random.Random(13))
>>> sorted(deck.draw() for _ in range(3))
['a', 'b', 'c']
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Deck(Generic[T]):
    """A shuffled deck that is shuffled anew when it has run out; it never holds more than twice its items."""

    def __init__(self, items: Iterable[T], rng: random.Random) -> None:
        self.items = tuple(items)
        self._rng = rng
        self._left: list[T] = []

    def draw(self, avoid: Collection[T] = ()) -> T:
        """The next item that isn't in `avoid`; any item where all are. Raises IndexError from an empty deck."""
        if (found := self._next(avoid)) is None and len(self._left) < len(self.items):
            fresh = list(self.items)
            self._rng.shuffle(fresh)
            self._left = fresh + self._left  # what is left comes up before the new round
            found = self._next(avoid)
        if found is None:
            return self._rng.choice([item for item in self.items if item not in avoid] or self.items)
        return self._left.pop(found)

    def _next(self, avoid: Collection[T]) -> int | None:
        """Where the next item lies that isn't in `avoid`."""
        return next((at for at in reversed(range(len(self._left))) if self._left[at] not in avoid), None)
