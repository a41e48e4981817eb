"""The rules alone on fresh invented documents: recall and precision by kind and language.

    python -m eval rules-table --n 1000 --seed 77

A gold span counts as found when all its digits (letters, where it has none) are hidden, as whatever label; a match
counts as right when all its digits lie in gold spans. Only kinds with a fixed form are counted: names and places
are the model's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from ficha.document import Document
from ficha.locales import load_locale
from ficha.rules import find_all
from synth.factory import Factory
from synth.pack import load_pack

KINDS = (
    *("contact.phone", "contact.fax", "contact.email", "contact.handle", "contact.url", "contact.ip"),
    *("id.national", "id.health", "id.record", "id.booking", "id.insurance", "id.account", "id.vehicle"),
    *("id.case", "id.licence", "id.device", "date.birth", "date.event", "age", "time", "location.postcode"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """Counts of one kind in one language; misses and wrong matches as (document id, start, end), never their text."""

    lang: str
    kind: str
    gold: int
    found: int
    matches: int
    right: int
    missed: tuple[tuple[str, int, int], ...]
    wrong: tuple[tuple[str, int, int], ...]

    @property
    def recall(self) -> float:
        """1 where there was nothing to find."""
        return self.found / self.gold if self.gold else 1.0

    @property
    def precision(self) -> float:
        """1 where nothing was said."""
        return self.right / self.matches if self.matches else 1.0


def invented(code: str, n: int, seed: int) -> list[Document]:
    """`n` documents of a pack, as `python -m synth make` keeps them."""
    return [made.document for made in Factory(load_pack(code), seed).documents(n) if made.reason is None]


def rows(code: str, documents: Iterable[Document]) -> Iterator[Row]:
    """One row a kind that the documents or the rules know."""
    gold, found, matches, right = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    missed: dict[str, list[tuple[str, int, int]]] = {}
    wrong: dict[str, list[tuple[str, int, int]]] = {}
    locale = load_locale(code)
    for document in documents:
        kept = find_all(document.text, [locale]).kept
        hidden = {i for m in kept for i in range(m.start, m.end)}
        personal = {i for s in document.spans for i in range(s.start, s.end)}
        for span in document.spans:
            gold[span.label] += 1
            if core(document.text, span.start, span.end) <= hidden:
                found[span.label] += 1
            else:
                missed.setdefault(span.label, []).append((document.id, span.start, span.end))
        for match in kept:
            matches[match.label] += 1
            if core(document.text, match.start, match.end) <= personal:
                right[match.label] += 1
            else:
                wrong.setdefault(match.label, []).append((document.id, match.start, match.end))
    for kind in KINDS:
        if gold[kind] or matches[kind]:
            yield Row(
                code,
                kind,
                gold[kind],
                found[kind],
                matches[kind],
                right[kind],
                tuple(missed.get(kind, ())),
                tuple(wrong.get(kind, ())),
            )


def core(text: str, start: int, end: int) -> set[int]:
    """The places of a span's digits, or of its letters where it has none: what must not be read."""
    digits = {i for i in range(start, end) if text[i].isdigit()}
    return digits or {i for i in range(start, end) if text[i].isalnum()}


def print_table(table_rows: Iterable[Row], console: Console) -> None:
    """Recall and precision with their counts."""
    table = Table("language", "kind", "recall", "found", "precision", "right")
    for row in table_rows:
        found, right = f"{row.found}/{row.gold}", f"{row.right}/{row.matches}"
        table.add_row(row.lang, row.kind, f"{row.recall:.3f}", found, f"{row.precision:.3f}", right)
    console.print(table)
