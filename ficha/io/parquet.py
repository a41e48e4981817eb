"""Parquet: chosen string columns are redacted, others can be hidden whole; schema and row groups stay.

Needs pyarrow (`pip install 'ficha[formats]'`). Read a row group at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

from ficha.document import Document
from ficha.errors import InputError, UsageError
from ficha.io import WITHHELD, prove_text
from ficha.io.source import Source, TableOptions
from ficha.result import Result

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES = (".parquet",)
HIDDEN = "[hidden]"


def check(source: Source, options: TableOptions) -> int:
    """One document a row and chosen column, empty cells left out."""
    with source.open() as stream:
        file = _open(stream, source.name)
        schema = file.schema_arrow
        options.check(schema.names, source.name)
        for column in (*options.columns, *options.hidden):
            if not _is_text(schema.field(column).type):
                raise UsageError(
                    f"{source.name}: column {column} holds no text (its type is {schema.field(column).type})"
                )
    return sum(1 for _ in read(source, options))


def read(source: Source, options: TableOptions) -> Iterator[Document]:
    """The chosen cells that aren't null, row by row; an id is `row:column`, the first row being 1."""
    row = 0
    with source.open() as stream:
        for table in _tables(_open(stream, source.name), list(options.columns)):
            columns = {name: table.column(name).to_pylist() for name in options.columns}
            for n in range(table.num_rows):
                row += 1
                for name in options.columns:
                    text = columns[name][n]
                    if text is not None:
                        prove_text(text, f"{source.name}, row {row}, column {name}")
                        yield Document(id=f"{row}:{name}", text=text)


def write(source: Source, options: TableOptions, results: Iterator[Result], stream: BinaryIO) -> None:
    """The table with the chosen cells redacted; null stays null."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with source.open() as original:
        file = _open(original, source.name)
        with pq.ParquetWriter(stream, file.schema_arrow) as writer:
            for table in _tables(file, None):
                texts = {name: table.column(name).to_pylist() for name in options.columns}
                count = sum(text is not None for column in texts.values() for text in column)
                redacted = (WITHHELD if r.text is None else r.text for r in islice(results, count))
                for n in range(table.num_rows):
                    for column in texts.values():
                        if column[n] is not None:
                            column[n] = next(redacted)
                for name in options.hidden:
                    texts[name] = [None if text is None else HIDDEN for text in table.column(name).to_pylist()]
                arrays = [
                    pa.array(texts[field.name], field.type) if field.name in texts else table.column(field.name)
                    for field in table.schema
                ]
                writer.write_table(pa.table(arrays, schema=table.schema))


def _open(stream: BinaryIO, name: str) -> Any:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise UsageError(f"{name}: Parquet needs pyarrow: pip install 'ficha[formats]'") from None
    try:
        return pq.ParquetFile(stream)
    except pa.ArrowInvalid:
        raise InputError(f"{name}: not a Parquet file") from None


def _tables(file: Any, columns: list[str] | None) -> Iterator[pa.Table]:
    for group in range(file.num_row_groups):
        yield file.read_row_group(group, columns=columns)


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))
