"""Plain text: a file is one document, kept byte for byte (line ends and a byte order mark too)."""

from __future__ import annotations

from collections.abc import Iterator

from ficha.document import Document
from ficha.io import decode

SUFFIXES = (".txt", ".text", ".md")


def read(data: bytes, name: str) -> Iterator[Document]:
    """The one document of the file; its id is the file's name."""
    yield Document(id=name, text=decode(data, name))
