"""The same error elsewhere: items that repeat the pattern of one that is surely wrong.

Two items share a pattern where they are alike (`train.selfclean.shapes`).

    spread(suspects, texts)[0]      # (Suspect, None), or with the flag whose pattern it repeats
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from train.selfclean.evidence import Suspect
from train.selfclean.shapes import Key, keys

PATTERN = 1.5  # nats that a shared pattern counts
SURE = 4.0  # the score from which on a suspect's pattern is looked for


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
