"""Ages: a number with its unit as the language writes it, agreeing with the date of birth of the same number.

>>> write(scene, Slot("age", form="child"))
'miaka 7'
"""

from __future__ import annotations

from dataclasses import dataclass

from synth.nodes import Slot
from synth.world import Scene


@dataclass(frozen=True, slots=True)
class Age:
    """`count` years, months or weeks."""

    count: int
    unit: str  # years | months | weeks

    @property
    def days(self) -> int:
        return int(self.count * {"years": 365.25, "months": 30.44, "weeks": 7}[self.unit])


def age_of(scene: Scene, number: int) -> Age:
    """The age behind `{age#number}` and `{dob#number}`, in the range that the document's forms ask for."""
    return scene.recall("age", number, lambda: _draw(scene, number))


def _draw(scene: Scene, number: int) -> Age:
    rng, forms = scene.rng, _forms(scene, number)
    if "infant" in forms:
        if "weeks" in scene.world.pack.settings.age_styles and rng.random() < 0.2:
            return Age(rng.randint(2, 8), "weeks")
        return Age(rng.randint(1, 18), "months")
    if "child" in forms:
        return Age(rng.randint(1, 14), "years")
    if "elder" in forms:
        return Age(rng.randint(70, 104), "years")
    return Age(rng.choice((rng.randint(18, 45), rng.randint(18, 92))), "years")


def _forms(scene: Scene, number: int) -> frozenset[str]:
    nothing: frozenset[str] = frozenset()
    return scene.forms.get(("age", number), nothing) | scene.forms.get(("dob", number), nothing)


def write(scene: Scene, slot: Slot) -> str:
    """The age as the slot's form wants it; the same words for every mention."""
    age = age_of(scene, slot.number)
    if slot.form == "number":
        return str(age.count)
    styles = scene.world.pack.settings.age_styles
    if slot.form in styles:
        options = styles[slot.form]
    else:
        options = styles.get(f"one_{age.unit[:-1]}", styles[age.unit]) if age.count == 1 else styles[age.unit]
    style = scene.recall(f"age style {slot.form}", slot.number, lambda: scene.rng.choice(options))
    return style.format(n=age.count)
