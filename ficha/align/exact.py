"""Places an unchanged generation: literal pieces that all stand in the source, placeholders between them.

This is the common case, and costs two searches a piece. Every piece gets its earliest and its latest
place; where they differ the generation leaves open where one placeholder ends and the next begins:

    source "Jo Phiri 0722 111", generation "[name] [tel]": "Jo" | "Phiri 0722 111"  or  "Jo Phiri" | "0722 111"

All such places hide equally much, so the choice goes by what each category looks like, then to words
over halves of words, then to the first. Adjacent placeholders ("[name][tel]") have an empty piece between
them, which can stand at any token.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from ficha.align.misfit import look, misfit
from ficha.align.placeholders import Placeholder
from ficha.align.tokens import tokenise
from ficha.policy import Category

CANDIDATE_LIMIT = 24  # places tried for one piece; the earliest is always among them
CHOICE_LIMIT = 100_000  # pairs of places weighed in one region; past it the earliest places stand
LONGEST_RUN = 256  # pieces in a row that are open; in a longer run the earliest places stand
_REACH = 512  # characters in which an empty piece looks for places
_CONTENT = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Hidden:
    """`placeholder` hides source characters `start` to `end`; not yet trimmed."""

    placeholder: Placeholder
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the source, and the part of the generation that stands for it."""

    source_start: int
    source_end: int
    generated_start: int
    generated_end: int
    placeholders: tuple[Placeholder, ...]


def place_exactly(source: str, generated: str, region: Region) -> list[Hidden] | None:
    """What each placeholder of `region` hides if the generation has no edit there; None if it has one.

    Every placeholder hides at least one character that is no white space.
    """
    pieces = _pieces(generated, region)
    if not region.placeholders:
        return [] if source[region.source_start : region.source_end] == pieces[0] else None
    first, last = pieces[0], pieces[-1]
    start = region.source_start + len(first)
    end = region.source_end - len(last)
    if start > end or not source.startswith(first, region.source_start) or not source.startswith(last, end):
        return None
    inner = pieces[1:-1]
    puzzle = _Puzzle(source, inner, start, end, [p.category for p in region.placeholders])
    places = puzzle.solved()
    if places is None:
        return None
    hidden: list[Hidden] = []
    for placeholder, piece, at in zip(region.placeholders, [*inner, ""], [*places, end], strict=True):
        hidden.append(Hidden(placeholder, start, at))
        start = at + len(piece)
    return hidden


def _pieces(generated: str, region: Region) -> list[str]:
    pieces: list[str] = []
    at = region.generated_start
    for placeholder in region.placeholders:
        pieces.append(generated[at : placeholder.start])
        at = placeholder.end
    return [*pieces, generated[at : region.generated_end]]


@dataclass(frozen=True, slots=True)
class _Puzzle:
    """Where in `source[start:end]` the `inner` pieces stand; around them lies one hidden text a category."""

    source: str
    inner: Sequence[str]
    start: int
    end: int
    categories: Sequence[Category]

    def solved(self) -> list[int] | None:
        """The best place of every piece, or None where one has none."""
        earliest = self._earliest()
        if earliest is None:
            return None
        latest = self._latest()
        return earliest if earliest == latest else self._chosen(earliest, latest)

    def _earliest(self) -> list[int] | None:
        places: list[int] = []
        start = self.start
        for piece in self.inner:
            content = _CONTENT.search(self.source, start, self.end)
            at = self.source.find(piece, content.end(), self.end) if content else -1
            if at < 0:
                return None
            places.append(at)
            start = at + len(piece)
        return places if _CONTENT.search(self.source, start, self.end) else None

    def _latest(self) -> list[int]:
        # `_earliest` has found places for all, so each search finds one.
        places: list[int] = []
        end = self.end
        for piece in reversed(self.inner):
            while self.source[end - 1].isspace():
                end -= 1
            end = self.source.rfind(piece, self.start, end - 1)
            places.append(end)
        return places[::-1]

    def _chosen(self, earliest: Sequence[int], latest: Sequence[int]) -> list[int]:
        """The fixed pieces where they are, and each run of others as `_shortest_path` has it."""
        places = list(earliest)
        index = weighed = 0
        while index < len(places):
            if earliest[index] == latest[index]:
                index += 1
                continue
            first = index
            while index < len(places) and earliest[index] != latest[index]:
                index += 1
            if index - first > LONGEST_RUN:
                continue
            start = places[first - 1] + len(self.inner[first - 1]) if first else self.start
            end = places[index] if index < len(places) else self.end
            columns = [_candidates(self.source, self.inner[i], earliest[i], latest[i]) for i in range(first, index)]
            weighed += sum(len(left) * len(right) for left, right in pairwise([[start], *columns, [end]]))
            if weighed > CHOICE_LIMIT:
                break
            part = _Puzzle(self.source, self.inner[first:index], start, end, self.categories[first : index + 1])
            places[first:index] = part._shortest_path([*columns, [end]])
        return places

    def _shortest_path(self, columns: Sequence[Sequence[int]]) -> list[int]:
        """One place of each column but the last, so that what lies between them fits the categories best."""
        lengths = [*map(len, self.inner), 0]
        before: dict[int, int] = {self.start: 0}  # where hiding starts -> misfit so far
        origins: list[dict[int, int]] = []  # a column's place -> where the hiding before it starts
        for column, length, kind in zip(columns, lengths, map(look, self.categories), strict=True):
            after: dict[int, int] = {}
            origin: dict[int, int] = {}
            for at in column:
                costs = [
                    (cost + misfit(self.source, begin, at, kind), begin)
                    for begin, cost in before.items()
                    if begin < at and _CONTENT.search(self.source, begin, at)
                ]
                if costs:
                    after[at + length], origin[at] = min(costs)
            before = after
            origins.append(origin)
        at = self.end
        places: list[int] = []
        for origin, length in zip(origins[:0:-1], lengths[-2::-1], strict=True):
            at = origin[at] - length
            places.append(at)
        return places[::-1]


def _candidates(source: str, piece: str, earliest: int, latest: int) -> list[int]:
    """Places of a piece, the earliest among them and CANDIDATE_LIMIT or so in all."""
    if not piece:
        starts = (at for _, at in tokenise(source, earliest, min(latest, earliest + _REACH)))
        return sorted({earliest, *islice(starts, CANDIDATE_LIMIT)})
    found: list[int] = []
    at = earliest
    while 0 <= at <= latest and len(found) < CANDIDATE_LIMIT:
        found.append(at)
        at = source.find(piece, at + 1)
    return found
