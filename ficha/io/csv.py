"""CSV and TSV: chosen columns are redacted, others can be hidden whole, the rest of the file stays as it is.

    $ ficha redact visits.csv --columns note --hide-columns name --out redacted/

Read and written by Python's csv module; the delimiter is sniffed from the head, and the quoting kept
is the one (as few as needed, or all) with which the file's own rows come out byte for byte.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from ficha.document import Document
from ficha.errors import InputError
from ficha.io import WITHHELD
from ficha.io.source import BOM, Source, TableOptions
from ficha.result import Result

SUFFIXES = (".csv", ".tsv")
HIDDEN = "[hidden]"
_HEAD = 64 * 1024
_DELIMITERS = ",;\t|"

csv.field_size_limit(min(sys.maxsize, 2**31 - 1))  # a note is longer than the module's 128 kB


@dataclass(frozen=True, slots=True)
class _Style:
    delimiter: str
    line_end: str
    quoting: int


def check(source: Source, options: TableOptions) -> int:
    """Every row has as many cells as the header; one document a row and chosen column."""
    source.prove_utf8()
    style = _style(source)
    rows = _rows(source, style)
    header = _header(rows, source.name)
    options.check(header, source.name)
    if twice := {name for name in header if header.count(name) > 1} & {*options.columns, *options.hidden}:
        raise InputError(f"{source.name}: two columns are called {sorted(twice)[0]}: rename one")
    count = 0
    for number, row in rows:
        if len(row) != len(header):
            raise InputError(f"{source.name}, row {number}: {len(row)} cells, expected {len(header)} as in the header")
        count += len(options.columns)
    return count


def read(source: Source, options: TableOptions) -> Iterator[Document]:
    """The chosen cells, row by row; an id is `row:column`, the header being row 1."""
    rows = _rows(source, _style(source))
    header = _header(rows, source.name)
    for number, row in rows:
        for column in options.columns:
            yield Document(id=f"{number}:{column}", text=row[header.index(column)])


def write(source: Source, options: TableOptions, results: Iterator[Result], stream: BinaryIO) -> None:
    """The table with the chosen cells redacted; byte order mark, delimiter, quoting, columns and rows stay."""
    style = _style(source)
    out = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    if source.has_bom():
        stream.write(BOM)
    writer = _writer(out, style)
    rows = _rows(source, style)
    header = _header(rows, source.name)
    writer.writerow(header)
    for _, row in rows:
        for column in options.columns:
            text = next(results).text
            row[header.index(column)] = WITHHELD if text is None else text
        for column in options.hidden:
            row[header.index(column)] = HIDDEN
        writer.writerow(row)
    out.detach()


def _rows(source: Source, style: _Style) -> Iterator[tuple[int, list[str]]]:
    with source.open_text() as stream:
        reader = csv.reader(stream, delimiter=style.delimiter, strict=True)
        try:
            for number, row in enumerate(reader, 1):
                if row or number == 1:
                    yield number, row
        except csv.Error as error:
            raise InputError(f"{source.name}, line {reader.line_num}: not valid CSV ({error})") from None


def _header(rows: Iterator[tuple[int, list[str]]], name: str) -> list[str]:
    _, header = next(rows, (0, []))
    if not header:
        raise InputError(f"{name} has no header row: the columns' names are needed")
    return header


def _style(source: Source) -> _Style:
    """How the file is written: sniffed, and its quoting proved by writing its head again."""
    with source.open_text() as stream:
        head = stream.read(_HEAD)
    first = head.split("\n", 1)[0]
    try:
        delimiter = csv.Sniffer().sniff(first, _DELIMITERS).delimiter
    except csv.Error:
        delimiter = ","
    line_end = "\r\n" if first.endswith("\r") else "\n"
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL):
        style = _Style(delimiter, line_end, quoting)
        if _same_again(head, style):
            return style
    return _Style(delimiter, line_end, csv.QUOTE_MINIMAL)


def _same_again(head: str, style: _Style) -> bool:
    """Whether the head's whole rows come out as they went in."""
    out = io.StringIO(newline="")
    writer = _writer(out, style)
    try:
        rows = list(csv.reader(io.StringIO(head, newline=""), delimiter=style.delimiter))
    except csv.Error:
        return False
    for row in rows[:-1] if len(head) == _HEAD else rows:
        if row:
            writer.writerow(row)
    return head.startswith(out.getvalue().removesuffix(style.line_end))


def _writer(stream: Any, style: _Style) -> Any:
    return csv.writer(stream, delimiter=style.delimiter, lineterminator=style.line_end, quoting=style.quoting)  # type: ignore[arg-type]
