"""Scores as CoNLL shared tasks count them: tokens with IOB2 tags, an entity right where its tokens and label are.

    >>> tokens = tokenise("Dr Okello, Kisumu.")
    >>> tags(tokens, [Item(3, 9, frozenset({"PERSON"}), "PERSON")])
    ['O', 'B-PERSON', 'O', 'O', 'O']

The difference from strict item scores: edges are those of tokens, so that half a hidden word counts as the whole.
Agrees with seqeval (tested on random tags), which implements Tjong Kim Sang and De Meulder 2003.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from eval.scheme import Item

Entity = tuple[int, int, str]  # first token, last token, label
_TOKEN = regex.compile(r"\p{Han}|(?:(?!\p{Han})[\p{L}\p{M}\p{N}_])+|[^\s\p{L}\p{M}\p{N}_]")


def tokenise(text: str) -> list[tuple[int, int]]:
    """The tokens as half-open offsets: runs of letters, marks and digits, single Han signs, single other signs."""
    return [match.span() for match in _TOKEN.finditer(text)]


def tags(tokens: Sequence[tuple[int, int]], items: Iterable[Item]) -> list[str]:
    """One IOB2 tag a token, the item's row as label; of items that share a token the first, then the longest, has it.

    An item takes each token that it touches.
    """
    found = ["O"] * len(tokens)
    for item in sorted(items, key=lambda i: (i.start, -i.end)):
        inside = [t for t, (start, end) in enumerate(tokens) if start < item.end and end > item.start]
        if not inside or any(found[t] != "O" for t in inside):
            continue
        for place, t in enumerate(inside):
            found[t] = f"{'I' if place else 'B'}-{item.row}"
    return found


def entities(tagged: Sequence[str]) -> set[Entity]:
    """The entities of IOB2 tags; a stray `I-` begins one, as conlleval has it."""
    found: set[Entity] = set()
    start, label = 0, ""
    for at, tag in enumerate([*tagged, "O"]):
        prefix, _, name = tag.partition("-")
        if label and (prefix != "I" or name != label):
            found.add((start, at - 1, label))
            label = ""
        if prefix != "O" and not label:
            start, label = at, name
    return found
