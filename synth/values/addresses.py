"""Postal addresses from the pack's styles, and postcodes in the country's form.

    >>> write(scene, Slot("postcode"))
    '40100'

A postcode says where some dozens of households live and names nobody, so any of the right form will do.
"""

from __future__ import annotations

from ficha.errors import InputError
from synth.nodes import Slot
from synth.world import Scene

# # is a digit, % a digit above zero, ? a letter; several patterns are drawn alike.
POSTCODES: dict[str, tuple[str, ...]] = {
    "KE": ("00%00", "%0100", "%0200", "%0#00"),
    "TZ": ("%%#01", "%%1##"),
    "GB": (
        "LS% %??",
        "M% %??",
        "B%% %??",
        "SE%# %??",
        "N% %??",
        "BS% %??",
        "EH% %??",
        "CF%# %??",
        "NE% %??",
        "G%% %??",
    ),
    "US": ("0%###", "1####", "3####", "6####", "9####"),
    "PT": ("%###-###",),
    "CN": ("%##0##",),
    "UG": ("%####",),
    "RW": ("%####",),
}
LETTERS = "ABDEFGHJLNPQRSTUWXYZ"  # of the inward part of a British postcode


def write(scene: Scene, slot: Slot) -> str:
    """An address or a postcode; an address's own parts are the document's where it has them."""
    if slot.kind == "postcode":
        return scene.recall("postcode", slot.number, lambda: _postcode(scene))
    return scene.recall("address", slot.number, lambda: _address(scene))


def _postcode(scene: Scene) -> str:
    rng, country = scene.rng, scene.world.country
    own = scene.world.styles(scene.world.pack.settings.ids.get("postcode", {}))
    patterns = own or POSTCODES.get(country)
    if not patterns:
        raise InputError(f"no postcodes are known for {country}: add `postcode` to `ids` in pack.yaml")
    out = []
    for sign in rng.choice(patterns):
        if sign in "#%":
            out.append(str(rng.randint(0 if sign == "#" else 1, 9)))
        else:
            out.append(rng.choice(LETTERS) if sign == "?" else sign)
    return "".join(out)


def _address(scene: Scene) -> str:
    rng, world = scene.rng, scene.world
    style = rng.choice(world.styles(world.pack.settings.address_styles))
    parts: dict[str, object] = {
        "number": rng.choice((rng.randint(1, 60), rng.randint(1, 400))),
        "letter": rng.choice("ABCDEF"),
        "box": rng.randint(12, 9890),
    }
    if "{postcode}" in style:
        parts["postcode"] = _postcode(scene)
    for kind in ("street", "village", "city", "region"):
        if f"{{{kind}}}" in style:
            parts[kind] = scene.pick(kind)
    return style.format(**parts)
