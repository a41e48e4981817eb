"""brat standoff: a `.txt` with its `.ann`. Read is the text; written are the redacted text and its placeholders.

    T1	PERSON 8 16	[PERSON]

The `.ann` of the input is not read: it quotes what it marks. Source: https://brat.nlplab.org/standoff.html
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from ficha.io import text
from ficha.io.placed import placed
from ficha.result import Result

SUFFIXES: tuple[str, ...] = ()  # a `.txt` is plain text unless `--from brat` or `--format brat` says otherwise
COMPANION = ".ann"

check = text.check
read = text.read
write = text.write


def write_companion(results: Iterable[Result], stream: BinaryIO) -> None:
    """One line a placeholder of the redacted text; a line break inside one ends its fragment, as brat wants it."""
    number = 0
    for result in results:
        for item in placed(result):
            number += 1
            shown = item.text.replace("\n", " ").replace("\r", " ")
            stream.write(f"T{number}\t{item.label} {item.start} {item.end}\t{shown}\n".encode())
