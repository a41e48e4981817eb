"""The worst errors with the text: what should have been hidden, under it what was.

    SRC:  Naitwa Achieng Otieno, simu 0712 345 678.
    GOLD:        ##############       ############
    SYS:         =======         xxxx ============

`#` gold, `=` hidden and right to hide, `x` hidden for nothing. Shown for invented texts, or where the user asks; never
written to a log.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from eval.counts import scored
from eval.hidden import mask_of
from eval.predictions import Prediction
from eval.scheme import Scheme
from ficha.document import Document

_SHOWN = str.maketrans({"\n": "⏎", "\r": "␍", "\t": "⇥"})
WORST = 20
_MARGIN = 60  # code points shown around the first and the last error


@dataclass(frozen=True, slots=True)
class Worst:
    """A document with its missed and needlessly hidden code points, and the view of it."""

    id: str
    missed: int
    needless: int
    view: str


def worst(
    documents: Iterable[Document], predictions: Mapping[str, Prediction], scheme: Scheme, count: int = WORST
) -> list[Worst]:
    """The documents with the most missed characters, of equal ones those with the most needlessly hidden ones."""
    found = []
    for document in documents:
        gold, predicted = scored(document, predictions[document.id], scheme)
        length = len(document.text)
        wanted = mask_of(length, ((item.start, item.end) for item in gold.items))
        free = mask_of(length, gold.free)
        hidden = mask_of(length, ((item.start, item.end) for item in predicted))
        missed, needless = wanted & ~hidden, hidden & ~wanted & ~free
        if not (missed | needless).any():
            continue
        at = (missed | needless).nonzero()[0]
        start, end = max(0, int(at[0]) - _MARGIN), min(length, int(at[-1]) + 1 + _MARGIN)
        source = document.text[start:end].translate(_SHOWN)
        right = wanted | free
        gold_line = _marks(source, ("#" if w else " " for w in wanted[start:end]))
        both = zip(hidden[start:end], right[start:end], strict=True)
        system_line = _marks(source, (" " if not h else "=" if r else "x" for h, r in both))
        view = f"SRC:  {source}\nGOLD: {gold_line}\nSYS:  {system_line}"
        found.append(Worst(document.id, int(missed.sum()), int(needless.sum()), view))
    return sorted(found, key=lambda w: (-w.missed, -w.needless, w.id))[:count]


def _marks(source: str, marks: Iterable[str]) -> str:
    """A mark under each character, two under one that takes two columns (Han signs)."""
    wide = (2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in source)
    return "".join(mark * columns for mark, columns in zip(marks, wide, strict=True)).rstrip()
