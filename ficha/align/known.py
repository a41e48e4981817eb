"""An alignment that needs no search: the engine says what each placeholder of its answer hides.

`known_alignment(source, generated, parts, policy)` gives the spans that `align` would, trimmed and joined alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ficha.align.exact import Hidden
from ficha.align.placeholders import Placeholder
from ficha.align.records import Alignment
from ficha.align.spans import spans_of
from ficha.policy import Policy


class Part(Protocol):
    """Source characters `start` to `end`, hidden by the placeholder `[tag]` at `twin_start`."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def tag(self) -> str: ...
    @property
    def twin_start(self) -> int: ...
    @property
    def twin_end(self) -> int: ...


def known_alignment(source: str, generated: str, parts: Iterable[Part], policy: Policy) -> Alignment:
    """The alignment of a generation whose hidden parts are known: it has no edits."""
    by_tag = {category.tag: category for category in policy.listed}
    hidden = [
        Hidden(Placeholder(p.twin_start, p.twin_end, by_tag[p.tag], None, True, False), p.start, p.end) for p in parts
    ]
    return Alignment(spans_of(source, generated, hidden)[0], (), 0)
