"""Files, JSONL records and the fields that every one of them has: the only reader of files in `eval`.

    for where, record in read_records(Path("gold.jsonl")):
        text = string(record, "text", where)

`where` is `gold.jsonl line 3`: each error starts with it, and none quotes a text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ficha.errors import InputError


def read_records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each JSON object of a JSONL file with the words that say where it is; blank lines are passed over.

    Raises InputError: unreadable file, not UTF-8, a line that isn't one JSON object.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                where = f"{path.name} line {number}"
                if not line.strip():
                    continue
                try:
                    record = json.loads(line)
                except json.JSONDecodeError as error:
                    raise InputError(f"{where}: not valid JSON (column {error.colno}): one object a line") from None
                except RecursionError:
                    raise InputError(f"{where}: nested too deeply: expected one flat object a line") from None
                if not isinstance(record, dict):
                    raise InputError(f"{where}: found {type(record).__name__}, expected a JSON object")
                yield where, record
    except UnicodeDecodeError:
        raise InputError(f"{path.name}: not UTF-8: convert it first") from None
    except OSError as error:
        raise InputError(f"can't read {path}: {error.strerror}") from None


def read_text(path: Path) -> str:
    """The text of a file without a byte order mark, line ends as they are. Raises InputError: unreadable, not UTF-8."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            return stream.read()
    except UnicodeDecodeError:
        raise InputError(f"{path.name}: not UTF-8: convert it first") from None
    except OSError as error:
        raise InputError(f"can't read {path}: {error.strerror}") from None


def read_json(path: Path) -> Any:
    """What a JSON file holds. Raises InputError."""
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise InputError(f"{path.name} line {error.lineno}: not valid JSON (column {error.colno})") from None
    except RecursionError:
        raise InputError(f"{path.name}: nested too deeply") from None


def json_objects(content: Any, where: str) -> list[dict[str, Any]]:
    """A JSON value that must be a list of objects. Raises InputError."""
    if not isinstance(content, list) or not all(isinstance(item, dict) for item in content):
        raise InputError(f"{where}: expected a list of objects, found {type(content).__name__}")
    return content


def identity(record: Mapping[str, Any], where: str) -> str:
    """The record's `id` as a string; a whole number is taken as its digits. Raises InputError."""
    value = record.get("id")
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise InputError(f"{where}: field 'id': expected a string or a whole number, found {type(value).__name__}")
    return str(value)


def string(record: Mapping[str, Any], name: str, where: str) -> str:
    """A field that must be a string. Raises InputError."""
    value = record.get(name)
    if not isinstance(value, str):
        raise InputError(f"{where}: field {name!r}: expected a string, found {_kind(record, name)}")
    return value


def optional_string(record: Mapping[str, Any], name: str, where: str) -> str | None:
    """A field that may be missing or null, and is a string otherwise. Raises InputError."""
    return None if record.get(name) is None else string(record, name, where)


def offset(record: Mapping[str, Any], name: str, where: str) -> int:
    """A field that must be a whole number. Raises InputError."""
    value = record.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{where}: field {name!r}: expected a whole number, found {_kind(record, name)}")
    return value


def objects(record: Mapping[str, Any], name: str, where: str) -> list[dict[str, Any]]:
    """A field that must be a list of objects. Raises InputError."""
    value = record.get(name)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise InputError(f"{where}: field {name!r}: expected a list of objects, found {_kind(record, name)}")
    return value


def _kind(record: Mapping[str, Any], name: str) -> str:
    return type(record[name]).__name__ if name in record else "nothing"
