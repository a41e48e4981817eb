"""Short ways to write gold documents, predictions and schemes in tests."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from eval.loaders import find_loader
from eval.predictions import Prediction, parse_prediction
from eval.scheme import Scheme
from ficha.document import Document, Span
from ficha.policy import load_policy

Spans = Iterable[tuple[int, int, str]]


def scheme(policy: str = "afrimed", loader: str = "corpus") -> Scheme:
    return Scheme(load_policy(policy), find_loader(loader).LABELS)


def document(text: str, spans: Spans = (), id: str = "1", lang: str = "swa") -> Document:
    return Document(id, text, lang, tuple(Span(*span) for span in spans))


def prediction(spans: Spans = (), id: str = "1", **fields: Any) -> Prediction:
    return parse_prediction(line(spans, id, **fields), f"result {id!r}")


def line(spans: Spans = (), id: str = "1", **fields: Any) -> dict[str, Any]:
    keys = ("start", "end", "label", "placeholder")
    return {"id": id, "status": "ok", "spans": [dict(zip(keys, s, strict=False)) for s in spans], **fields}


def write(path: Path, records: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


# Five documents under `afrimed`, small enough to count by hand: a name hidden in part, a wrong type and a
# span with a full stop too much, a word hidden for nothing, a failed answer, and nothing to do.
DOCUMENTS = (
    document("Naitwa Achieng Otieno, simu 0700 000 111.", [(7, 21, "person.patient"), (28, 40, "contact.phone")], "1"),
    document("Dr Okello, Kisumu.", [(3, 9, "person.clinician"), (11, 17, "location.city")], "2"),
    document("Malaria tu.", id="3"),
    document("Umri miaka 34.", [(5, 13, "age")], "4"),
    document("Asante.", id="5"),
)
LINES = (
    line([(7, 14, "PERSON"), (28, 40, "CONTACT_PHONE")], "1"),
    line([(3, 9, "PERSON"), (11, 18, "LOCATION_VILLAGE")], "2"),
    line([(0, 7, "PERSON")], "3"),
    line([], "4", status="failed", text=None, reasons=["engine: an answer was cut"]),
    line([], "5"),
)


def predictions() -> dict[str, Prediction]:
    return {str(record["id"]): parse_prediction(record, f"result {record['id']}") for record in LINES}
