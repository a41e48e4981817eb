"""An alignment for the eye, one column a character, in the manner of jiwer.

    SRC: Ask Joyce Phiri first**
    GEN: Ask [name]***** firstly
             HHHHHHHHHHH EEEEEEE

`H` marks what is hidden, `E` an edit; `*` fills the shorter side.
"""

from __future__ import annotations

from ficha.align.records import Alignment

_SHOWN = str.maketrans({"\n": "⏎", "\r": "␍", "\t": "⇥"})


def visualise(source: str, generated: str, alignment: Alignment) -> str:
    """Source, generation and marks below each other, as three lines without a newline at the end.

    Line breaks are shown as signs. The text holds the document: never write it to a log.
    """
    changes = [(s.start, s.end, s.generated_start, s.generated_end, "H") for s in alignment.spans]
    changes += [(e.source_start, e.source_end, e.generated_start, e.generated_end, "E") for e in alignment.edits]
    changes.sort(key=lambda change: (change[2], change[0]))
    lines = ["SRC: ", "GEN: ", "     "]
    source_at = generated_at = 0
    for s0, s1, g0, g1, mark in changes:
        _add(lines, source[source_at:s0], generated[generated_at:g0], " ")
        _add(lines, source[s0:s1], generated[g0:g1], mark)
        source_at, generated_at = s1, g1
    _add(lines, source[source_at:], generated[generated_at:], " ")
    return "\n".join([lines[0], lines[1], lines[2].rstrip()])


def _add(lines: list[str], source: str, generated: str, mark: str) -> None:
    width = max(len(source), len(generated))
    lines[0] += source.translate(_SHOWN).ljust(width, "*")
    lines[1] += generated.translate(_SHOWN).ljust(width, "*")
    lines[2] += mark * width
