"""Clock times, on a 24-hour, 12-hour or East African clock (which counts from six).

>>> write(scene, Slot("time"))          # style "saa {s}:{MM} {period}", 14:30
'saa 8:30 mchana'
"""

from __future__ import annotations

from synth.nodes import Slot
from synth.world import Scene


def write(scene: Scene, slot: Slot) -> str:
    """A time of the working day, in one of the country's written forms."""
    rng, settings = scene.rng, scene.world.pack.settings
    hour, minute = scene.recall(
        "time", slot.number, lambda: (rng.randint(0, 23) if rng.random() < 0.15 else rng.randint(7, 18), _minute(scene))
    )
    style = scene.recall("time style", 1, lambda: rng.choice(scene.world.styles(settings.time_styles)))
    period = next((p.text for p in settings.day_periods if _within(hour, p.start, p.end)), "")
    return style.format(
        H=hour,
        HH=f"{hour:02d}",
        h=(hour - 1) % 12 + 1,
        s=(hour - 7) % 12 + 1,
        MM=f"{minute:02d}",
        period=period,
    ).strip()


def _minute(scene: Scene) -> int:
    if scene.rng.random() < 0.7:
        return scene.rng.choice((0, 0, 15, 30, 45, 10, 20, 40, 50))
    return scene.rng.randrange(60)


def _within(hour: int, start: int, end: int) -> bool:
    """True where `hour` lies in the period; one that ends before it starts runs over midnight."""
    return start <= hour < end if start <= end else hour >= start or hour < end
