"""News sentences of MasakhaNER with PER, LOC, ORG and DATE: the published CoNLL files, or JSONL.

    Lewis B-PER
    alifika O
    Kisumu B-LOC

A CoNLL sentence becomes its tokens with a space between them; its language is the name of the file's folder,
as published (`data/swa/test.txt`). In JSONL:

    {"id": "1", "lang": "swa", "text": "Lewis alifika Kisumu .",
     "spans": [{"start": 0, "end": 5, "label": "PER"}, {"start": 14, "end": 20, "label": "LOC"}]}
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from eval.conll import entities
from eval.loaders import knows_labels, read_documents, read_label_map
from eval.records import read_text
from ficha.document import Document, Span
from ficha.errors import InputError
from ficha.locales import language_codes

LABELS = read_label_map("masakhaner")
_CONLL = (".txt", ".conll", ".iob2")


def recognises(path: Path) -> bool:
    """CoNLL by its suffix, JSONL by its labels. Raises InputError."""
    return (path.is_file() and path.suffix.lower() in _CONLL) or knows_labels(path, LABELS)


def load(path: Path) -> Iterator[Document]:
    """The sentences, each a document. Raises InputError, SpanError."""
    if path.suffix.lower() not in _CONLL:
        yield from read_documents(path, LABELS)
        return
    lang = path.parent.name if path.parent.name in language_codes() else None
    rows: list[tuple[str, str]] = []
    number = 0
    for at, line in enumerate([*read_text(path).splitlines(), ""], 1):
        columns = line.split()
        if columns and columns[0] != "-DOCSTART-":
            rows.append(_row(columns, f"{path.name} line {at}"))
        elif rows:
            number += 1
            yield _sentence(f"{path.stem}-{number}", rows, lang)
            rows = []


def _row(columns: list[str], where: str) -> tuple[str, str]:
    token, tag = columns[0], columns[-1]
    label = tag.partition("-")[2]
    if len(columns) < 2 or (tag != "O" and (tag[:2] not in ("B-", "I-") or label not in LABELS.labels)):
        raise InputError(f"{where}: expected a token and a tag: O, or B- or I- with {', '.join(LABELS.labels)}")
    return token, tag


def _sentence(doc_id: str, rows: list[tuple[str, str]], lang: str | None) -> Document:
    starts, at = [], 0
    for token, _ in rows:
        starts.append(at)
        at += len(token) + 1
    spans = [
        Span(starts[first], starts[last] + len(rows[last][0]), label)
        for first, last, label in sorted(entities([tag for _, tag in rows]))
    ]
    return Document(doc_id, " ".join(token for token, _ in rows), lang, tuple(spans))
