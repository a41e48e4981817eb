"""Template and clause files: what a pack can say, and every fault with its file and line.

    == swa-message-001 country=KE
    Habari daktari, naitwa {patient}. [Naomba|Tafadhali] msaada, {symptom} tangu {date}.

A line that starts with `#` is a comment; blank lines at a template's end are dropped; clause files hold one a line.
A line `*12 C##. [@item]` stands for twelve lines, `C1. [@item]` to `C12. [@item]`: so a page holds an hour's minutes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from synth.nodes import Bank, Node, walk
from synth.pack import Pack
from synth.syntax import Grammar, TemplateFault, parse_nodes

_REPEATED = re.compile(r"\*(?P<times>[1-9]\d?) (?P<line>.*)")
_HEADER = re.compile(r"==\s+(?P<id>[A-Za-z0-9_.-]+)(?P<attributes>(?:\s+\w+=\S+)*)\s*")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a pack, and where; `line` counts from 1 (0: the whole file)."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


@dataclass(frozen=True, slots=True)
class Template:
    """One template; `country` is None where it fits every country of the pack."""

    id: str
    register: str
    country: str | None
    nodes: tuple[Node, ...]
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Clause:
    """One line of a clause bank; `text` is the line as written, which `synth/splits.py` sorts by."""

    bank: str
    text: str
    nodes: tuple[Node, ...]
    file: str
    line: int


@dataclass(frozen=True)
class Texts:
    """All that a pack can say, and every fault found on the way."""

    templates: tuple[Template, ...]
    clauses: Mapping[str, tuple[Clause, ...]]
    faults: tuple[Fault, ...]


def load_texts(pack: Pack) -> Texts:
    """Parse every template and clause file of `pack`; faults are collected, not raised."""
    grammar = Grammar.of(pack)
    faults: list[Fault] = []
    templates: dict[str, Template] = {}
    for register, file in pack.template_files.items():
        if register not in pack.settings.registers:
            faults.append(Fault(_name(file), 0, f"register {register!r} has no share in pack.yaml (registers)"))
        for item in read_templates(file, register, grammar):
            if isinstance(item, Fault):
                faults.append(item)
            elif item.id in templates:
                faults.append(
                    Fault(item.file, item.line, f"template id {item.id!r} is taken: expected one id a template")
                )
            else:
                templates[item.id] = item
    clauses: dict[str, tuple[Clause, ...]] = {}
    for bank, file in pack.clause_files.items():
        items = list(read_clauses(file, bank, grammar))
        faults += [item for item in items if isinstance(item, Fault)]
        clauses[bank] = tuple(item for item in items if isinstance(item, Clause))
    return Texts(tuple(templates.values()), clauses, tuple(faults))


def read_templates(file: Path, register: str, grammar: Grammar) -> Iterator[Template | Fault]:
    """The templates of one file, or the fault that stands in a template's place."""
    name = _name(file)
    blocks: list[tuple[int, str, list[tuple[int, str]]]] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        if line.startswith("=="):
            blocks.append((number, line, []))
        elif blocks:
            blocks[-1][2].extend((number, part) for part in _repeated(line.rstrip()))
        elif line.strip():
            yield Fault(name, number, "text before the first template: expected a line `== <id>`")
    for number, header, lines in blocks:
        while lines and not lines[-1][1]:
            lines.pop()
        match = _HEADER.fullmatch(header)
        if not match:
            yield Fault(name, number, "broken header: expected `== <id>` and then key=value")
            continue
        attributes = dict(part.split("=", 1) for part in match["attributes"].split())
        country = attributes.pop("country", None)
        if attributes:
            yield Fault(name, number, f"unknown attribute {next(iter(attributes))!r}: expected country=<code>")
        elif country and country not in grammar.countries:
            yield Fault(name, number, f"unknown country {country!r}: expected {', '.join(sorted(grammar.countries))}")
        elif not lines:
            yield Fault(name, number, f"template {match['id']} is empty: expected text up to the next `==`")
        else:
            try:
                nodes = parse_nodes("\n".join(line for _, line in lines), grammar)
            except TemplateFault as fault:
                row = "\n".join(line for _, line in lines).count("\n", 0, fault.offset)
                yield Fault(name, lines[row][0], fault.what)
            else:
                yield Template(match["id"], register, country, nodes, name, number)


def _repeated(line: str) -> Iterator[str]:
    """The lines that a line stands for: itself, or what `*12 ` in front makes of it."""
    if match := _REPEATED.fullmatch(line):
        yield from (match["line"].replace("##", str(i + 1)) for i in range(int(match["times"])))
    else:
        yield line


def read_clauses(file: Path, bank: str, grammar: Grammar) -> Iterator[Clause | Fault]:
    """The clauses of one bank, one a line."""
    name = _name(file)
    seen: set[str] = set()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text in seen:
            yield Fault(name, number, "clause stands twice in this bank: expected each line once")
            continue
        seen.add(text)
        try:
            nodes = parse_nodes(text, grammar)
            if any(isinstance(node, Bank) for node in walk(nodes)):
                raise TemplateFault(0, "a clause can't draw from a bank: expected slots and alternatives only")
        except TemplateFault as fault:
            yield Fault(name, number, fault.what)
        else:
            yield Clause(bank, text, nodes, name, number)


def _name(file: Path) -> str:
    return "/".join(file.parts[-3:])  # swa/templates/note.txt
