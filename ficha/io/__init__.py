"""Input formats, one file a format: `read(data, name)` yields documents, `SUFFIXES` names the files.

Formats are discovered: a new one is a new file here. All of a file is checked before its first
document is handed on, so that a broken line leaves nothing half-written.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Protocol, cast

from ficha.document import Document
from ficha.errors import InputError, UsageError


class Format(Protocol):
    """The interface of a format module."""

    SUFFIXES: tuple[str, ...]

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """The documents of one file. Raises InputError before the first one, naming `name` and the line."""


@lru_cache(maxsize=1)
def formats() -> dict[str, Format]:
    """Every format by its name."""
    return {m.name: cast(Format, import_module(f"{__name__}.{m.name}")) for m in iter_modules(__path__)}


def format_of(path: Path, named: str | None) -> Format:
    """The format called `named`, or the one of the path's suffix. Raises UsageError."""
    known = formats()
    if named is not None:
        if named not in known:
            raise UsageError(f"unknown format {named!r}: expected {' or '.join(known)}")
        return known[named]
    for module in known.values():
        if path.suffix.lower() in module.SUFFIXES:
            return module
    suffixes = ", ".join(s for module in known.values() for s in module.SUFFIXES)
    raise UsageError(f"{path}: can't tell the format from the suffix: expected {suffixes}, or name it with --from")


def decode(data: bytes, name: str) -> str:
    """UTF-8 bytes as text. Raises InputError that names the first bad byte's offset."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}: not UTF-8 (byte {error.start}): convert it first, for instance with iconv -t UTF-8"
        ) from None
