"""Formats, one file a format: how documents are read from a file, and how their redactions are written back.

Formats are discovered: a new one is a new file here with the interface of `Format`. All of a file is
checked before its first document is handed on, so that a broken line leaves nothing half-written, and
no file is held in memory whole unless its format can't be read otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import BinaryIO, Protocol, cast

from ficha.document import Document
from ficha.errors import InputError, UsageError
from ficha.io.source import Source, TableOptions
from ficha.result import Result

# What stands in a table where a text failed: never the source, and no empty cell, which would look redacted.
WITHHELD = "[text withheld]"


class Format(Protocol):
    """The interface of a format module."""

    SUFFIXES: tuple[str, ...]

    def check(self, source: Source, options: TableOptions) -> int:
        """Read all of it and count its documents. Raises InputError naming the file and the line, or UsageError."""

    def read(self, source: Source, options: TableOptions) -> Iterator[Document]:
        """Its documents, in order, of a source that was checked."""

    def write(self, source: Source, options: TableOptions, results: Iterator[Result], stream: BinaryIO) -> None:
        """The same file with every document's redacted text in its place; one result a document, in order."""


@lru_cache(maxsize=1)
def formats() -> dict[str, Format]:
    """Every format by its name."""
    modules = {m.name: import_module(f"{__name__}.{m.name}") for m in iter_modules(__path__)}
    return {name: cast(Format, module) for name, module in modules.items() if hasattr(module, "SUFFIXES")}


def format_of(path: Path, named: str | None) -> str:
    """The name of the format called `named`, or of the path's suffix. Raises UsageError."""
    known = formats()
    if named is not None:
        if named not in known:
            raise UsageError(f"unknown format {named!r}: expected {' or '.join(known)}")
        return named
    for name, module in known.items():
        if path.name.lower().endswith(module.SUFFIXES):
            return name
    suffixes = ", ".join(s for module in known.values() for s in module.SUFFIXES)
    raise UsageError(f"{path}: can't tell the format from the suffix: expected {suffixes}, or name it with --from")


def no_columns(options: TableOptions, name: str) -> None:
    """Raises UsageError where columns are named for a file that has none."""
    if options.columns or options.hidden:
        raise UsageError(f"{name} is no table: --columns and --hide-columns don't go with it")


def decode(data: bytes, name: str) -> str:
    """UTF-8 bytes as text. Raises InputError that names the first bad byte's offset."""
    Source(name, None, data).prove_utf8()
    return data.decode("utf-8")


def prove_text(text: str, where: str) -> None:
    """Raises InputError where `text` can't be written as UTF-8."""
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        raise InputError(f"{where} holds half of a surrogate pair, which is no Unicode text")
