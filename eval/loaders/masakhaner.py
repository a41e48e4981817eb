"""News sentences of MasakhaNER with PER, LOC, ORG and DATE spans, as JSONL.

{"id": "1", "lang": "swa", "text": "Lewis alifika Kisumu .",
 "spans": [{"start": 0, "end": 5, "label": "PER"}, {"start": 14, "end": 20, "label": "LOC"}]}
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from eval.loaders import read_documents, read_label_map
from ficha.document import Document

LABELS = read_label_map("masakhaner")


def load(path: Path) -> Iterator[Document]:
    """The sentences, each a document. Raises InputError, SpanError."""
    return read_documents(path, LABELS)
