"""Who judges whom: folds, and the growing subsets that a fold's model trains on.

>>> subsets([50, 100, 200], whole(240, folds=2))
[50, 100, 120]

A document is judged only by models that trained on other folds. Documents of one text share a fold, so that a
model never judges a copy of what it read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from ficha.document import Document

SIZES = (50, 100, 200, 500, 1000)


def fold_of(document: Document, folds: int, seed: int) -> int:
    """The fold, 0 to `folds` - 1, that `document` lies in: by its words and the seed alone."""
    words = " ".join(document.text.casefold().split())
    digest = hashlib.sha256(f"{seed}\n{words}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % folds


def whole(documents: int, folds: int) -> int:
    """How many documents a fold's model trains on in the end, about: folds are drawn, so each differs by a few."""
    return documents - documents // folds


def subsets(sizes: Iterable[int], rows: int) -> list[int]:
    """The sizes that are well below `rows`, ascending, and `rows` itself."""
    return [*sorted({size for size in sizes if 0 < size < 0.9 * rows}), rows]


def split(documents: Sequence[Document], fold: int, folds: int, seed: int) -> tuple[list[Document], list[Document]]:
    """(the documents that the fold's model trains on, those of the fold that it judges)."""
    train = [d for d in documents if fold_of(d, folds, seed) != fold]
    return train, [d for d in documents if fold_of(d, folds, seed) == fold]
