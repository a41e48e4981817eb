"""Clinical notes of aci-bench: only the patients' names are labelled, so precision can't be read from it.

{"id": "D2N068", "lang": "eng", "text": "Brian White is a 58-year-old male ...",
 "spans": [{"start": 0, "end": 5, "label": "patient_firstname"},
           {"start": 6, "end": 11, "label": "patient_familyname"}]}
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from eval.loaders import knows_labels, read_documents, read_label_map
from ficha.document import Document, Span

LABELS = read_label_map("aci_bench")


def recognises(path: Path) -> bool:
    """Told by its labels. Raises InputError."""
    return knows_labels(path, LABELS)


def load(path: Path) -> Iterator[Document]:
    """The notes; parts of a name with only white space between them are one mention.

    Raises InputError, SpanError.
    """
    for document in read_documents(path, LABELS):
        yield replace(document, spans=_joined(document))


def _joined(document: Document) -> tuple[Span, ...]:
    spans: list[Span] = []
    for span in document.spans:
        if spans and document.text[spans[-1].end : span.start].isspace():
            spans[-1] = replace(spans[-1], end=span.end)
        else:
            spans.append(span)
    return tuple(spans)
