"""The nodes of a parsed template: text, slots, text that follows a gender, alternatives, drawn clauses.

>>> [node.kind for node in walk((Text("Simu "), Slot("phone"))) if isinstance(node, Slot)]
['phone']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """Carrier text."""

    text: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a value; `gender` is "f", "m" or None, `form` is "" for the usual one."""

    kind: str
    number: int = 1
    form: str = ""
    gender: str | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """Text that follows the gender of a person of the document."""

    kind: str
    number: int
    male: str
    female: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Inline alternatives."""

    options: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True, slots=True)
class Bank:
    """A line drawn from `clauses/<name>.txt`."""

    name: str


Node = Text | Slot | Switch | Choice | Bank


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """Every node, those of all alternatives included."""
    for node in nodes:
        yield node
        if isinstance(node, Choice):
            for option in node.options:
                yield from walk(option)
