r"""The copy grammar as EBNF, for servers that decode under a grammar (xgrammar, Dong et al. 2024).

It is written from the same `CopyGrammar` that the local engine walks, so both allow the same twins:

    print(write_ebnf(CopyGrammar("Ask Jo", ["name"], [0, 3, 4, 6])))
    # root ::= c0
    # tag ::= "[name]"
    # c0 ::= tag (r3 | r6) | "Ask " c4
    # c4 ::= tag (r6) | "Jo"
    # r3 ::= " " c4
    # r6 ::= ""

A rule `c<n>` copies from byte n, where a placeholder may open; `r<n>` resumes there. Skips are bounded, so the number
of alternatives grows with the window and not with its square.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ficha.engine.grammar import CopyGrammar


@dataclass(frozen=True, slots=True)
class Forced:
    """A beginning that the twin must have: `twin`, then a placeholder that opens at source byte `position`."""

    twin: str
    position: int


def write_ebnf(grammar: CopyGrammar, forced: Forced | None = None) -> str:
    """The grammar of all twins, or of those that begin as `forced` says; its start is `root`."""
    opens = sorted(grammar.closes_after) if grammar.placeholders else []
    following = dict(pairwise(opens))
    rules: list[str] = []
    resumed: dict[int, None] = {}
    for position in opens:
        closes = grammar.closes_after[position]
        resumed.update(dict.fromkeys(closes))
        copy = _copy(grammar, position, following.get(position))
        rules.append(f"c{position} ::= tag ({' | '.join(f'r{c}' for c in closes)}) | {copy}")
    after = 0
    for position in sorted(resumed):
        while after < len(opens) and opens[after] < position:
            after += 1
        rules.append(f"r{position} ::= {_copy(grammar, position, opens[after] if after < len(opens) else None)}")
    if grammar.placeholders:
        rules.append("tag ::= " + " | ".join(_literal(p.decode("utf-8")) for p in grammar.placeholders))
    if forced is None:
        root = _copy(grammar, 0, opens[0] if opens else None)
    else:
        closes = grammar.closes_after[forced.position]
        root = f"{_literal(forced.twin)} tag ({' | '.join(f'r{c}' for c in closes)})"
    return "\n".join([f"root ::= {root}", *rules]) + "\n"


def _copy(grammar: CopyGrammar, start: int, opening: int | None) -> str:
    """Copy from `start` to where the next placeholder may open, and go on there."""
    text = grammar.source[start : grammar.end if opening is None else opening].decode("utf-8")
    if opening is None:
        return _literal(text)
    return f"{_literal(text)} c{opening}" if text else f"c{opening}"


def _literal(text: str) -> str:
    out = []
    for char in text:
        if char in '"\\':
            out.append("\\" + char)
        elif char.isprintable():
            out.append(char)
        else:
            out.append(f"\\U{ord(char):08x}")
    return f'"{"".join(out)}"'
