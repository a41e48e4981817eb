"""Reads a twin back under its grammar: which characters each placeholder hides, exactly, whatever the source holds.

A source may hold brackets and placeholders of its own, so that a twin has several readings. The one with the fewest
placeholders is taken (`[name]` that stands in the source is text), and of these the one that hides most.

    >>> parse(CopyGrammar("Ask Joyce.", ["name"], edges=[0, 3, 4, 9, 10]), "Ask [name].")
    [HiddenPart(start=4, end=9, tag='name', twin_start=4, twin_end=10)]
"""

from __future__ import annotations

from collections.abc import Iterator

from ficha.engine import HiddenPart
from ficha.engine.grammar import CopyGrammar

# (opened at, closed at, its first byte in the twin, the byte behind it), and the ones before
_Path = tuple[tuple[int, int, int, int], "_Path"] | None
_Best = tuple[int, int, int, _Path]  # placeholders, minus hidden bytes, where the running one began, those done


def parse(grammar: CopyGrammar, twin: str) -> list[HiddenPart] | None:
    """What the placeholders of `twin` hide, in code points, in order; None where it is no complete twin."""
    states: dict[int | tuple[int, bytes], _Best] = {0: (0, 0, 0, None)}
    written = twin.encode("utf-8", "surrogatepass")
    for at, byte in enumerate(written):
        following: dict[int | tuple[int, bytes], _Best] = {}
        for item, best in states.items():
            for after, value in _after(grammar, item, best, at, byte):
                if after not in following or value[:2] < following[after][:2]:
                    following[after] = value
        states = following
    if grammar.end not in states:
        return None
    found: list[HiddenPart] = []
    path = states[grammar.end][3]
    while path is not None:
        (opened, closed, first, end), path = path
        source = grammar.source
        found.append(
            HiddenPart(
                len(source[:opened].decode("utf-8")),
                len(source[:closed].decode("utf-8")),
                written[first + 1 : end - 1].decode("utf-8"),
                len(written[:first].decode("utf-8")),
                len(written[:end].decode("utf-8")),
            )
        )
    return found[::-1]


def _after(
    grammar: CopyGrammar, item: int | tuple[int, bytes], best: _Best, at: int, byte: int
) -> Iterator[tuple[int | tuple[int, bytes], _Best]]:
    for after in grammar.step(frozenset({item}), byte):
        count, hidden, first, path = best
        if isinstance(item, int):
            # opening, or copying on
            yield after, ((count + 1, hidden, at, path) if not isinstance(after, int) else best)
        elif isinstance(after, int):
            done = (item[0], after, first, at + 1)
            yield after, (count, hidden - (after - item[0]), 0, (done, path))
        else:
            yield after, best
