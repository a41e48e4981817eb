"""MEDDOCAN: Spanish clinical cases as brat standoff, a folder of `.txt` files each with its `.ann`.

    T1	NOMBRE_SUJETO_ASISTENCIA 8 16	...          label, half-open code points, what stands there

Source: Marimon et al. 2019 (IberLEF); https://brat.nlplab.org/standoff.html.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from eval.loaders import outermost, read_label_map
from eval.records import read_text
from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError, SpanError

LABELS = read_label_map("meddocan")


def recognises(path: Path) -> bool:
    """A folder with `.ann` files."""
    return path.is_dir() and any(path.glob("*.ann"))


def load(path: Path) -> Iterator[Document]:
    """The cases, by file name; of annotations that overlap the longest is kept. Raises InputError, SpanError."""
    for file in sorted(path.glob("*.txt")):
        text = read_text(file)
        annotations = file.with_suffix(".ann")
        spans = read_annotations(annotations, text)
        if unknown := {span.label for span in spans} - LABELS.labels.keys():
            raise InputError(
                f"{annotations.name}: label {min(unknown)!r} is unknown to format 'meddocan': use --format"
            )
        yield Document(file.stem, text, "spa", checked_spans(text, outermost(spans), file.name))


def read_annotations(path: Path, text: str | None = None) -> list[Span]:
    """The text-bound annotations (`T` lines) of an `.ann` file; with `text`, what a line quotes must stand there.

    Raises InputError for a line that can't be read or has several fragments, SpanError for a quote that isn't there.
    """
    spans = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if not line.startswith("T"):
            continue
        where = f"{path.name} line {number}"
        _, _, rest = line.partition("\t")
        head, _, quote = rest.partition("\t")
        parts = head.split()
        if len(parts) != 3 or not (parts[1].isdecimal() and parts[2].isdecimal()):
            raise InputError(f"{where}: expected `T1`, a label with one start and end, and the text, parted by tabs")
        span = Span(int(parts[1]), int(parts[2]), parts[0])
        if text is not None and quote and " ".join(text[span.start : span.end].split()) != " ".join(quote.split()):
            raise SpanError(f"{where}: span {span.start}-{span.end} holds another text than it quotes: code points?")
        spans.append(span)
    return spans
