from __future__ import annotations

import random

from synth.order import shuffle_lines
from synth.render import Piece, assemble


def form() -> list[Piece]:
    return [
        Piece("CARD\nName: "),
        Piece("Achieng", "person.patient", "patient"),
        Piece("\nAge: "),
        Piece("30", "age", "age"),
        Piece("\nAddress: "),
        Piece("12 Xo Street\nGot Agulu", "location.address", "address"),
        Piece("\nDose: "),
        Piece("5 mg", filler=True),
        Piece("\n1. first: come\nlast line"),
    ]


def test_labelled_lines_change_places_and_nothing_else() -> None:
    seen = set()
    for seed in range(60):
        pieces = form()
        shuffle_lines(pieces, random.Random(seed))
        text, spans = assemble(pieces)
        assert {text[s.start : s.end] for s in spans} == {"Achieng", "30", "12 Xo Street\nGot Agulu"}
        assert text.startswith("CARD\nName: Achieng\n")
        assert text.endswith("\n1. first: come\nlast line")
        assert sorted(text) == sorted(assemble(form())[0])
        seen.add(text)
    assert len(seen) == 6  # three lines behind the name, in every order


def test_two_lines_stay() -> None:
    pieces = [Piece("Name: "), Piece("Achieng", "person.patient"), Piece("\nAge: 30\n\nthe end")]
    before = assemble(pieces)
    shuffle_lines(pieces, random.Random(1))
    assert assemble(pieces) == before
