"""From a template's nodes to a document's pieces: alternatives are drawn, slots filled, spans known by construction.

A document is first a list of pieces (carrier text, filler, or labelled value), because noise may still change each;
offsets are counted last, so a span can't slip:

    >>> assemble([Piece("Naitwa "), Piece("Achieng", "person.patient", "patient")])
    ('Naitwa Achieng', (Span(start=7, end=14, label='person.patient', entity='patient'),))
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ficha.document import Span
from synth.deck import Deck
from synth.nodes import Bank, Choice, Node, Slot, Switch, Text
from synth.slots import LABELS
from synth.templates import Clause
from synth.values import value_of
from synth.words import fold
from synth.world import Scene, World


@dataclass(slots=True)
class Piece:
    """A stretch of a document: carrier text, a filler, or a value with its label."""

    text: str
    label: str | None = None
    entity: str | None = None
    filler: bool = False
    natural: str | None = None  # the id of the natural sentence that this carrier text is

    @property
    def carrier(self) -> bool:
        return self.label is None and not self.filler


class Clash(Exception):
    """The drawn alternatives ask for two genders of one person."""


Flat = Text | Slot | Switch

_LINK = re.compile(r"([aeiou])~$")
_VOWELS = frozenset("aeiou")


Banks = Mapping[str, Deck[Clause]]


def flatten(nodes: Iterable[Node], banks: Banks, rng: random.Random) -> list[Flat]:
    """Draw every alternative and clause. An empty alternative takes one of the blanks around it along.

    A document repeats a clause of a bank only when it has drawn all of them.
    """
    return _flatten(nodes, banks, rng, defaultdict(list))


def _flatten(nodes: Iterable[Node], banks: Banks, rng: random.Random, drawn: dict[str, list[Clause]]) -> list[Flat]:
    out: list[Flat] = []
    swallow = False  # the next text loses its leading blank
    for node in nodes:
        if isinstance(node, Choice):
            option = rng.choice(node.options)
            if not option:
                swallow = not out or _ends_with_blank(out[-1])
            for part in _flatten(option, banks, rng, drawn):
                swallow = _append(out, part, swallow)
        elif isinstance(node, Bank):
            if len(drawn[node.name]) == len(banks[node.name].items):
                drawn[node.name].clear()
            clause = banks[node.name].draw(drawn[node.name])
            drawn[node.name].append(clause)
            for part in _flatten(clause.nodes, banks, rng, drawn):
                swallow = _append(out, part, swallow)
        else:
            swallow = _append(out, node, swallow)
    return out


def _append(out: list[Flat], node: Flat, swallow: bool) -> bool:
    if isinstance(node, Text) and swallow:
        if node.text[:1] in {",", ".", ";", ":", "!", "?", "\n"} and out:
            last = out[-1]
            if isinstance(last, Text) and last.text.endswith(" "):
                out[-1] = Text(last.text[:-1])
        else:
            node = Text(node.text.removeprefix(" "))
    if node != Text(""):
        out.append(node)
    return False


def _ends_with_blank(node: Flat) -> bool:
    return isinstance(node, Text) and node.text.endswith((" ", "\n"))


def render(nodes: Iterable[Node], banks: Banks, world: World, rng: random.Random) -> tuple[list[Piece], Scene]:
    """The pieces of one document and the scene behind it. Raises Clash; InputError where a list is empty."""
    flat = flatten(nodes, banks, rng)
    scene = Scene(world, rng, _forms(flat), _genders(flat))
    pieces = [_piece(node, scene) for node in flat]
    elide(pieces)
    return pieces, scene


def elide(pieces: Sequence[Piece]) -> None:
    """Write `wa~` before a value: "w'" before a vowel, else "wa " (Luganda, Kinyarwanda); the value stays as it is."""
    for piece, value in pairwise(pieces):
        if piece.carrier and _LINK.search(piece.text):
            vowel = fold(value.text[:1]) in _VOWELS
            piece.text = _LINK.sub("'" if vowel else r"\1 ", piece.text)


def _forms(flat: Iterable[Flat]) -> dict[tuple[str, int], frozenset[str]]:
    forms: dict[tuple[str, int], frozenset[str]] = {}
    for node in flat:
        if isinstance(node, Slot):
            key = (node.kind, node.number)
            forms[key] = forms.get(key, frozenset()) | {node.form}
    return forms


def _genders(flat: Iterable[Flat]) -> dict[tuple[str, int], str]:
    genders: dict[tuple[str, int], str] = {}
    for node in flat:
        if not isinstance(node, Slot) or node.gender is None:
            continue
        if genders.setdefault((node.kind, node.number), node.gender) != node.gender:
            raise Clash
    return genders


def _piece(node: Flat, scene: Scene) -> Piece:
    if isinstance(node, Text):
        return Piece(node.text)
    if isinstance(node, Switch):
        return Piece(node.male if scene.person(node.kind, node.number).gender == "m" else node.female)
    label = LABELS.get(node.kind)
    entity = None if label is None else node.kind if node.number == 1 else f"{node.kind}#{node.number}"
    return Piece(value_of(scene, node), label, entity, filler=label is None)


def assemble(pieces: Iterable[Piece]) -> tuple[str, tuple[Span, ...]]:
    """The text and its spans; offsets count code points."""
    texts: list[str] = []
    spans: list[Span] = []
    at = 0
    for piece in pieces:
        if piece.label is not None:
            spans.append(Span(at, at + len(piece.text), piece.label, piece.entity))
        texts.append(piece.text)
        at += len(piece.text)
    return "".join(texts), tuple(spans)
