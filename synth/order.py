"""The order of lines: the `Label: value` lines of a form or a slip come in another order on another form.

>>> pieces = [Piece("KADI\nJina: "), Piece("Achieng", "person.patient"), Piece("\nUmri: 30\nKijiji: Got Agulu")]
>>> shuffle_lines(pieces, random.Random(2)); assemble(pieces)[0]
'KADI\nJina: Achieng\nKijiji: Got Agulu\nUmri: 30'
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

from synth.render import Piece

REGISTERS = ("form", "lab")
SHARE = 0.6  # of the documents of these registers
_LABELLED = re.compile(r"[^\W\d][^:：\n]{0,30}[:：] ?")  # a label of its own; a numbered line keeps its place
_LEAST = 3  # lines in a row; the first of them, mostly the name, stays where it is


def shuffle_lines(pieces: list[Piece], rng: random.Random) -> None:
    """Shuffle each run of three or more labelled lines behind its first line; a value is never cut."""
    lines = _lines(pieces)
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and _LABELLED.match(lines[end][0].text) and lines[end][0].label is None:
            end += 1
        if end - start >= _LEAST:
            rest = lines[start + 1 : end]
            rng.shuffle(rest)
            lines[start + 1 : end] = rest
        start = max(end, start + 1)
    joined: list[Piece] = []
    for number, line in enumerate(lines):
        joined += [*([Piece("\n")] if number else []), *line]
    pieces[:] = _merged(joined)


def _lines(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """The pieces of each line; only carrier text is cut, at its line breaks."""
    lines: list[list[Piece]] = [[]]
    for piece in pieces:
        if not piece.carrier or piece.natural:
            lines[-1].append(piece)
            continue
        for number, part in enumerate(piece.text.split("\n")):
            if number:
                lines.append([])
            if part:
                lines[-1].append(Piece(part))
    return [line or [Piece("")] for line in lines]


def _merged(pieces: Iterable[Piece]) -> list[Piece]:
    """Neighbouring carrier pieces as one, as rendering makes them."""
    merged: list[Piece] = []
    for piece in pieces:
        if merged and piece.carrier and merged[-1].carrier and not (piece.natural or merged[-1].natural):
            merged[-1].text += piece.text
        elif piece.text:
            merged.append(piece)
    return merged
