"""Where a file's bytes come from: a path that is read in pieces, or standard input kept in memory.

A source can be opened more than once: a first pass proves that it can be read to its end, a second one
hands on its documents, and where the output has the input's form a third one writes it.
"""

from __future__ import annotations

import codecs
import io
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

from ficha.errors import InputError, UsageError

_PIECE = 1 << 20  # bytes
BOM = codecs.BOM_UTF8


@dataclass(frozen=True, slots=True)
class Source:
    """One input; `name` is what messages and outputs call it. `data` None: the bytes lie at `path`."""

    name: str
    path: Path | None
    data: bytes | None = None

    def open(self) -> BinaryIO:
        """The bytes, from their start. Raises InputError where they can't be read."""
        if self.data is not None:
            return io.BytesIO(self.data)
        try:
            return open(self.path or "", "rb")
        except FileNotFoundError:
            raise InputError(f"{self.path}: no such file or folder") from None
        except OSError as error:
            raise InputError(f"{self.path}: can't be read ({error.strerror})") from None

    def open_text(self) -> TextIO:
        """The text without its byte order mark, line ends as they are; `prove_utf8` comes first."""
        stream = self.open()
        if stream.read(len(BOM)) != BOM:
            stream.seek(0)
        return io.TextIOWrapper(stream, encoding="utf-8", newline="")

    def has_bom(self) -> bool:
        """Whether the file begins with a byte order mark."""
        with self.open() as stream:
            return stream.read(len(BOM)) == BOM

    def prove_utf8(self) -> None:
        """Raises InputError that names the first byte that isn't UTF-8."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        at = 0
        with self.open() as stream:
            while True:
                piece = stream.read(_PIECE)
                pending = len(decoder.getstate()[0])
                try:
                    decoder.decode(piece, final=not piece)
                except UnicodeDecodeError as error:
                    raise InputError(
                        f"{self.name}: not UTF-8 (byte {at - pending + error.start}): "
                        "convert it first, for instance with iconv -t UTF-8"
                    ) from None
                if not piece:
                    return
                at += len(piece)


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Of a table: the columns whose cells are redacted, and those whose cells are hidden whole."""

    columns: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    def check(self, present: list[str], name: str) -> None:
        """Raises UsageError: no column is named, or one is not there. `present` are the table's columns."""
        if not self.columns:
            raise UsageError(f"{name} is a table: name its text columns with --columns, of {', '.join(present)}")
        if absent := [c for c in (*self.columns, *self.hidden) if c not in present]:
            raise UsageError(f"{name} has no column {absent[0]}: expected some of {', '.join(present)}")
        if both := set(self.columns) & set(self.hidden):
            raise UsageError(f"{name}: column {sorted(both)[0]} can't be redacted and hidden whole at once")
