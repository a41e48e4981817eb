"""People: invented persons, and the forms in which a text names one.

>>> anne = Person("f", ("Achieng",), ("Otieno",))
>>> [anne.named(form, NameStyle()) for form in ("", "given", "initial", "comma")]
['Achieng Otieno', 'Achieng', 'A. Otieno', 'Otieno, Achieng']
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from synth.pack import NameStyle

PARTICLE_SHARE = 0.5  # of the persons whose last family name may follow a particle


@dataclass(frozen=True, slots=True)
class Person:
    """A person's gender ("f" or "m") and the parts of the name, in the order of a full name."""

    gender: str
    given: tuple[str, ...]
    family: tuple[str, ...]

    def named(self, form: str, style: NameStyle) -> str:
        """The name in one of the forms of `synth.slots.PERSON_FORMS` ("" is the full name)."""
        given, family = style.separator.join(self.given), style.separator.join(self.family)
        if form == "given" and (style.separator or len(self.given[0]) > 1):
            return self.given[0]
        # In Chinese a given name of one character isn't used alone: 王芳 stays 王芳, and goes on as the full name.
        if form in {"family", "initial"}:  # `Dr. Costa`, not `Dr. da Costa`
            particle, blank, rest = self.family[-1].partition(" ")
            last = rest if blank and particle in style.particles else self.family[-1]
            return last if form == "family" else style.initial.format(initial=self.given[0][0], family=last)
        if form == "comma":
            return f"{family}, {given}"
        first, second = (given, family) if style.order == "given_family" and form != "family_first" else (family, given)
        return first + style.separator + second


class Census:
    """Draws persons from the names of one split and country."""

    def __init__(
        self, given: Mapping[str, Sequence[str]], family: Mapping[str, Sequence[str]], style: NameStyle
    ) -> None:
        self._given = given  # gender -> names
        self._family = family
        self._style = style

    def person(self, rng: random.Random, gender: str | None, relative_of: Person | None = None) -> Person:
        """A new person; a relative takes over the family name of `relative_of` in four of ten cases."""
        gender = gender or rng.choice("fm")
        pool = self._given[gender]
        first = rng.choice(pool)
        given: tuple[str, ...] = (first,)
        if rng.random() < self._style.middle and (second := rng.choice(pool)) != first:
            given = (first, second)
        if relative_of and rng.random() < 0.4:
            return Person(gender, given, relative_of.family)
        family: tuple[str, ...] = (rng.choice(self._family[gender]),)
        if rng.random() < self._style.second_family and (second := rng.choice(self._family[gender])) != family[0]:
            family = (*family, second)
        fitting = [p for p, names in self._style.particles.items() if family[-1] in names]
        if fitting and rng.random() < PARTICLE_SHARE:
            family = (*family[:-1], f"{rng.choice(fitting)} {family[-1]}")
        return Person(gender, given, family)
