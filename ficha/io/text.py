"""Plain text: a file is one document, kept byte for byte (line ends and a byte order mark too)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from ficha.document import Document
from ficha.io import decode, no_columns
from ficha.io.source import Source, TableOptions
from ficha.result import Result

SUFFIXES = (".txt", ".text", ".md")


def check(source: Source, options: TableOptions) -> int:
    """One document, where it is UTF-8."""
    no_columns(options, source.name)
    source.prove_utf8()
    return 1


def read(source: Source, options: TableOptions) -> Iterator[Document]:
    """The one document of the file; its id is the file's name."""
    with source.open() as stream:
        text = decode(stream.read(), source.name)
    yield Document(id=source.name, text=text)


def write(source: Source, options: TableOptions, results: Iterator[Result], stream: BinaryIO) -> None:
    """The redacted text. A text that failed has no output at all, not an empty one."""
    for result in results:
        if result.text is not None:
            stream.write(result.text.encode("utf-8"))
