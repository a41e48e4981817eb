"""Reading back what the factory wrote: corpus lines, and the folder around them.

>>> documents = read_corpus(Path("data/swa"))          # its kept.jsonl
>>> next(documents).meta["split"]
'train'
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError

KEPT = "kept.jsonl"


def corpus_file(path: Path) -> Path:
    """The file of a corpus: a folder stands for its `kept.jsonl`. Raises InputError where there is none."""
    file = path / KEPT if path.is_dir() else path
    if not file.is_file():
        raise InputError(f"no corpus at {file}: make one with `python -m synth make`, or name a JSONL file")
    return file


def read_corpus(path: Path) -> Iterator[Document]:
    """The documents of a corpus file or folder. Raises InputError, SpanError with file and line."""
    file = corpus_file(path)
    with file.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            if line.strip():
                yield _document(line, f"{file}, line {number}")


def _document(line: str, where: str) -> Document:
    try:
        record: Any = json.loads(line)
        spans = [Span(s["start"], s["end"], s["label"], s.get("entity")) for s in record["spans"]]
        document = Document(record["id"], record["text"], record.get("lang"), (), record.get("meta") or {})
        return Document(
            document.id, document.text, document.lang, checked_spans(document.text, spans, where), document.meta
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(
            f'{where}: expected a corpus line {{"id", "lang", "text", "spans": [{{"start", "end", "label"}}], "meta"}}'
        ) from None


def write_corpus(file: Path, documents: Iterable[Document]) -> int:
    """Write corpus lines, and return how many. Raises InputError where the file can't be written."""
    count = 0
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("w", encoding="utf-8", newline="\n") as stream:
            for document in documents:
                stream.write(json.dumps(document.to_json(), ensure_ascii=False) + "\n")
                count += 1
    except OSError as error:
        raise InputError(f"can't write {file} ({error.strerror}): name another folder with --out") from None
    return count
