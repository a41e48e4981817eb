"""JSON lines: one document a line, `{"text": ..., "id": ..., "lang": ...}`; other fields are ignored.

    {"id": "n1", "lang": "swa", "text": "Naitwa Achieng."}

A line without an `id` gets its number. Blank lines are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ficha.document import Document
from ficha.errors import InputError
from ficha.io import decode
from ficha.locales import language_codes

SUFFIXES = (".jsonl", ".ndjson")


def read(data: bytes, name: str) -> Iterator[Document]:
    """The documents of the file, in order, after every line was checked."""
    lines = decode(data, name).removeprefix("\ufeff").split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip():
            _document(line, name, number)
    return (_document(line, name, number) for number, line in enumerate(lines, 1) if line.strip())


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
        if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
            raise InputError(f'{where}: "{field}" holds half of a surrogate pair, which is no Unicode text')
    return Document(id=str(identifier), text=record["text"], lang=lang)
