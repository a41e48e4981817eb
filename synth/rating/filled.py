"""Filled rating sheets: read back from whatever a spreadsheet made of them.

>>> read_sheet(Path("review/swa/sheet-ab.csv"), read_key(Path("review/swa/key.csv")))["3fa9c1-001"]
Rating(plausibility=4, errors=('F',))
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ficha.errors import InputError
from synth.rating.sheet import COLUMNS, ERRORS, KEY_COLUMNS, SCALE, Item

_DELIMITERS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class Rating:
    """What one rater said of one text; `plausibility` is None where nothing was said."""

    plausibility: int | None
    errors: tuple[str, ...]


def read_key(file: Path) -> dict[str, Item]:
    """Item number -> where its text is from (the text itself isn't kept in the key). Raises InputError."""
    found = {}
    for _, row in _rows(file, KEY_COLUMNS):
        found[row["item"]] = Item("", row["origin"], row["document"], row["template"])
    return found


def read_sheet(file: Path, key: Mapping[str, Item]) -> dict[str, Rating]:
    """Item number -> rating, for the items with one. Raises InputError with file and row, never a cell's words."""
    found: dict[str, Rating] = {}
    for where, row in _rows(file, (COLUMNS[0], *COLUMNS[2:4])):
        number = row["item"]
        if number not in key:
            raise InputError(
                f"{where}: an item that is not of this sheet: expected the sheet that was laid out with the key"
            )
        if number in found:
            raise InputError(f"{where}: item {number} stands twice: expected one row each")
        found[number] = Rating(_plausibility(row["plausibility"], where), _errors(row["errors"], where))
    if not any(rating.plausibility for rating in found.values()):
        raise InputError(
            f"{file}: no text is rated: expected numbers from {min(SCALE)} to {max(SCALE)} under plausibility"
        )
    return found


def _plausibility(cell: str, where: str) -> int | None:
    if not cell:
        return None
    whole = cell.replace(",", ".").removesuffix(".0").removesuffix(".00")
    if whole.isdecimal() and int(whole) in SCALE:
        return int(whole)
    raise InputError(f"{where}: plausibility: expected a whole number from {min(SCALE)} to {max(SCALE)}, or nothing")


def _errors(cell: str, where: str) -> tuple[str, ...]:
    letters = cell.upper().replace(",", " ").replace(";", " ").split()
    if len(letters) == 1 and set(letters[0]) <= ERRORS.keys():
        letters = list(letters[0])  # `GF`
    if not set(letters) <= ERRORS.keys():
        raise InputError(
            f"{where}: errors: expected letters of {' '.join(ERRORS)}, with blanks between them, or nothing"
        )
    return tuple(sorted(set(letters)))


def _rows(file: Path, columns: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """(file and row, column -> cell), whichever separator the spreadsheet chose."""
    text = _decoded(file)
    head = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    names = [name.strip().lower() for name in next(reader, [])]
    if missing := [name for name in columns if name not in names]:
        raise InputError(f"{file}: no column {missing[0]!r}: expected {', '.join(columns)} in the first row")
    for number, cells in enumerate(reader, 2):
        if any(cell.strip() for cell in cells):
            padded = [*cells, *[""] * (len(names) - len(cells))]
            yield f"{file}, row {number}", {name: cell.strip() for name, cell in zip(names, padded, strict=False)}


def _decoded(file: Path) -> str:
    try:
        raw = file.read_bytes()
        return raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except OSError as error:
        raise InputError(f"can't read {file} ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{file}: not UTF-8: save it from the spreadsheet as CSV UTF-8") from None
