"""Plain JSONL without spans: texts that hold no personal data, for fidelity and over-redaction.

{"id": "tico-1", "lang": "kin", "text": "ugereranyije hashize igihe kingana iki"}

Whatever is hidden in such a text is hidden wrongly; the user vouches that nothing in it is personal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from eval.loaders import corpus, has_spans, is_jsonl
from eval.records import identity, optional_string, read_records, string
from ficha.document import Document
from ficha.errors import InputError

LABELS = replace(corpus.LABELS, name="plain")


def recognises(path: Path) -> bool:
    """JSONL no record of which has spans. Raises InputError."""
    return is_jsonl(path) and not has_spans(path)


def load(path: Path) -> Iterator[Document]:
    """The texts. Raises InputError: an id met twice, a record with spans."""
    seen: set[str] = set()
    for where, record in read_records(path):
        doc_id = identity(record, where)
        if doc_id in seen:
            raise InputError(f"{where}: id {doc_id!r} was met before: give each document one line")
        if record.get("spans"):
            raise InputError(f"{where}: a text with spans is no text without personal data: use --format corpus")
        seen.add(doc_id)
        yield Document(doc_id, string(record, "text", where), optional_string(record, "lang", where))
