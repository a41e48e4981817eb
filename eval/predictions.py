"""What a system said about a document: one result line, checked.

    >>> parse_prediction({"id": "1", "status": "ok", "text": None, "spans": []}, "p.jsonl line 1").status
    'ok'

A span's `label` may be a category id of the policy (as in result lines) or a fine label (as in corpora).
Spans may overlap: other systems hand out such.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.records import identity, objects, offset, optional_string, read_records, string
from ficha.errors import InputError, SpanError

STATUSES = ("ok", "review", "failed")


@dataclass(frozen=True, slots=True)
class PredictedSpan:
    """Characters `start` to `end` (half-open, code points) that the system hides as `label`."""

    start: int
    end: int
    label: str
    placeholder: str | None = None  # the rendered text that stands there in the redacted text


@dataclass(frozen=True, slots=True)
class Prediction:
    """A checked result line; `record` is the line itself, to be written out unchanged."""

    id: str
    status: str
    text: str | None
    spans: tuple[PredictedSpan, ...]
    policy: str | None
    where: str
    record: Mapping[str, Any]

    @property
    def failed(self) -> bool:
        """True where the system gave no answer; it then has no spans to score."""
        return self.status == "failed"


def parse_prediction(record: Mapping[str, Any], where: str) -> Prediction:
    """Check one result line; a line without `status` is `ok`. Raises InputError, SpanError."""
    status = optional_string(record, "status", where) or "ok"
    if status not in STATUSES:
        raise InputError(f"{where}: field 'status': expected one of {', '.join(STATUSES)}")
    if record.get("offset_unit", "codepoint") != "codepoint":
        raise InputError(f"{where}: field 'offset_unit': only 'codepoint' can be scored: convert the offsets")
    spans = []
    for span in objects(record, "spans", where):
        start, end = offset(span, "start", where), offset(span, "end", where)
        if not 0 <= start < end:
            raise SpanError(f"{where}: span {start}-{end} is empty or turned round: offsets are half-open from 0")
        spans.append(
            PredictedSpan(start, end, string(span, "label", where), optional_string(span, "placeholder", where))
        )
    return Prediction(
        id=identity(record, where),
        status=status,
        text=optional_string(record, "text", where),
        spans=tuple(spans),
        policy=optional_string(record, "policy", where),
        where=where,
        record=record,
    )


def read_predictions(path: Path) -> Iterator[Prediction]:
    """The result lines of a JSONL file, in its order. Raises InputError: bad line, an id met twice."""
    seen: set[str] = set()
    for where, record in read_records(path):
        prediction = parse_prediction(record, where)
        if prediction.id in seen:
            raise InputError(f"{where}: id {prediction.id!r} was met before: give each document one line")
        seen.add(prediction.id)
        yield prediction
