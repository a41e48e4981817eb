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

from ficha.align.misfit import misfit
from ficha.align.placeholders import Placeholder
from ficha.align.tokens import tokenise

CANDIDATE_LIMIT = 24  # places tried for one piece; the earliest is always among them
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
    earliest = _earliest(source, inner, start, end)
    if earliest is None:
        return None
    latest = _latest(source, inner, start, end)
    places = earliest
    if earliest != latest:
        columns = [_candidates(source, *triple) for triple in zip(inner, earliest, latest, strict=True)]
        places = _choose(source, inner, start, [*columns, [end]], region)
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


def _earliest(source: str, inner: Sequence[str], start: int, end: int) -> list[int] | None:
    places: list[int] = []
    for piece in inner:
        content = _CONTENT.search(source, start, end)
        at = source.find(piece, content.end(), end) if content else -1
        if at < 0:
            return None
        places.append(at)
        start = at + len(piece)
    return places if _CONTENT.search(source, start, end) else None


def _latest(source: str, inner: Sequence[str], start: int, end: int) -> list[int]:
    # Called only where `_earliest` found places, so each search finds one.
    places: list[int] = []
    for piece in reversed(inner):
        end = last_content(source, start, end)
        end = source.rfind(piece, start, end)
        places.append(end)
    return places[::-1]


def last_content(source: str, start: int, end: int) -> int:
    """Where the last character in `source[start:end]` stands that is no white space."""
    while end > start and source[end - 1].isspace():
        end -= 1
    return max(end - 1, start)


def _choose(source: str, inner: Sequence[str], start: int, columns: list[list[int]], region: Region) -> list[int]:
    """The best place of every piece: a shortest path over the columns of places, left to right.

    The last column is the end of what the last placeholder hides.
    """
    before: dict[int, tuple[int, tuple[int, ...]]] = {start: (0, ())}  # where hiding starts -> (misfit, places)
    for index, (placeholder, column) in enumerate(zip(region.placeholders, columns, strict=True)):
        length = len(inner[index]) if index < len(inner) else 0
        after: dict[int, tuple[int, tuple[int, ...]]] = {}
        for at in column:
            best: tuple[int, tuple[int, ...]] | None = None
            for begin, (cost, path) in before.items():
                if begin >= at or not _CONTENT.search(source, begin, at):
                    continue
                total = cost + misfit(source, begin, at, placeholder.category)
                if best is None or total < best[0]:
                    best = (total, (*path, at))
            if best is not None:
                after[at + length] = best
        before = after
    ((_, path),) = before.values()
    return list(path[:-1])


def _candidates(source: str, piece: str, earliest: int, latest: int) -> list[int]:
    if earliest == latest:
        return [earliest]
    if not piece:
        starts = [at for _, at in tokenise(source, earliest, latest)]
        return sorted({earliest, *starts[:CANDIDATE_LIMIT], latest})
    found: list[int] = []
    at = earliest
    while 0 <= at <= latest and len(found) < CANDIDATE_LIMIT:
        found.append(at)
        at = source.find(piece, at + 1)
    return found
