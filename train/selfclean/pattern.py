"""The same error elsewhere: items that repeat the pattern of one that is surely wrong.

Two items share a pattern where they have the same category and either the same surface form, or the same context
(the words before and behind) and the same shape (`Xx Xx`, `0000 000`).

    >>> shape("Achieng Otieno, 0712")
    'Xx Xx, 0'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import regex

from train.selfclean.evidence import Suspect

PATTERN = 1.5  # nats that a shared pattern counts
SURE = 4.0  # the score from which on a suspect's pattern is looked for
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


def spread(suspects: Sequence[Suspect], texts: Mapping[str, str]) -> list[tuple[Suspect, str | None]]:
    """Every suspect, most suspect first, with the flag whose pattern it repeats and the score raised by that."""
    sure: dict[Key, Suspect] = {}
    for suspect in suspects:
        if suspect.score >= SURE:
            for key in _keys(suspect, texts):
                sure.setdefault(key, suspect)
    found: list[tuple[Suspect, str | None]] = []
    for suspect in suspects:
        like = None if suspect.score >= SURE else _first(sure, suspect, texts)
        if like is None:
            found.append((suspect, None))
        else:
            raised = replace(suspect, score=suspect.score + PATTERN)
            found.append((raised, f"{like.id}:{like.item.start}-{like.item.end}"))
    return sorted(found, key=lambda pair: (-pair[0].score, pair[0].id, pair[0].item.start))


def _keys(suspect: Suspect, texts: Mapping[str, str]) -> Iterable[Key]:
    return keys(texts[suspect.id], suspect.item.start, suspect.item.end, suspect.item.label)


def _first(sure: Mapping[Key, Suspect], suspect: Suspect, texts: Mapping[str, str]) -> Suspect | None:
    matches = (sure[key] for key in _keys(suspect, texts) if key in sure)
    return next((like for like in matches if like.id != suspect.id), None)
