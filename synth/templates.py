r"""The parser of template and clause files: text -> nodes, with each fault's file and line.

    >>> parse_nodes("Mama [yake|wake], {relative:f.given}", Grammar(frozenset({"relative"}), ...))
    (Text('Mama '), Choice(((Text('yake'),), (Text('wake'),))), Text(', '), Slot('relative', 1, 'given', 'f'))

A literal `[`, `]`, `{`, `}`, `|` or a leading `#` is written with a backslash before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from synth.pack import Pack
from synth.slots import LABELS, PERSON_KINDS, filler_kinds, forms_of

_SLOT = re.compile(r"(?P<kind>[a-z][a-z0-9_]*)(?::(?P<gender>[fm]))?(?:#(?P<number>[1-9]))?(?:\.(?P<form>[a-z_]+))?")
_SWITCH = re.compile(r"(?P<kind>[a-z]+)(?:#(?P<number>[1-9]))?\?(?P<male>[^|{}\[\]]*)\|(?P<female>[^|{}\[\]]*)")
_HEADER = re.compile(r"==\s+(?P<id>[A-Za-z0-9_.-]+)(?P<attributes>(?:\s+\w+=\S+)*)\s*")
_SPECIAL = re.compile(r"[\\\[\]{}|]")


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


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a pack, and where; `line` counts from 1 (0: the whole file)."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class TemplateFault(Exception):
    """Raised inside the parser; carries the offset of the fault in the parsed text."""

    def __init__(self, offset: int, what: str) -> None:
        super().__init__(what)
        self.offset = offset
        self.what = what


@dataclass(frozen=True)
class Grammar:
    """What a pack's templates may name: kinds of slots, their forms, clause banks, countries."""

    kinds: frozenset[str]
    forms: Callable[[str], tuple[str, ...]]
    banks: frozenset[str]
    countries: frozenset[str]

    @classmethod
    def of(cls, pack: Pack) -> Grammar:
        kinds = LABELS.keys() | filler_kinds(pack.settings, pack.locale)
        return cls(
            frozenset(kinds),
            lambda kind: forms_of(kind, pack.settings),
            frozenset(pack.clause_files),
            frozenset(pack.settings.countries),
        )


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
            blocks[-1][2].append((number, line.rstrip()))
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


def walk(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """Every node, those of all alternatives included."""
    for node in nodes:
        yield node
        if isinstance(node, Choice):
            for option in node.options:
                yield from walk(option)


def _name(file: Path) -> str:
    return "/".join(file.parts[-3:])  # swa/templates/note.txt


def parse_nodes(text: str, grammar: Grammar, nested: bool = False, base: int = 0) -> tuple[Node, ...]:
    """Parse one body. Raises TemplateFault with an offset into the outermost text."""
    nodes: list[Node] = []
    literal: list[str] = []
    at = 0

    def flush() -> None:
        if literal:
            nodes.append(Text("".join(literal)))
            literal.clear()

    while found := _SPECIAL.search(text, at):
        literal.append(text[at : found.start()])
        sign, at = found[0], found.start()
        if sign == "\\":
            if text[at + 1 : at + 2] not in {"[", "]", "{", "}", "|", "#", "\\"}:
                raise TemplateFault(base + at, "a backslash stands before nothing special: write \\\\ for a backslash")
            literal.append(text[at + 1])
            at += 2
        elif sign == "{":
            end = text.find("}", at)
            if end < 0:
                raise TemplateFault(base + at, "`{` is never closed: expected `}` (a literal brace is written \\{)")
            flush()
            nodes.append(_parse_slot(text[at + 1 : end], grammar, base + at))
            at = end + 1
        elif sign == "[" and not nested:
            end = _closing(text, at)
            if end < 0:
                raise TemplateFault(base + at, "`[` is never closed: expected `]` (a literal bracket is written \\[)")
            flush()
            nodes.append(_parse_group(text[at + 1 : end], grammar, base + at + 1))
            at = end + 1
        elif sign == "[":
            raise TemplateFault(base + at, "alternatives can't be nested: write out the combinations")
        else:
            raise TemplateFault(base + at, f"stray `{sign}`: a literal one is written \\{sign}")
    literal.append(text[at:])
    if literal == [""]:
        literal.clear()
    flush()
    return tuple(node for node in nodes if node != Text(""))


def _closing(text: str, at: int) -> int:
    """The offset of the first unescaped `]` behind `at`, or -1."""
    while (at := at + 1) < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == "]":
            return at
    return -1


def _parse_group(inner: str, grammar: Grammar, base: int) -> Bank | Choice:
    if inner.startswith("@"):
        if inner[1:] not in grammar.banks:
            expected = ", ".join(sorted(grammar.banks)) or "a file in clauses/"
            raise TemplateFault(base, f"unknown clause bank {inner[1:]!r}: expected {expected}")
        return Bank(inner[1:])
    options: list[tuple[Node, ...]] = []
    start = depth = at = 0
    while at <= len(inner):
        sign = inner[at : at + 1]
        if sign == "\\":
            at += 1
        elif sign in {"{", "}"}:  # the bar of {patient?he|she} is no alternative
            depth += 1 if sign == "{" else -1
        elif at == len(inner) or (sign == "|" and depth == 0):
            options.append(parse_nodes(inner[start:at], grammar, nested=True, base=base + start))
            start = at + 1
        at += 1
    if len(options) < 2:
        raise TemplateFault(base, "only one alternative: expected `[a|b]`, or `[@bank]`, or a literal \\[")
    return Choice(tuple(options))


def _parse_slot(inner: str, grammar: Grammar, base: int) -> Slot | Switch:
    if switch := _SWITCH.fullmatch(inner):
        if switch["kind"] not in PERSON_KINDS:
            raise TemplateFault(
                base, f"{switch['kind']!r} has no gender: expected {', '.join(PERSON_KINDS)} before `?`"
            )
        return Switch(switch["kind"], int(switch["number"] or 1), switch["male"], switch["female"])
    match = _SLOT.fullmatch(inner)
    if not match:
        raise TemplateFault(base, f"broken slot {{{inner}}}: expected {{kind}}, {{kind:f#2.form}} or {{kind?he|she}}")
    kind, form = match["kind"], match["form"] or ""
    if kind not in grammar.kinds:
        raise TemplateFault(
            base, f"unknown slot kind {kind!r}: expected a kind of synth/slots.py or a list of the locale"
        )
    if form and form not in grammar.forms(kind):
        expected = ", ".join(grammar.forms(kind)) or "none"
        raise TemplateFault(base, f"unknown form {form!r} of {kind!r}: expected {expected}")
    if match["gender"] and kind not in PERSON_KINDS:
        raise TemplateFault(base, f"{kind!r} has no gender: expected {', '.join(PERSON_KINDS)} before `:`")
    return Slot(kind, int(match["number"] or 1), "" if form == "full" else form, match["gender"])
