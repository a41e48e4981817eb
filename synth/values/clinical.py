"""Measured values that are no personal data: doses, vital signs, durations, counts.

    >>> write(scene, Slot("bp"))
    '148/92'

A pack replaces a kind, or adds one, under `fillers` in pack.yaml.
"""

from __future__ import annotations

from collections.abc import Sequence

from synth.nodes import Slot
from synth.pack import Filler
from synth.values.ages import age_of
from synth.world import Scene

DEFAULTS: dict[str, tuple[Filler, ...]] = {
    "dose": (
        Filler(text="{n} mg", low=50, high=1000, step=50),
        Filler(text="{n}mg", low=50, high=1000, step=50),
        Filler(text="{n} mg", low=5, high=40, step=5),
        Filler(text="{n} ml", low=5, high=20, step=5),
    ),
    "bp": (
        Filler(text="{n}/{m}", low=96, high=188, low2=58, high2=92),
        Filler(text="{n}/{m} mmHg", low=96, high=188, low2=58, high2=92),
    ),
    "pulse": (Filler(text="{n}", low=54, high=128), Filler(text="{n} bpm", low=54, high=128)),
    "temp": (
        Filler(text="{n}", low=36.1, high=40.2, step=0.1),
        Filler(text="{n}°C", low=36.1, high=40.2, step=0.1),
        Filler(text="{n} °C", low=36.1, high=40.2, step=0.1),
    ),
    "weight": (Filler(text="{n} kg", low=3, high=98), Filler(text="{n} kg", low=2.6, high=18, step=0.1)),
    "spo2": (Filler(text="{n}%", low=86, high=100),),
    "sugar": (
        Filler(text="{n} mmol/L", low=3.6, high=21, step=0.1),
        Filler(text="{n}", low=3.6, high=21, step=0.1),
    ),
    "hb": (Filler(text="{n} g/dL", low=5.2, high=15.8, step=0.1), Filler(text="{n}", low=5.2, high=15.8, step=0.1)),
    "count": (Filler(text="{n}", low=2, high=12),),
    "room": (Filler(text="{n}", low=1, high=30),),
    "score": (Filler(text="{n}", low=1, high=15),),
}


def fillers(scene: Scene, kind: str) -> Sequence[Filler]:
    """The pack's own fillers of a kind, else the defaults; empty for a kind that isn't measured."""
    return scene.world.pack.settings.fillers.get(kind) or DEFAULTS.get(kind, ())


def is_measured(scene: Scene, kind: str) -> bool:
    """True for kinds made of a number, and not taken from a list."""
    return bool(fillers(scene, kind))


def write(scene: Scene, slot: Slot) -> str:
    """One value; mentions of the same number agree."""
    return scene.recall(slot.kind, slot.number, lambda: _draw(scene, slot.kind))


def _draw(scene: Scene, kind: str) -> str:
    filler = scene.rng.choice(fillers(scene, kind))
    if kind == "weight" and {("age", 1), ("dob", 1)} & scene.forms.keys():
        return filler.text.format(n=_weight(scene))
    return filler.text.format(
        n=_number(scene, filler.low, filler.high, filler.step), m=_number(scene, filler.low2, filler.high2, 1)
    )


def _weight(scene: Scene) -> str:
    """Kilograms that suit the age: birth weight and half a kilogram a month, then two a year (APLS, roughly)."""
    age = age_of(scene, 1)
    if age.unit == "years" and age.count > 14:
        return str(scene.rng.randint(42, 98))
    months = {"weeks": age.count / 4.3, "months": age.count, "years": age.count * 12}[age.unit]
    usual = 3.2 + 0.5 * months if months < 12 else 8 + months / 6
    return f"{usual * scene.rng.uniform(0.85, 1.15):.1f}".replace(".", scene.world.pack.settings.decimal)


def _number(scene: Scene, low: float, high: float, step: float) -> str:
    steps = int((high - low) / step + 1e-6)
    value = low + scene.rng.randint(0, steps) * step
    if step == int(step) and low == int(low):
        return f"{value:.0f}"
    return f"{value:.1f}".replace(".", scene.world.pack.settings.decimal)
