"""E-mail addresses, handles, web and IP addresses, on names and networks that are reserved for examples.

>>> write(scene, Slot("email"))
'achieng.otieno@example.org'
"""

from __future__ import annotations

import string
import unicodedata

from synth.nodes import Slot
from synth.people import Person
from synth.reserved import DOMAINS, NETWORKS
from synth.world import Scene

# For names in other scripts: syllables of Pinyin that begin and end many names.
SYLLABLES = ("wang", "li", "zhang", "liu", "chen", "yang", "zhao", "huang", "zhou", "wu", "xu", "sun", "hu", "zhu",
             "gao", "lin", "he", "guo", "ma", "luo", "mei", "xiao", "yu", "jing", "min", "hua", "ping", "fang", "jun",
             "wei", "qiang", "lei", "yan", "jie", "tao", "bo", "hao", "xin", "ning", "dan")  # fmt: skip


def write(scene: Scene, slot: Slot) -> str:
    """The address; made of the name of the document's person with that number, or of a stranger's."""
    return scene.recall(slot.kind, slot.number, lambda: _draw(scene, slot))


def _draw(scene: Scene, slot: Slot) -> str:
    rng = scene.rng
    if slot.kind == "ip":
        return f"{rng.choice(NETWORKS)}.{rng.randint(1, 254)}"
    person = _owner(scene, slot.number)
    given, family = _ascii(person.given[0]), _ascii(person.family[-1])
    if not (given and family):  # a name in another script
        family, given = rng.choice(SYLLABLES), "".join(rng.choices(SYLLABLES, k=rng.randint(1, 2)))
    number = rng.randint(1, 99)
    domain = rng.choice((*DOMAINS, *scene.world.pack.settings.email_domains))
    if slot.kind == "email":
        local = rng.choice(
            (
                f"{given}.{family}",
                f"{given}{family}{number}",
                f"{given[0]}{family}",
                f"{family}.{given}",
                f"{given}_{number}",
            )
        )
        return f"{local}@{domain}"
    if slot.kind == "handle" and slot.form == "number":
        return str(rng.randrange(10**6, 10**10))
    if slot.kind == "handle" and (styles := scene.world.pack.settings.handle_styles):
        word = "".join(rng.choices(string.ascii_lowercase + string.digits, k=rng.randint(6, 10)))
        style = rng.choice(styles).format(given=given, family=family, word="w" + word, yy=f"{rng.randint(60, 99)}")
        return "".join(str(rng.randint(sign == "%", 9)) if sign in "#%" else sign for sign in style)
    if slot.kind == "handle":
        return "@" + rng.choice(
            (f"{given}_{family}", f"{given}{family}{number}", f"{given}.{family}", f"{family}{number}")
        )
    page = rng.choice((f"{given}-{family}", f"{given}.{family}", f"profile/{given}{number}"))
    return rng.choice(("https://www.", "https://", "www.")) + f"{domain}/{page}"


def _owner(scene: Scene, number: int) -> Person:
    persons = list(scene.persons.values())
    return persons[number - 1] if number <= len(persons) else scene.world.census.person(scene.rng, None)


def _ascii(name: str) -> str:
    """The name in plain Latin letters, "" where it has none."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return "".join(c for c in plain if c.isalpha())
