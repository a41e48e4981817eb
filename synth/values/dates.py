"""Dates in the country's written forms, with the locale's own month names.

`{dob}` agrees with the age of the same number; `{date}` is near the document's day and `{date#2}`, `{date#3}` ... come
after it in time. `{date.edd}` is 280 days after `{date.lmp}` (Naegele's rule); the document's day lies between them.

    >>> write(scene, Slot("date", form="words"))
    '4 Machi 2025'
"""

from __future__ import annotations

import datetime as dt

from synth.nodes import Slot
from synth.slots import PREGNANCY
from synth.values.ages import age_of
from synth.world import Scene


def write(scene: Scene, slot: Slot) -> str:
    """The date as the slot's form wants it: usual, `words`, `short` or `year`; a date of birth has its year."""
    if slot.form in PREGNANCY:
        date = pregnancy(scene)[PREGNANCY.index(slot.form)]
    else:
        date = birth(scene, slot.number) if slot.kind == "dob" else event(scene, slot.number)
    if slot.form == "year":
        return str(date.year)
    settings = scene.world.pack.settings
    by_form = {"words": settings.date_words, "short": settings.date_short}
    by_country = by_form.get(slot.form, settings.date_styles)
    styles = [s for s in scene.world.styles(by_country) if slot.kind == "date" or slot.form == "short" or "{yy" in s]
    # One hand writes all dates of a document alike, births apart.
    named = "" if slot.form in PREGNANCY else slot.form
    style = scene.recall(f"{slot.kind} style {named}", 1, lambda: scene.rng.choice(styles))
    return spelt(date, style, scene)


def birth(scene: Scene, number: int) -> dt.date:
    """A date of birth that makes the person as old as `{age#number}` on the document's day."""
    within = {"years": 365, "months": 30, "weeks": 7}

    def draw() -> dt.date:
        age = age_of(scene, number)
        return scene.today - dt.timedelta(days=age.days + scene.rng.randrange(within[age.unit] - 1))

    return scene.recall("dob", number, draw)


def event(scene: Scene, number: int) -> dt.date:
    """The document's day for number 1, later days for higher numbers."""
    if number == 1:
        return scene.today
    return scene.recall(
        "date", number, lambda: event(scene, number - 1) + dt.timedelta(days=scene.rng.choice((1, 2, 3, 7, 14, 30, 90)))
    )


def pregnancy(scene: Scene) -> tuple[dt.date, dt.date]:
    """The last menstrual period, 6 to 39 weeks before the document's day, and the expected day of birth."""
    lmp = scene.recall("lmp", 1, lambda: scene.today - dt.timedelta(days=scene.rng.randint(42, 273)))
    return lmp, lmp + dt.timedelta(days=280)


def spelt(date: dt.date, style: str, scene: Scene) -> str:
    """`date` in one written form; fields as in `synth.pack.PackSettings`."""
    settings = scene.world.pack.locale.settings
    months = settings.months.get(date.month, ())
    return style.format(
        d=date.day,
        dd=f"{date.day:02d}",
        ord=f"{date.day}{ordinal_ending(date.day)}",
        m=date.month,
        mm=f"{date.month:02d}",
        yy=f"{date.year % 100:02d}",
        yyyy=date.year,
        month=months[0] if months else "",
        month2=months[min(1, len(months) - 1)] if months else "",
        month3=months[min(2, len(months) - 1)] if months else "",
        mon=months[-1] if months else "",
        weekday=settings.weekdays[date.weekday()] if settings.weekdays else "",
    )


def ordinal_ending(number: int) -> str:
    """The English ending: 1st, 2nd, 3rd, 11th."""
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
