"""JSON lines: one document a line, `{"text": ..., "id": ..., "lang": ...}`; other fields are ignored.

    {"id": "n1", "lang": "swa", "text": "Naitwa Achieng."}

A line without an `id` gets its number; `patient` names whose text it is. Blank lines are passed over. Output is
one result line a document.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO

from ficha.document import Document
from ficha.errors import InputError
from ficha.io import no_columns, prove_text
from ficha.io.source import BOM, Source, TableOptions
from ficha.locales import language_codes
from ficha.result import Result

SUFFIXES = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of documents: the byte where its first line begins, that line's number, and how many documents."""

    offset: int
    number: int
    count: int


def check(source: Source, options: TableOptions) -> int:
    """Every line a document."""
    no_columns(options, source.name)
    source.prove_utf8()
    return sum(1 for _ in read(source, options))


def read(source: Source, options: TableOptions) -> Iterator[Document]:
    """The documents of the file, in order."""
    with source.open() as stream:
        for _, number, line in _lines(stream, 1):
            yield _document(line.decode("utf-8"), source.name, number)


def cut(source: Source, size: int) -> Iterator[Piece]:
    """The file in pieces of `size` documents, of which each can be read without those before it."""
    with source.open() as stream:
        lines = _lines(stream, 1)
        while piece := list(islice(lines, size)):
            offset, number, _ = piece[0]
            yield Piece(offset, number, len(piece))


def read_piece(source: Source, piece: Piece) -> Iterator[Document]:
    """The documents of a piece, with the same ids as `read` gives them."""
    with source.open() as stream:
        stream.seek(piece.offset)
        for _, number, line in islice(_lines(stream, piece.number), piece.count):
            yield _document(line.decode("utf-8"), source.name, number)


def write(source: Source, options: TableOptions, results: Iterator[Result], stream: BinaryIO) -> None:
    """A result line a document (DESIGN, section 4)."""
    for result in results:
        stream.write(result_line(result, explain=False))


def result_line(result: Result, explain: bool) -> bytes:
    """One result as a line of UTF-8."""
    return (json.dumps(result.to_json(explain=explain), ensure_ascii=False) + "\n").encode("utf-8")


def _lines(stream: BinaryIO, first: int) -> Iterator[tuple[int, int, bytes]]:
    """Offset, number and bytes of every line that isn't blank, from where the stream stands; no byte order mark."""
    offset = stream.tell()
    for number, line in enumerate(stream, first):
        text = line.removeprefix(BOM) if offset == 0 else line
        if text.strip():
            yield offset, number, text
        offset += len(line)


def _document(line: str, name: str, number: int) -> Document:
    where = f"{name}, line {number}"
    try:
        record: Any = json.loads(line)
    except RecursionError:
        raise InputError(f"{where}: nested too deeply: expected one object a document") from None
    except ValueError as error:
        column = getattr(error, "colno", None)
        raise InputError(f"{where}: not valid JSON" + (f" (column {column})" if column else "")) from None
    if not isinstance(record, dict) or not isinstance(record.get("text"), str):
        raise InputError(f'{where}: expected an object with a string "text"')
    identifier, lang = record.get("id", str(number)), record.get("lang")
    if not isinstance(identifier, str | int):
        raise InputError(f'{where}: "id" must be a string or a whole number')
    if lang is not None and lang not in language_codes():
        raise InputError(f'{where}: "lang" must be one of {", ".join(language_codes())} (ISO 639-3) or absent')
    for field, value in (("text", record["text"]), ("id", str(identifier))):
        prove_text(value, f'{where}: "{field}"')
    patient = record.get("patient")
    if not isinstance(patient, str | int | None):
        raise InputError(f'{where}: "patient" must be a string or a whole number')
    return Document(str(identifier), record["text"], lang, meta={} if patient is None else {"patient": str(patient)})
