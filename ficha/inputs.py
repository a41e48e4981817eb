"""What a redaction job reads: named files, the known files of folders, standard input; each checked to its end.

Every input is checked before the first document is redacted.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ficha.document import Document
from ficha.errors import InputError, UsageError
from ficha.io import Format, format_of, formats
from ficha.io.source import Source, TableOptions

STDIN = "-"


@dataclass(frozen=True)
class Input:
    """One file, checked; its name is relative to the folder that was named, for its place below `--out`."""

    source: Source
    form: str  # the format's name
    options: TableOptions
    count: int  # documents

    @property
    def name(self) -> str:
        """What messages and outputs call it."""
        return self.source.name

    @property
    def format(self) -> Format:
        """The module that reads and writes it."""
        return formats()[self.form]

    def documents(self) -> Iterator[Document]:
        """Its documents, in order, read anew."""
        return self.format.read(self.source, self.options)


def read_inputs(names: Sequence[str], form: str | None, options: TableOptions) -> list[Input]:
    """Check every file, every known file of a folder, and standard input for `-`.

    Raises InputError or UsageError, naming the file and the line.
    """
    found: list[Input] = []
    for name in names:
        if name == STDIN:
            found.append(_checked(Source("stdin", None, sys.stdin.buffer.read()), Path("stdin.txt"), form, options))
        elif (path := Path(name)).is_dir():
            found += [_file(p, str(p.relative_to(path)), form, options) for p in _files_below(path)]
        else:
            found.append(_file(path, path.name, form, options))
    twice = [name for name, times in Counter(i.name for i in found).items() if times > 1]
    if twice:
        raise UsageError(f"two inputs have the name {sorted(twice)[0]}: redact them in separate calls")
    return found


def _file(path: Path, name: str, form: str | None, options: TableOptions) -> Input:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(f"a file name is not UTF-8: {name.encode('utf-8', 'backslashreplace').decode()}") from None
    source = Source(name, path)
    source.open().close()  # a file that isn't there is told before its suffix
    return _checked(source, path, form, options)


def _checked(source: Source, path: Path, form: str | None, options: TableOptions) -> Input:
    name = format_of(path, form)
    return Input(source, name, options, formats()[name].check(source, options))


def _files_below(folder: Path) -> list[Path]:
    """The files of known formats below a folder; what an unfinished job has laid there is left out."""
    suffixes = tuple(s for module in formats().values() for s in module.SUFFIXES)
    files = sorted(p for p in folder.rglob("*") if p.is_file() and not p.name.startswith(".ficha-"))
    found = [p for p in files if p.name.lower().endswith(suffixes)]
    if not found:
        raise InputError(f"{folder}: holds no file that ends in {', '.join(sorted(suffixes))}")
    if left := len(files) - len(found):
        known = ", ".join(sorted(suffixes))
        print(
            f"ficha: {folder}: {left} other files were not read and are not redacted (known: {known})", file=sys.stderr
        )
    return found
