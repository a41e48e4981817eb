"""What a rule hands on, what a rule module looks like, and how overlaps are settled.

A rule module is one file of this folder, found by name, with nothing to register:

    LABELS = ("contact.email",)          # the fine labels it may give
    PRIORITY = 80                        # settles a draw of length and score
    def find(text: NormalText, locale: Locale) -> Iterator[Match]: ...

`find` gives offsets into `text.text`, the folded view; `ficha.rules.find_all` takes them back
to the source. Files that begin with an underscore are helpers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ficha.locales import Locale
from ficha.normalise import NormalText


@dataclass(frozen=True, slots=True)
class Match:
    """Characters `start` to `end` (half-open, code points) that `rule` wants hidden as `label`.

    `score` is between 0 and 1; `why` says in a few words what spoke for it, never the text.
    """

    start: int
    end: int
    label: str
    score: float
    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """A match that lost characters to `winner`; `kept` is what stayed of it, mostly nothing."""

    match: Match
    winner: Match
    kept: tuple[Match, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Findings:
    """Matches in order that don't overlap, and those that gave way."""

    kept: tuple[Match, ...]
    dropped: tuple[Dropped, ...]


class Rule(Protocol):
    """The interface of a rule module."""

    LABELS: tuple[str, ...]
    PRIORITY: int

    def find(self, text: NormalText, locale: Locale) -> Iterator[Match]:
        """All matches in `text`, in any order, overlaps allowed."""


def settle(text: str, matches: Iterable[tuple[Match, int]]) -> Findings:
    """One decision a character among (match, priority): longest, then score, then priority.

    A match that loses only some characters keeps the rest, so that nothing that a rule wanted
    hidden is shown; rests without a letter or digit are let go.
    """
    kept: list[Match] = []  # in order, without overlaps
    starts: list[int] = []  # theirs
    dropped: list[Dropped] = []
    order = sorted(matches, key=lambda m: (m[0].start - m[0].end, -m[0].score, -m[1], m[0].start, m[0].label))
    for match, _ in order:
        first, last = bisect_left(starts, match.start), bisect_left(starts, match.end)
        if first and kept[first - 1].end > match.start:
            first -= 1
        winners = kept[first:last]
        rests = tuple(_rests(text, match, winners)) if winners else (match,)
        kept[first:last] = sorted([*winners, *rests], key=lambda m: m.start)
        starts[first:last] = [m.start for m in kept[first : last + len(rests)]]
        if winners:
            dropped.append(Dropped(match, winners[0], rests, _reason(match, winners[0])))
    return Findings(tuple(kept), tuple(dropped))


def _rests(text: str, match: Match, winners: Sequence[Match]) -> Iterator[Match]:
    """What lies between `winners`, in order, without signs and spaces at its edges."""
    start = match.start
    for end, after in (*((w.start, w.end) for w in winners), (match.end, match.end)):
        inner = [i for i in range(start, end) if text[i].isalnum()]
        if inner:
            yield replace(match, start=inner[0], end=inner[-1] + 1)
        start = after


def _reason(match: Match, winner: Match) -> str:
    if winner.end - winner.start > match.end - match.start:
        by = "is longer"
    elif winner.score > match.score:
        by = "is surer"
    else:
        by = "comes first"
    return f"{match.rule} gives way to {winner.rule}, which {by}"
