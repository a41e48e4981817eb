"""One decision a character: spans are laid down one after another, the strongest first.

A span keeps only what no earlier one covers, so that nothing that anything wanted hidden is shown; a rest
begins and ends with a letter or digit, one without any is let go. Who goes first is the caller's to say:
`ficha.rules.base.settle` ranks matches, `ficha.merge.merge` ranks what model and rules found.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar


class Stretch(Protocol):
    """A dataclass with `start` and `end` (half-open, code points)."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


S = TypeVar("S", bound=Stretch)


class Layout(Generic[S]):
    """Spans of `text` in order, none over another; a look-up takes logarithmic time.

    >>> layout = Layout[Span]("Dr Ann Lee")
    >>> layout.add(Span(3, 6, "name")), layout.add(Span(0, 10, "title"))
    (([], (Span(3, 6, 'name'),)), ([Span(3, 6, 'name')], (Span(0, 2, 'title'), Span(7, 10, 'title'))))
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.spans: list[S] = []

    def add(self, span: S) -> tuple[list[S], tuple[S, ...]]:
        """Lay `span` down. Returns the spans that it gave way to, in order, and what was laid down of it."""
        first = bisect_right(self.spans, span.start, key=lambda s: s.end)
        last = bisect_left(self.spans, span.end, key=lambda s: s.start)
        winners = self.spans[first:last]
        rests = tuple(self._rests(span, winners)) if winners else (span,)
        self.spans[first:last] = sorted([*winners, *rests], key=lambda s: s.start)
        return winners, rests

    def exchange(self, old: S, new: S) -> None:
        """Put `new` into the place of `old`, which covers the same characters."""
        self.spans[bisect_left(self.spans, old.start, key=lambda s: s.start)] = new

    def _rests(self, span: S, winners: Sequence[S]) -> Iterator[S]:
        start = span.start
        for end, after in (*((w.start, w.end) for w in winners), (span.end, span.end)):
            inner = [i for i in range(start, end) if self._text[i].isalnum()]
            if inner:
                yield replace(span, start=inner[0], end=inner[-1] + 1)
            start = after
