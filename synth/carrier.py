"""The carrier words of a template, and the rule that no two templates share a run of five of them.

Carrier words are what is left of a template without its slots. A run is broken by a slot and by a drawn clause;
case and punctuation don't count; every inline alternative does. The runs are found by walking the graph of
alternatives, so none is missed and nothing is multiplied out:

    >>> runs(parse_nodes("he came [late|early] to our clinic", ...), RUN)
    {('he', 'came', 'late', 'to', 'our'), ('came', 'late', 'to', 'our', 'clinic'), ('he', 'came', 'early', ...), ...}
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from synth.nodes import Bank, Choice, Node, Switch, Text
from synth.templates import Clause, Fault, Template, Texts

RUN = 5  # words
RUN_UNSPACED = 8  # characters, for scripts that don't put spaces between words: about five words

_WORD_OR_GAP = re.compile(r"[^\W_]+|[\W_]+")
_WRITTEN_WORD = re.compile(r"[^\W\d_]+(?:['’]t\b)?")  # "Don't" is not "Don", but "Bell's" is "Bell"
_APOSTROPHES = str.maketrans("", "", "'’ʼ`´")  # ng'ombe is one word

# Where a walk stands: the last words since the last break, and the word that is still being written.
_State = tuple[tuple[str, ...], str]


def runs(nodes: tuple[Node, ...], length: int, spaced: bool = True) -> set[tuple[str, ...]]:
    """All runs of `length` carrier words, over every alternative."""
    found: set[tuple[str, ...]] = set()
    states = _walk(nodes, {((), "")}, found, length, spaced)
    for state in states:
        _push(state, found, length)
    return found


def _walk(
    nodes: tuple[Node, ...], states: set[_State], found: set[tuple[str, ...]], length: int, spaced: bool
) -> set[_State]:
    for node in nodes:
        if isinstance(node, Text):
            states = _read(node.text, states, found, length, spaced)
        elif isinstance(node, Choice):
            states = {s for option in node.options for s in _walk(option, states, found, length, spaced)}
        elif isinstance(node, Switch):
            states = {s for text in (node.male, node.female) for s in _read(text, states, found, length, spaced)}
        else:  # a slot or a drawn clause breaks the run
            for state in states:
                _push(state, found, length)
            states = {((), "")}
    return states


def _read(text: str, states: set[_State], found: set[tuple[str, ...]], length: int, spaced: bool) -> set[_State]:
    for piece in pieces(text, spaced):
        if piece is None:
            states = {(_push(state, found, length), "") for state in states}
        else:
            states = {(words, begun + piece) for words, begun in states}
    return states


def _push(state: _State, found: set[tuple[str, ...]], length: int) -> tuple[str, ...]:
    words, begun = state
    if not begun:
        return words
    words = (*words, begun)
    if len(words) == length:
        found.add(words)
        words = words[1:]
    return words


def pieces(text: str, spaced: bool = True) -> Iterator[str | None]:
    """The parts of words in `text` in lower case, and None wherever a word ends."""
    for piece in _WORD_OR_GAP.findall(text.translate(_APOSTROPHES).casefold()):
        if not piece[0].isalnum():
            yield None
        elif spaced:
            yield piece
        else:
            for character in piece:
                yield character
                yield None


def words(nodes: Iterable[Node]) -> Iterator[str]:
    """The carrier words as written, text by text (a word cut by a slot comes in its parts)."""
    for node in nodes:
        if isinstance(node, Text):
            yield from _WRITTEN_WORD.findall(node.text)
        elif isinstance(node, Switch):
            yield from _WRITTEN_WORD.findall(f"{node.male} {node.female}")
        elif isinstance(node, Choice):
            for option in node.options:
                yield from words(option)


def shared_runs(texts: Texts, spaced: bool = True) -> Iterator[Fault]:
    """One fault for each text that shares a run with an earlier one.

    Clauses of one bank may resemble each other: they stand in for one another.
    """
    length = RUN if spaced else RUN_UNSPACED
    owners: dict[tuple[str, ...], dict[str, Template | Clause]] = defaultdict(dict)
    every: list[Template | Clause] = [*texts.templates, *(c for bank in texts.clauses.values() for c in bank)]
    for item in every:
        group = f"@{item.bank}" if isinstance(item, Clause) else item.id
        clashes = []
        for run in sorted(runs(item.nodes, length, spaced)):
            clashes += [(run, other) for owner, other in owners[run].items() if owner != group]
            owners[run].setdefault(group, item)
        if clashes:
            run, other = clashes[0]
            joined = (" " if spaced else "").join(run)
            what = f"shares {joined!r} with {other.file}:{other.line}" + (
                f" (and {len(clashes) - 1} more)" if len(clashes) > 1 else ""
            )
            yield Fault(item.file, item.line, f"{what}: expected no common run of {length} carrier words")


def draws_from(nodes: tuple[Node, ...]) -> frozenset[str]:
    """The clause banks that a template draws from."""
    return frozenset(node.name for node in nodes if isinstance(node, Bank))
