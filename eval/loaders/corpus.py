"""Ficha's own corpus lines: fine labels, every mention marked (DESIGN, section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from eval.loaders import LabelMap, knows_labels, read_documents
from ficha.document import Document
from ficha.labels import FINE_LABELS

LABELS = LabelMap("corpus", {label: (label,) for label in FINE_LABELS}, frozenset(FINE_LABELS))


def recognises(path: Path) -> bool:
    """Told by its labels. Raises InputError."""
    return knows_labels(path, LABELS)


def load(path: Path) -> Iterator[Document]:
    """The documents of a corpus file. Raises InputError, SpanError."""
    return read_documents(path, LABELS)
