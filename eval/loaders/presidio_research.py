"""Template-made English sentences of microsoft/presidio-research, as JSONL.

{"id": "7", "lang": "eng", "text": "Here's my SSN: 460-89-9847",
 "spans": [{"start": 15, "end": 26, "label": "US_SSN"}]}
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from eval.loaders import read_documents, read_label_map
from ficha.document import Document

LABELS = read_label_map("presidio_research")


def load(path: Path) -> Iterator[Document]:
    """The sentences, each a document. Raises InputError, SpanError."""
    return read_documents(path, LABELS)
