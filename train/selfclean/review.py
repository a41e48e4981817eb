"""The terminal review: one flag after the other, the most suspect first; each key press is written at once.

k keep · f fix · d drop the document · s skip · u undo · q quit; a review that was left goes on with what is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ficha.document import Document
from train.selfclean.decisions import append_decision, read_decisions
from train.selfclean.flags import Flag

KEYS = {"k": "keep", "f": "fix", "d": "drop"}
_CONTEXT = 80  # code points shown on either side


def review(
    flags: Sequence[Flag], documents: Mapping[str, Document], file: Path, console: Console, ask: Callable[[str], str]
) -> int:
    """Ask about every undecided flag and append the answers to `file`; returns how many were decided.

    `ask` returns the answer to a question. `u` takes back the last decision of this sitting and asks again.
    """
    known = read_decisions(file)
    left = [flag for flag in flags if flag.flag not in known]
    done: list[int] = []  # the positions decided in this sitting
    at = 0
    while at < len(left):
        flag = left[at]
        show(flag, documents[flag.id].text, f"{at + 1} of {len(left)}", console)
        key = ask("k keep, f fix, d drop document, s skip, u undo, q quit").strip().lower()[:1]
        if key == "q":
            break
        if key == "u":
            if done:
                at = done.pop()
                append_decision(file, left[at].flag, None)
        elif key in KEYS:
            append_decision(file, flag.flag, KEYS[key])
            done.append(at)
            at += 1
        elif key == "s":
            at += 1
    return len(done)


def show(flag: Flag, text: str, number: str, console: Console) -> None:
    """The flag with its place in the text: the label underlined, the proposal in colour."""
    console.rule(f"{number}  {flag.flag}  {flag.kind}  score {flag.score:.1f}")
    marks = [(flag.start, flag.end)] + ([(flag.proposed.start, flag.proposed.end)] if flag.proposed else [])
    first = max(0, min(start for start, _ in marks) - _CONTEXT)
    last = min(len(text), max(end for _, end in marks) + _CONTEXT)
    line = Text(text[first:last])
    line.stylize("underline", flag.start - first, flag.end - first)
    if flag.proposed:
        line.stylize("bold black on yellow", flag.proposed.start - first, flag.proposed.end - first)
    console.print(line)
    proposed = flag.proposed.label if flag.proposed else "visible"
    console.print(Text(f"label (underlined): {flag.label or 'visible'}    proposed (coloured): {proposed}"))
    evidence = flag.evidence
    rules = {1: "against the label", -1: "for the label", 0: "silent"}[evidence.rules]
    again = f"; the pattern of {evidence.pattern}" if evidence.pattern else ""
    console.print(
        Text(f"{evidence.contradicted:.0%} of {evidence.judges} judges contradict it; rules {rules}{again}", "dim")
    )
