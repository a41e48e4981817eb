"""Applies decisions: a new version of the corpus beside the old one, with its history.

    OUT/kept.jsonl       the corpus with fixed labels, without dropped documents
    OUT/rejects.jsonl    the dropped documents, with the flag that dropped them
    OUT/changes.jsonl    each change: flag, decision, who decided, the label before and after
    OUT/manifest.json    version, parent, counts, the threshold of --auto, and the history of all versions
    OUT/feedback.jsonl   what the models get wrong and the labels right: requests to `synth make --feedback`

Nothing is changed without a decision; `auto` decides `fix` for undecided flags from that score on.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError, UsageError
from train.corpus import KEPT
from train.selfclean.feedback import FEEDBACK, Request, request_of, write_requests
from train.selfclean.flags import Flag

MANIFEST = "manifest.json"


def apply(
    source: Path, documents: Sequence[Document], flags: Sequence[Flag], decisions: Mapping[str, str], out: Path,
    auto: float | None, requests: Iterable[Request]
) -> dict[str, Any]:  # fmt: skip
    """Write the new version of the corpus `source` (its file) to `out`; returns its manifest.

    `requests` are those that the run itself made. Raises UsageError where `out` is not empty or nothing is decided.
    """
    if out.exists() and any(out.iterdir()):
        raise UsageError(f"{out} is not empty: a new version needs a folder of its own")
    decided = _decided(flags, decisions, auto)
    if not decided:
        raise UsageError("nothing is decided: review the flags first, or give a threshold with --auto")
    by_document: dict[str, list[tuple[Flag, str, str]]] = {}
    for flag, decision, who in decided:
        by_document.setdefault(flag.id, []).append((flag, decision, who))
    known = {d.id: d for d in documents}
    if lost := sorted(by_document.keys() - known.keys()):
        raise InputError(f"{source} holds no document {lost[0]}: these flags are of another corpus")
    kept, rejected, changes = [], [], []
    for original in documents:
        document, of_document = original, by_document.get(original.id, [])
        dropped = next((flag for flag, decision, _ in of_document if decision == "drop"), None)
        if dropped:
            rejected.append({"reason": f"dropped in review: {dropped.flag}", "attempt": document.to_json()})
        for flag, decision, who in of_document:
            if not dropped and decision == "fix":
                document = _fixed(document, flag)
            changes.append(_change(flag, decision, who))
        if not dropped:
            kept.append(document.to_json())
    out.mkdir(parents=True, exist_ok=True)
    _write(out / KEPT, kept)
    _write(out / "rejects.jsonl", rejected)
    _write(out / "changes.jsonl", changes)
    wrong = [request_of(flag, known[flag.id]) for flag, decision, _ in decided if decision == "keep"]
    write_requests(out / FEEDBACK, [*requests, *wrong])
    manifest = _manifest(source, out / KEPT, decided, auto, len(kept), len(rejected))
    (out / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return manifest


def _decided(flags: Sequence[Flag], decisions: Mapping[str, str], auto: float | None) -> list[tuple[Flag, str, str]]:
    """(flag, decision, who decided)."""
    found = []
    for flag in flags:
        if flag.flag in decisions:
            found.append((flag, decisions[flag.flag], "person"))
        elif auto is not None and flag.score >= auto:
            found.append((flag, "fix", "auto"))
    return found


def _fixed(document: Document, flag: Flag) -> Document:
    """The document with the flag's proposal in the place of every label that it touches."""
    spans = [s for s in document.spans if not (flag.label and s.start == flag.start and s.end == flag.end)]
    if flag.proposed:
        p = flag.proposed
        spans = [s for s in spans if not (s.start < p.end and p.start < s.end)]
        entity = next((s.entity for s in document.spans if s.start == flag.start and s.label == p.label), None)
        spans.append(Span(p.start, p.end, p.label, entity))
    return replace(document, spans=checked_spans(document.text, spans, f"document {document.id}"))


def _change(flag: Flag, decision: str, who: str) -> dict[str, Any]:
    before = {"start": flag.start, "end": flag.end, "label": flag.label}
    after = flag.proposed.model_dump() if decision == "fix" and flag.proposed else None
    return {"flag": flag.flag, "id": flag.id, "decision": decision, "by": who, "before": before, "after": after}


def _manifest(
    source: Path, made: Path, decided: Sequence[tuple[Flag, str, str]], auto: float | None, kept: int, dropped: int
) -> dict[str, Any]:
    beside = source.parent / MANIFEST
    parent = json.loads(beside.read_text(encoding="utf-8")) if beside.is_file() else {}
    counts = Counter(f"{decision} by {who}" for _, decision, who in decided)
    step = {
        "version": parent.get("version", 1) + 1,
        "parent": _sha256(source),
        "kept.jsonl": _sha256(made),
        "decisions": dict(sorted(counts.items())),
        "auto": auto,
    }
    return {
        "stage": "selfclean",
        "version": step["version"],
        "lang": parent.get("lang"),
        "auto": auto,
        "counts": {"kept": kept, "dropped": dropped, **step["decisions"]},
        "history": [*parent.get("history", []), step],
        "made_from": {k: v for k, v in parent.items() if k not in ("history", "made_from")} or parent.get("made_from"),
    }


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write(path: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
