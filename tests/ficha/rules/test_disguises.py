"""Identifiers in other alphabets and with invisible characters are found, at their place in the source as given."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

from ficha.locales import load_locale
from ficha.rules import find_all

SURFACES = {
    "contact.phone": ("eng", "Call ", "07700 900461", " today"),
    "contact.email": ("eng", "mail ", "achieng.otieno@example.org", " please"),
    "contact.url": ("eng", "see ", "www.example.org/achieng", " there"),
    "contact.handle": ("eng", "on X ", "@mama_joy7", " there"),
    "date.birth": ("eng", "born ", "14/02/1988", " here"),
    "date.event": ("swa", "tarehe ", "3 Machi 2026", " alikuja"),
    "id.national": ("lug", "NIN ", "CM88012345ABCD", " ye"),
    "id.health": ("eng", "NHS no ", "943 476 5919", " ok"),
    "id.record": ("swa", "faili namba ", "OP/04512/24", " sawa"),
    "id.vehicle": ("swa", "gari ", "KCB 123A", " sawa"),
    "id.account": ("eng", "card ", "4111 1111 1111 1111", " used"),
    "age": ("swa", "umri wa ", "miaka 46", " sasa"),
    "location.postcode": ("eng", "lives at ", "SW1A 1AA", " now"),
}
_CYRILLIC = str.maketrans("aeopcxABEKMHOPCTX", "аеорсхАВЕКМНОРСТХ")


def _wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def _digits(zero: str) -> Callable[[str], str]:
    return lambda text: "".join(chr(ord(zero) + int(c)) if c in "0123456789" else c for c in text)


DISGUISES: dict[str, Callable[[str], str]] = {
    "full-width": _wide,
    "zero-width spaces": "\u200b".join,
    "joiners": "\u2060".join,
    "soft hyphens": "\u00ad".join,
    "right-to-left marks": lambda t: "\u200f" + "\u200f".join(t) + "\u200f",
    "embedding": lambda t: "\u202a" + t + "\u202c",
    "isolate": lambda t: "\u2066" + t + "\u2069",
    "byte order mark": lambda t: "\ufeff" + t,
    "no-break spaces": lambda t: t.replace(" ", "\u00a0"),
    "thin spaces": lambda t: t.replace(" ", "\u2009"),
    "Cyrillic look-alikes": lambda t: t.translate(_CYRILLIC),
    "Arabic digits": _digits("\u0660"),
    "Devanagari digits": _digits("\u0966"),
    "bold digits": _digits("\U0001d7ce"),
    "dashes and dots": lambda t: t.replace("-", "\u2011").replace("/", "\u2044"),
    "combining strokes": lambda t: "".join(c + "\u0336" for c in t),
}


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("label", SURFACES)
def test_an_identifier_is_found_in_the_source_as_given(label: str, disguise: str) -> None:
    code, before, surface, behind = SURFACES[label]
    text = before + DISGUISES[disguise](surface) + behind
    hidden = {i for m in find_all(text, [load_locale(code)]).kept for i in range(m.start, m.end)}
    shown = [c for i, c in enumerate(text) if i not in hidden]
    assert "".join(c for c in shown if c.isalnum()) == _letters(before + behind)


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def test_decomposed_letters_are_one_character_with_their_marks() -> None:
    text = unicodedata.normalize("NFD", "nascida a 3 de março de 1988, visto")
    (match,) = find_all(text, [load_locale("por")]).kept
    assert unicodedata.normalize("NFC", text[match.start : match.end]) == "3 de março de 1988"
