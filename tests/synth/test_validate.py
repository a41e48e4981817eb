from __future__ import annotations

import pytest

from synth import validate
from synth.pack import Pack
from synth.people import Person
from synth.render import Piece, assemble
from synth.splits import split_of
from synth.validate import fault_of
from tests.synth.build import invented, make_scene

PATIENT = Piece("Grace Zebado", "person.patient")
PLACE = Piece("Got Agulu", "location.village")


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([Piece("I am "), PATIENT, Piece(" of "), PLACE, Piece(".")], None),
        ([Piece("no values at all")], None),
        ([Piece("I am "), PATIENT, PLACE], validate.TOUCHING),
        ([Piece("I am "), Piece(" Vi", "location.village")], validate.LOOSE_SPAN),
        ([Piece("I am "), Piece("", "location.village")], validate.BROKEN_SPAN),
        ([Piece("ZEBADO, I am "), PATIENT], validate.NAME_OUTSIDE),
        ([Piece("by the grace of "), PATIENT], None),  # a common word
        ([Piece("Zebadona, I am "), PATIENT], None),  # not the whole token
        ([Piece("in got agulu: "), PLACE], validate.VALUE_OUTSIDE),
        ([Piece("got. "), PLACE, Piece(" agulu")], None),  # no run over a value
        ([Piece("Vi and "), Piece("Vi", "location.village")], None),  # too short to be told from a word
        ([Piece("12 12 "), Piece("12", "age")], None),
        ([Piece("4月3日", "date.event"), Piece("下午3点", "time")], None),
        ([Piece("4/3", "date.event"), Piece("10:20", "time")], validate.TOUCHING),
        ([Piece("4月3日", "date.event"), Piece("王芳", "person.patient")], validate.TOUCHING),
    ],
)
def test_reasons(pack: Pack, pieces: list[Piece], reason: str | None) -> None:
    text, spans = assemble(pieces)
    assert fault_of(pieces, text, spans, make_scene(pack), frozenset({"grace"})) == reason


def test_a_name_that_only_the_scene_knows(pack: Pack) -> None:
    scene = make_scene(pack)
    scene.persons["patient", 1] = Person("f", ("Abado",), ("Zebado",))
    pieces = [Piece("Zebado called "), Piece("Abado", "person.patient")]
    assert fault_of(pieces, *assemble(pieces), scene, frozenset()) == validate.NAME_OUTSIDE


def test_a_held_out_name_inside_a_train_span(pack: Pack) -> None:
    held = next(name for name in invented("Ze", 120) if split_of(name) == "test")
    pieces = [Piece("at "), Piece(f"St {held} Hospital", "facility.hospital")]
    assert fault_of(pieces, *assemble(pieces), make_scene(pack), frozenset()) == validate.HELD_OUT
    assert fault_of(pieces, *assemble(pieces), make_scene(pack, split="test"), frozenset()) is None
