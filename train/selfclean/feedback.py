"""Requests to the data factory: kinds of text that the models get wrong although the label is right.

{"id": "swa-13-000007", "lang": "swa", "register": "message", "label": "location.village", "kind": "missing"} a line.
`label` is the fine label that was missed or mistaken, or null where a word was hidden that stays visible;
`python -m synth make --feedback feedback.jsonl` makes more texts of those registers and labels.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ficha.document import Document
from train.selfclean.evidence import Suspect
from train.selfclean.flags import Flag

FEEDBACK = "feedback.jsonl"
Request = dict[str, Any]


def request_of(flag: Flag, document: Document) -> Request:
    """The request that a flag becomes whose label was kept."""
    return _request(document, flag.label, flag.kind)


def request_of_suspect(suspect: Suspect, document: Document) -> Request:
    """The request for an item that most judges contradict and the rules support."""
    own = next((s for s in document.spans if s.start < suspect.item.end and suspect.item.start < s.end), None)
    return _request(document, own.label if own else None, "missing")


def write_requests(path: Path, requests: Iterable[Request]) -> int:
    """Write the requests; returns how many."""
    lines = [json.dumps(request, ensure_ascii=False) + "\n" for request in requests]
    path.write_text("".join(lines), encoding="utf-8")
    return len(lines)


def read_requests(path: Path) -> list[Request]:
    """The requests of a file, none where it is absent."""
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _request(document: Document, label: str | None, kind: str) -> Request:
    register = document.meta.get("register")
    return {"id": document.id, "lang": document.lang, "register": register, "label": label, "kind": kind}
