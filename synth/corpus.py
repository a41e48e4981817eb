"""Reading corpora: a folder of the factory, or a JSONL file of the corpus form, as a stream of documents.

>>> next(read_corpus(Path("data/swa"))).meta["split"]
'train'
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError


def file_of(data: Path) -> Path:
    """The corpus file of `data`: itself, or `kept.jsonl` of a folder."""
    return data / "kept.jsonl" if data.is_dir() else data


def read_corpus(data: Path) -> Iterator[Document]:
    """The documents of a folder or file, one a line. Raises InputError with the line that is wrong."""
    file = file_of(data)
    try:
        with open(file, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _document(line, f"{file}:{number}")
    except OSError as error:
        raise InputError(f"can't read {file} ({error.strerror}): expected a corpus; `make synth` makes one") from None


def _document(line: str, where: str) -> Document:
    try:
        row = json.loads(line)
        spans = tuple(Span(s["start"], s["end"], s["label"], s.get("entity")) for s in row["spans"])
        document = Document(row["id"], row["text"], row["lang"], spans, row.get("meta") or {})
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{where}: not a corpus line: expected id, lang, text, spans and meta") from None
    checked_spans(document.text, document.spans, where)
    return document
