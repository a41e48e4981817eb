"""The little Markdown that cards and sheets are made of.

>>> print(table(("split", "documents"), [("train", 1600)]))
| split | documents |
|---|---|
| train | 1600 |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with a head."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)])


def share(part: int, whole: int) -> str:
    """`part` of `whole` in per cent, or a dash where there is nothing."""
    return f"{part / whole:.1%}" if whole else "-"
