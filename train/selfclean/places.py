"""One flag a place: labels that touch in a text are one thing to look at, led by the most suspect.

A missed name of three words is three suspect words, an over-short span a suspect span beside a suspect word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import regex

from train.selfclean.items import Item

_VISIBLE = regex.compile(r"[\p{L}\p{N}]")


@dataclass(slots=True)
class Place:
    """Characters `start` to `end` of document `id`, the leading item, and the suspect items that it took in."""

    id: str
    start: int
    end: int
    lead: Item
    score: float
    more: list[Item] = field(default_factory=list)


def places(ranked: Iterable[tuple[str, Item, float]], texts: Mapping[str, str]) -> list[Place]:
    """The places of (document id, item, score), in the order given: most suspect first.

    An item with a score above 0 that touches a place belongs to it, and the place grows by it.
    """
    found: list[Place] = []
    known: dict[str, list[Place]] = defaultdict(list)
    for id, item, score in ranked:
        place = next((p for p in known[id] if score > 0 and _touches(texts[id], p, item)), None)
        if place is None:
            place = Place(id, item.start, item.end, item, score)
            found.append(place)
            known[id].append(place)
        else:
            place.start, place.end = min(place.start, item.start), max(place.end, item.end)
            place.more.append(item)
    return found


def _touches(text: str, place: Place, item: Item) -> bool:
    if item.start < place.end and place.start < item.end:
        return True
    gap = text[min(item.end, place.end) : max(item.start, place.start)]
    return len(gap) <= 2 and not _VISIBLE.search(gap)
