"""What a rule hands on, what a rule module looks like, and how overlaps are settled.

A rule module is one file of this folder, found by name, with nothing to register:

    LABELS = ("contact.email",)          # the fine labels it may give
    PRIORITY = 80                        # settles a draw of length and score
    def find(text: NormalText, locale: Locale) -> Iterator[Match]: ...

`find` gives offsets into `text.text`, the folded view; `ficha.rules.find_all` takes them back
to the source. Files that begin with an underscore are helpers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.overlaps import Layout


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

    A match that loses only some characters keeps the rest (`ficha.overlaps`).
    """
    layout = Layout[Match](text)
    dropped: list[Dropped] = []
    for match, _ in sorted(matches, key=lambda m: (m[0].start - m[0].end, -m[0].score, -m[1], m[0].start, m[0].label)):
        winners, rests = layout.add(match)
        if winners:
            dropped.append(Dropped(match, winners[0], rests, _reason(match, winners[0])))
    return Findings(tuple(layout.spans), tuple(dropped))


def _reason(match: Match, winner: Match) -> str:
    if winner.end - winner.start > match.end - match.start:
        by = "is longer"
    elif winner.score > match.score:
        by = "is surer"
    else:
        by = "comes first"
    return f"{match.rule} gives way to {winner.rule}, which {by}"
