r"""The syntax of templates and clauses: a text with `{slots}` and `[alternatives]` -> nodes.

    >>> parse_nodes("Mama [yake|wake], {relative:f.given}", grammar)
    (Text('Mama '), Choice(((Text('yake'),), (Text('wake'),))), Text(', '), Slot('relative', 1, 'given', 'f'))

A literal `[`, `]`, `{`, `}`, `|` or a leading `#` is written with a backslash before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from synth.nodes import Bank, Choice, Node, Slot, Switch, Text
from synth.pack import Pack
from synth.slots import LABELS, PERSON_KINDS, filler_kinds, forms_of

_SLOT = re.compile(
    r"(?P<kind>[a-z][a-z0-9_]*)(?::(?P<gender>[fm]))?(?:#(?P<number>[1-9]\d?))?(?:\.(?P<form>[a-z_]+))?", re.ASCII
)
_SWITCH = re.compile(
    r"(?P<kind>[a-z]+)(?:#(?P<number>[1-9]\d?))?\?(?P<male>[^|{}\[\]]*)\|(?P<female>[^|{}\[\]]*)", re.ASCII
)
_SPECIAL = re.compile(r"[\\\[\]{}|]")


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
