"""What a slot is replaced by: one file a kind of value, each with `write(scene, slot) -> str`.

>>> value_of(scene, Slot("village"))
'Got Agulu'
"""

from __future__ import annotations

from synth.nodes import Slot
from synth.slots import ID_KINDS, LOCATIVE, PERSON_KINDS
from synth.values import addresses, ages, clinical, contacts, dates, ids, phones, times
from synth.world import Scene

_WRITERS = {
    **dict.fromkeys(ID_KINDS, ids.write),
    **dict.fromkeys(("dob", "date"), dates.write),
    **dict.fromkeys(("phone", "fax"), phones.write),
    **dict.fromkeys(("email", "handle", "url", "ip"), contacts.write),
    **dict.fromkeys(("address", "postcode"), addresses.write),
    "time": times.write,
    "age": ages.write,
}


def value_of(scene: Scene, slot: Slot) -> str:
    """The text of `slot` in this document. Raises InputError where a list of the locale is empty."""
    if slot.kind in PERSON_KINDS:
        return scene.person(slot.kind, slot.number).named(slot.form, scene.world.style)
    if writer := _WRITERS.get(slot.kind):
        return writer(scene, slot)
    if clinical.is_measured(scene, slot.kind):
        return clinical.write(scene, slot)
    value = scene.listed(slot.kind, slot.number)
    if slot.form == LOCATIVE:
        first, blank, rest = value.partition(" ")
        return scene.world.pack.settings.locatives.get(first, first) + blank + rest
    return value
