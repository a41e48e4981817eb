"""Terms that are always hidden, or never: `--deny FILE` and `--allow FILE`, a term a line.

    Dr Njoroge	person.clinician        hidden as this fine label (a tab before it); `other` where none is named
    Aga Khan                                in any case, as whole words, over any white space

Lines that begin with `#` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ficha.errors import InputError
from ficha.labels import FINE_LABELS
from ficha.normalise import NormalText

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Denied:
    """A term and the fine label that it is hidden as."""

    term: str
    label: str = "other"


class TermFinder:
    """Looks for many terms at once."""

    def __init__(self, terms: Sequence[str]) -> None:
        forms = [(form, n) for n, term in enumerate(terms) if (form := _fold(term))]
        forms.sort(key=lambda f: -len(f[0]))
        self._order = [n for _, n in forms]
        whole = "|".join(f"({_pattern(form)})" for form, _ in forms)
        self._pattern = re.compile(whole, re.IGNORECASE) if forms else None

    def find(self, text: str) -> Iterator[tuple[int, int, int]]:
        """(start, end, which term) in a folded view, the longest term where several begin."""
        if self._pattern is None:
            return
        for found in self._pattern.finditer(text):
            yield found.start(), found.end(), self._order[(found.lastindex or 1) - 1]


def read_denied(path: Path) -> tuple[Denied, ...]:
    """The denied terms of a file. Raises InputError with the line."""
    denied = []
    for number, line in _lines(path):
        term, _, label = line.partition("\t")
        if label and label.strip() not in FINE_LABELS:
            raise InputError(f"{path}, line {number}: unknown fine label behind the tab: `ficha policies` lists them")
        denied.append(Denied(term.strip(), label.strip() or "other"))
    return tuple(denied)


def read_allowed(path: Path) -> tuple[str, ...]:
    """The allowed terms of a file. Raises InputError."""
    return tuple(line.strip() for _, line in _lines(path))


def _lines(path: Path) -> list[tuple[int, str]]:
    try:
        lines = path.read_bytes().decode("utf-8-sig").splitlines()
    except OSError as error:
        raise InputError(f"{path}: can't be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8: expected a term a line") from None
    return [(n, line) for n, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]


def _fold(term: str) -> str:
    return _SPACES.sub(" ", NormalText(term).text).strip().casefold()


def _pattern(form: str) -> str:
    """The term as whole words; beside a Chinese sign there is no word's edge."""
    words = r"\s+".join(re.escape(word) for word in form.split())
    before = r"(?<![^\W_])" if form[0].isalnum() and form[0].isascii() else ""
    after = r"(?![^\W_])" if form[-1].isalnum() and form[-1].isascii() else ""
    return before + words + after
