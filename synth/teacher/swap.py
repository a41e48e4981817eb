"""Values of a text replaced by invented local ones, span by span; all carrier text stays.

Every number and address that a teacher wrote (phones, ids, e-mails, accounts) gives way to one of the pack's
generators: a language model's number may be somebody's. Names and places give way where they belong to another split,
or all of them where that is asked for (`everything`), as for a translated corpus.

    >>> swap = Swap(world, lists, roster, random.Random(1), everything=True)
    >>> swap.document("Naitwa Maria, simu 0712345678.", spans)[0]
    'Naitwa Achieng, simu 0700 000 123.'
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from ficha.document import Span
from synth.nodes import Slot
from synth.people import Person
from synth.render import Piece, assemble
from synth.slots import LABELS, NAME_LISTS
from synth.splits import ListSplit, split_of
from synth.statistics import VALUE_LABELS
from synth.teacher.checks import pieces_of
from synth.values import value_of
from synth.words import fold, name_tokens
from synth.world import Scene, World
from synth.written_names import FAMILY, GIVEN, Part, Roster, cased, is_one_word, lists_for

GENERATED = ("contact.", "id.")  # never the teacher's own
TRIES = 12  # drawings of a value that no other value of the document has

_KINDS = {label: kind for kind, label in reversed(LABELS.items())}  # fine label -> its first slot kind


class Swap:
    """The replacements of one document: equal values are replaced alike."""

    def __init__(self, world: World, lists: ListSplit, roster: Roster, rng: random.Random, everything: bool) -> None:
        self._world, self._lists, self._roster, self._rng = world, lists, roster, rng
        self._everything = everything
        self._scene = Scene(world, rng, {}, {})
        self._known: dict[tuple[str, str], str] = {}
        self._drawn: Counter[str] = Counter()  # kind -> values drawn: each is an entity of the scene

    def document(self, text: str, spans: Sequence[Span]) -> tuple[str, tuple[Span, ...]]:
        """The text with its values replaced, and the spans where they are now. Raises InputError: nothing to draw."""
        pieces = pieces_of(text, spans)
        for piece in pieces:
            if piece.label is not None:
                piece.text = self._value(piece)
        return assemble(pieces)

    def _value(self, piece: Piece) -> str:
        label, value = piece.label or "", piece.text
        if label.startswith("person."):
            return self._person(value) if self._everything or not self._person_fits(value) else value
        kind = _KINDS.get(label)
        if kind is None:
            return value
        if label.startswith(GENERATED):
            return self._once(label, value, lambda: value_of(self._scene, Slot(kind, self._number(kind))))
        if label.startswith(VALUE_LABELS):
            if self._everything or split_of(value) != self._world.split or not self._world.fits(value):
                return self._once(label, value, lambda: self._world.pick(kind, self._rng))
        elif label == "location.address" and (self._everything or not self._world.fits(value)):
            return self._once(label, value, lambda: value_of(self._scene, Slot(kind, self._number(kind))))
        return value

    def _number(self, kind: str) -> int:
        """A number that no entity of the scene has yet: each draw is a new value."""
        self._drawn[kind] += 1
        return self._drawn[kind]

    def _once(self, group: str, value: str, draw: Callable[[], str]) -> str:
        """What stands for `value` in this document, drawn at its first mention and like no other."""
        key = group, fold(value)
        if key not in self._known:
            taken = {v for (g, _), v in self._known.items() if g == group}
            new = draw()
            for _ in range(TRIES):
                if new not in taken:
                    break
                new = draw()
            self._known[key] = new
        return self._known[key]

    def _person_fits(self, value: str) -> bool:
        """True where every name in `value` belongs to the split."""
        if not self._world.style.separator:  # Chinese: both parts must come from the lists of the split
            names = {n for kind in NAME_LISTS for n in self._lists.names(kind, self._world.country, self._world.split)}
            return any(value[:i] in names and value[i:] in names for i in range(1, len(value)))
        tokens = set(name_tokens(value)) - set(self._world.style.particles)
        return all(split_of(token) == self._world.split for token in tokens) and self._world.fits(value)

    def _person(self, value: str) -> str:
        if not self._world.style.separator:
            return self._whole_name(value)
        parts = self._roster.parts(value)
        return "".join(self._name(part) if part.role in (GIVEN, FAMILY) else part.text for part in parts)

    def _name(self, part: Part) -> str:
        return cased(part.text, self._once("person", part.text, lambda: self._name_like(part)))

    def _name_like(self, part: Part) -> str:
        """A single name of the split, of the same role and gender; any family name where the lists hold none."""
        world = self._world
        kinds = lists_for(part.role, part.gender)
        names = [n for kind in kinds for n in self._lists.names(kind, world.country, world.split) if is_one_word(n)]
        return self._rng.choice(names) if names else self._anybody().family[0]

    def _whole_name(self, value: str) -> str:
        """A whole name for a whole name, and its family name for the family name alone."""
        people = {old: new for (group, old), new in self._known.items() if group == "person"}
        if len(value) == 1:
            known = next((new for old, new in people.items() if old.startswith(fold(value))), None)
            return known[0] if known else self._once("family", value, lambda: self._anybody().family[0])
        return self._once("person", value, lambda: self._anybody().named("", self._world.style))

    def _anybody(self) -> Person:
        return self._world.census.person(self._rng, None)
