"""Template-made English sentences of microsoft/presidio-research: its JSON list, or JSONL.

[{"full_text": "Here's my SSN: 460-89-9847", "template_id": 7,
  "spans": [{"entity_type": "US_SSN", "entity_value": "460-89-9847", "start_position": 15, "end_position": 26}]}]

{"id": "7", "lang": "eng", "text": "Here's my SSN: 460-89-9847",
 "spans": [{"start": 15, "end": 26, "label": "US_SSN"}]}
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from eval.loaders import knows_labels, outermost, read_documents, read_label_map
from eval.records import json_objects, objects, offset, read_json, string
from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError

LABELS = read_label_map("presidio_research")


def recognises(path: Path) -> bool:
    """JSON by its `full_text` beside `spans`, JSONL by its labels. Raises InputError."""
    if path.suffix.lower() == ".json":
        content = read_json(path)
        first = json_objects(content, path.name)[:1] if isinstance(content, list) else [{}]
        return all({"full_text", "spans"} <= record.keys() for record in first)
    return knows_labels(path, LABELS)


def load(path: Path) -> Iterator[Document]:
    """The sentences, each a document. Raises InputError, SpanError."""
    if path.suffix.lower() != ".json":
        yield from read_documents(path, LABELS)
        return
    for number, record in enumerate(json_objects(read_json(path), path.name), 1):
        where = f"{path.name} document {number}"
        text = string(record, "full_text", where)
        spans = []
        for raw in objects(record, "spans", where):
            label = string(raw, "entity_type", where)
            if label not in LABELS.labels:
                raise InputError(f"{where}: label {label!r} is unknown to format 'presidio_research': use --format")
            spans.append(Span(offset(raw, "start_position", where), offset(raw, "end_position", where), label))
        meta = {"template": str(record["template_id"])} if "template_id" in record else {}
        yield Document(str(number), text, "eng", checked_spans(text, outermost(spans), where), meta)
