"""Reads corpus lines (JSONL) for training, by split and language.

    >>> [d.id for d in read_corpus([Path("data/eng")], split="train", languages=["eng"])]   # doctest: +SKIP

A folder stands for the `kept.jsonl` in it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError, LabelError
from ficha.labels import is_fine_label

KEPT = "kept.jsonl"


def corpus_files(paths: Iterable[Path]) -> list[Path]:
    """The JSONL files that `paths` name. Raises InputError for one that isn't there."""
    files = [path / KEPT if path.is_dir() else path for path in paths]
    for file in files:
        if not file.is_file():
            raise InputError(f"no corpus at {file}: make one with `python -m synth make`, or name a JSONL file")
    return files


def read_corpus(paths: Iterable[Path], split: str = "train", languages: Collection[str] = ()) -> Iterator[Document]:
    """The documents of a split (a line without one is `train`), all languages where none is named.

    Raises InputError, SpanError or LabelError naming the file and line.
    """
    for file in corpus_files(paths):
        with file.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, start=1):
                document = parse_line(line, f"{file}:{number}")
                if document.meta.get("split", "train") == split and (not languages or document.lang in languages):
                    yield document


def parse_line(line: str, where: str) -> Document:
    """One corpus line as a checked document."""
    try:
        raw = json.loads(line)
        spans = [Span(s["start"], s["end"], s["label"], s.get("entity")) for s in raw["spans"]]
        document = Document(str(raw["id"]), raw["text"], raw.get("lang"), tuple(spans), raw.get("meta") or {})
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise InputError(f"{where}: not valid JSON: expected one corpus line") from None
    except (KeyError, TypeError) as error:
        raise InputError(f"{where}: not a corpus line: missing or wrong field ({error})") from None
    for span in spans:
        if not is_fine_label(span.label):
            raise LabelError(f"{where}: unknown fine label {span.label!r}: see `ficha policies`")
    return Document(
        document.id, document.text, document.lang, checked_spans(document.text, spans, where), document.meta
    )


def corpus_fingerprint(paths: Iterable[Path]) -> str:
    """The sha256 over the files' contents, in the order given."""
    digest = hashlib.sha256()
    for file in corpus_files(paths):
        with file.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()
