"""Municipal minutes of CitiLink: JSON, a list of minutes or one of them.

{"minute_id": "M1_cm_001_2024-01-03", "full_text": "...",
 "personal_info": [{"type": "PERSONAL-NAME", "text": "...", "start": 82, "end": 92}]}

A `split_info.json` beside the file names each minute's split; the municipality, before the first `_` of the id, is
`meta.group`. Source: LIAAD/citilink_anonymization.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from eval.loaders import outermost, read_label_map
from eval.records import json_objects, objects, offset, read_json, string
from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError, SpanError

LABELS = read_label_map("citilink")
SPLITS = {"train_files": "train", "val_files": "dev", "test_files": "test"}
_REACH = 40  # code points around a span in which its quoted text is looked for


def recognises(path: Path) -> bool:
    """JSON with minutes that have `personal_info`. Raises InputError."""
    return path.suffix.lower() == ".json" and all("personal_info" in r for r in _minutes(path)[:1])


def load(path: Path) -> Iterator[Document]:
    """The minutes; of spans that overlap the longest is kept. Raises InputError, SpanError."""
    splits = _splits(path.with_name("split_info.json"))
    for number, minute in enumerate(_minutes(path), 1):
        where = f"{path.name} document {number}"
        doc_id, text = string(minute, "minute_id", where), string(minute, "full_text", where)
        spans = [_span(raw, text, where) for raw in objects(minute, "personal_info", where)]
        meta = {"group": doc_id.partition("_")[0]} | ({"split": splits[doc_id]} if doc_id in splits else {})
        yield Document(doc_id, text, "por", checked_spans(text, outermost(spans), where), meta)


def _minutes(path: Path) -> list[dict[str, Any]]:
    content = read_json(path)
    return json_objects(content if isinstance(content, list) else [content], path.name)


def _splits(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    content = read_json(path)
    if not isinstance(content, Mapping):
        raise InputError(f"{path.name}: expected an object with the lists {', '.join(SPLITS)}")
    return {doc_id: split for field, split in SPLITS.items() for doc_id in content.get(field, [])}


def _span(raw: Mapping[str, Any], text: str, where: str) -> Span:
    """The span at its offsets, or where its quoted text stands next to them: some offsets are off by a few."""
    label, quote = string(raw, "type", where), string(raw, "text", where)
    start, end = offset(raw, "start", where), offset(raw, "end", where)
    if label not in LABELS.labels:
        raise InputError(f"{where}: label {label!r} is unknown to format 'citilink': use --format")
    if text[start:end] == quote:
        return Span(start, end, label)
    near = text.find(quote, max(0, start - _REACH), end + _REACH + len(quote))
    if near < 0 or not quote:
        raise SpanError(f"{where}: span {start}-{end} holds another text than it quotes, and it isn't near either")
    return Span(near, near + len(quote), label)
