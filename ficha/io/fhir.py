"""FHIR R4: the free text of DiagnosticReport, DocumentReference and Observation, in resources, bundles and NDJSON.

    $ ficha redact bundle.json --from fhir --out redacted/

Redacted are `conclusion`, `description`, `valueString`, `note[].text` and attachments of a text type
(base64 `data`). Everything else of the JSON stays byte for byte, names in structured fields
(`subject.display`, a Patient resource, a narrative's `text.div`) included: they are the business of
whoever removes structured identifiers.
Source: https://hl7.org/fhir/R4/
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from ficha.document import Document
from ficha.errors import InputError
from ficha.io import WITHHELD, decode, no_columns, prove_text
from ficha.io.source import Source, TableOptions
from ficha.result import Result

SUFFIXES = (".fhir.json", ".fhir.ndjson")
# resource type -> paths of its free text; a list is stepped into
_TEXTS = {
    "DiagnosticReport": ("conclusion",),
    "DocumentReference": ("description",),
    "Observation": ("valueString", "note.text", "component.valueString"),
}
_ATTACHMENTS = {"DiagnosticReport": ("presentedForm",), "DocumentReference": ("content.attachment",)}
_SPACE = re.compile(r"[ \t\n\r]*")
_MAX_DEPTH = 200
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class _Text:
    """A JSON string of the file: where it stands with its quotes, its value, and whether that is base64."""

    start: int
    end: int
    value: str
    encoded: bool


@dataclass(slots=True)
class _Node:
    """A JSON value with the place of every string: enough to change some and copy the rest."""

    start: int
    end: int
    value: Any  # str, dict[str, _Node], list[_Node], or None for what has no text


def check(source: Source, options: TableOptions) -> int:
    """Count the texts of every resource."""
    no_columns(options, source.name)
    return sum(1 for _ in read(source, options))


def read(source: Source, options: TableOptions) -> Iterator[Document]:
    """The texts, in the file's order; an id is the number of the text in the file."""
    content = _content(source)
    for number, text in enumerate(_texts(content, source.name), 1):
        value = text.value
        if text.encoded:
            try:
                value = decode(base64.b64decode(value, validate=True), f"{source.name}, attachment {number}")
            except binascii.Error:
                raise InputError(f"{source.name}: attachment {number} is not base64") from None
        prove_text(value, f"{source.name}, text {number}")
        yield Document(id=str(number), text=value)


def write(source: Source, options: TableOptions, results: Iterator[Result], stream: BinaryIO) -> None:
    """The file with its texts redacted, and nothing else changed."""
    content = _content(source)
    at = 0
    for text, result in zip(_texts(content, source.name), results, strict=True):
        redacted = WITHHELD if result.text is None else result.text
        if text.encoded:
            redacted = base64.b64encode(redacted.encode()).decode()
        stream.write(content[at : text.start].encode())
        if result.text == text.value:
            stream.write(content[text.start : text.end].encode())
        else:
            stream.write(json.dumps(redacted, ensure_ascii=False).encode())
        at = text.end
    stream.write(content[at:].encode())


def _content(source: Source) -> str:
    with source.open() as stream:
        return decode(stream.read(), source.name)


def _texts(content: str, name: str) -> list[_Text]:
    """Every free text of the file's resources (one JSON value, or one a line), in order."""
    found: list[_Text] = []
    at = _skip(content, 1 if content.startswith("\ufeff") else 0)
    while at < len(content):
        try:
            node = _value(content, at, 0)
        except (ValueError, IndexError, RecursionError):
            line = content.count("\n", 0, at) + 1
            raise InputError(f"{name}: not valid JSON (in the value that begins on line {line})") from None
        found += _of_resource(node)
        at = _skip(content, node.end)
    return sorted(found, key=lambda text: text.start)


def _of_resource(node: _Node) -> Iterator[_Text]:
    if not isinstance(node.value, dict):
        return
    kind = node.value.get("resourceType")
    name = kind.value if kind is not None and isinstance(kind.value, str) else ""
    for path in _TEXTS.get(name, ()):
        yield from (_Text(n.start, n.end, n.value, False) for n in _along(node, path) if isinstance(n.value, str))
    for path in _ATTACHMENTS.get(name, ()):
        for attachment in _along(node, path):
            fields = attachment.value if isinstance(attachment.value, dict) else {}
            data, content_type = fields.get("data"), fields.get("contentType")
            is_text = content_type is None or str(content_type.value).lower().startswith("text/")
            if data is not None and isinstance(data.value, str) and is_text:
                yield _Text(data.start, data.end, data.value, True)
    # bundles, contained resources, parameters: whatever nests
    for child in node.value.values():
        for item in child.value if isinstance(child.value, list) else [child]:
            yield from _of_resource(item)


def _along(node: _Node, path: str) -> Iterator[_Node]:
    """The nodes at the end of a dotted path; lists on the way are stepped into."""
    nodes = [node]
    for step in path.split("."):
        nodes = [n.value[step] for n in nodes if isinstance(n.value, dict) and step in n.value]
        nodes = [item for n in nodes for item in (n.value if isinstance(n.value, list) else [n])]
    yield from nodes


def _skip(content: str, at: int) -> int:
    match = _SPACE.match(content, at)
    return match.end() if match else at


def _value(content: str, at: int, depth: int) -> _Node:
    """The JSON value that begins at `at`, by the standard library's own scanners. Raises ValueError."""
    if depth > _MAX_DEPTH:
        raise ValueError("too deep")
    match content[at]:
        case '"':
            value, end = _DECODER.raw_decode(content, at)
            return _Node(at, end, value)
        case "{":
            fields: dict[str, _Node] = {}
            end = _items(content, at, "}", lambda here: _field(content, here, fields, depth))
            return _Node(at, end, fields)
        case "[":
            items: list[_Node] = []

            def item(here: int) -> int:
                items.append(_value(content, here, depth + 1))
                return items[-1].end

            return _Node(at, _items(content, at, "]", item), items)
        case _:
            _, end = _DECODER.raw_decode(content, at)
            return _Node(at, end, None)


def _field(content: str, at: int, fields: dict[str, _Node], depth: int) -> int:
    if content[at] != '"':
        raise ValueError("a field's name is expected")
    name, at = _DECODER.raw_decode(content, at)
    at = _skip(content, at)
    if content[at] != ":":
        raise ValueError("a colon is expected")
    fields[name] = _value(content, _skip(content, at + 1), depth + 1)
    return fields[name].end


def _items(content: str, at: int, close: str, one: Any) -> int:
    """Read items from behind the opening bracket at `at`; the offset behind the closing one."""
    at = _skip(content, at + 1)
    if content[at] == close:
        return at + 1
    while True:
        at = _skip(content, one(at))
        if content[at] == close:
            return at + 1
        if content[at] != ",":
            raise ValueError("a comma is expected")
        at = _skip(content, at + 1)
