"""When two labels are alike: the same category, and the same surface form or the same context and shape.

>>> shape("Achieng Otieno, 0712")
'Xx Xx, 0'
"""

from __future__ import annotations

import regex

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")

Key = tuple[str | None, ...]


def shape(text: str) -> str:
    """The look of a text: runs of capitals X, of small letters x, of digits 0; the rest as it is."""
    text = regex.sub(r"[\p{Lu}\p{Lt}]+", "X", text)
    text = regex.sub(r"[\p{Ll}\p{M}\p{Lo}]+", "x", text)
    return regex.sub(r"\p{N}+", "0", text)


def keys(text: str, start: int, end: int, label: str | None) -> tuple[Key, Key]:
    """(by surface form, by context and shape) of the label at `start` to `end` of `text`."""
    surface = text[start:end]
    before = _WORD.findall(text[max(0, start - 40) : start])[-1:]
    behind = _WORD.findall(text[end : end + 40])[:1]
    context = [word[0].casefold() if word else None for word in (before, behind)]
    return ("surface", label, surface.casefold()), ("context", label, *context, shape(surface))
