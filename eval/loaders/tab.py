"""The Text Anonymization Benchmark: court cases as a JSON list, annotated by one or more people.

[{"doc_id": "001-1", "text": "...", "dataset_type": "test", "annotations": {"annotator1": {"entity_mentions": [
  {"entity_type": "PERSON", "start_offset": 4, "end_offset": 15, "identifier_type": "DIRECT", "entity_id": "e1"}]}}}]

Read is the first annotator, by name; what was judged to need no masking (`NO_MASK`) is no gold item. Source: Pilán
et al. 2022.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eval.loaders import outermost, read_label_map
from eval.records import json_objects, objects, offset, read_json, string
from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError

LABELS = read_label_map("tab")


def recognises(path: Path) -> bool:
    """A JSON list of documents with `annotations`. Raises InputError."""
    return path.suffix.lower() == ".json" and all(
        "annotations" in r for r in json_objects(read_json(path), path.name)[:1]
    )


def load(path: Path) -> Iterator[Document]:
    """The cases; of mentions that overlap the longest is kept. Raises InputError, SpanError."""
    for number, record in enumerate(json_objects(read_json(path), path.name), 1):
        where = f"{path.name} document {number}"
        text = string(record, "text", where)
        annotations = record.get("annotations")
        if not isinstance(annotations, dict) or not annotations or not isinstance(annotations[min(annotations)], dict):
            raise InputError(f"{where}: field 'annotations': expected an object with an annotator at least")
        mentions = objects(annotations[min(annotations)], "entity_mentions", where)
        spans = [span for mention in mentions if (span := _span(mention, where))]
        meta = {"split": record["dataset_type"]} if "dataset_type" in record else {}
        doc_id = string(record, "doc_id", where)
        yield Document(doc_id, text, "eng", checked_spans(text, outermost(spans), where), meta)


def _span(mention: dict[str, Any], where: str) -> Span | None:
    label = string(mention, "entity_type", where)
    if label not in LABELS.labels:
        raise InputError(f"{where}: label {label!r} is unknown to format 'tab': use --format")
    if mention.get("identifier_type") == "NO_MASK":
        return None
    entity = mention.get("entity_id")
    return Span(offset(mention, "start_offset", where), offset(mention, "end_offset", where), label, entity)
