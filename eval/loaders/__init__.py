"""Loaders of gold sets: one file a format, found by name, each with its label map as data beside it.

    eval/loaders/masakhaner.py      recognises(path), load(path) -> Iterator[Document], LABELS
    eval/loaders/masakhaner.yaml    its labels: what each means in fine labels or prefixes

Documents keep the set's own labels; `eval.scheme` maps them through the policy. Adding a format is adding
the two files. Nothing is downloaded: a set lies where its licence let the user put it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Protocol, cast

import yaml
from pydantic import BaseModel, ConfigDict

from eval.records import identity, objects, offset, optional_string, read_records, string
from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError, SpanError, UsageError
from ficha.labels import expand, expand_all


@dataclass(frozen=True)
class LabelMap:
    """What a set's labels mean.

    `labels`: label -> fine labels that it may stand for, its usual meaning first; none at all means that
    Ficha has no such label, and hiding these characters is neither demanded nor punished. `complete`: the
    fine labels of which the set marks every mention; only within these can an extra span be called wrong.
    """

    name: str
    labels: Mapping[str, tuple[str, ...]]
    complete: frozenset[str]


class Loader(Protocol):
    """What a module of this folder offers."""

    LABELS: LabelMap

    def recognises(self, path: Path) -> bool:
        """Whether the file or folder looks like this format; a damaged one may."""

    def load(self, path: Path) -> Iterator[Document]:
        """The documents. Raises InputError and SpanError."""


class _MapFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    source: str
    licence: str
    labels: dict[str, list[str]]
    every_mention: list[str]


def read_label_map(name: str) -> LabelMap:
    """The label map `eval/loaders/<name>.yaml`."""
    file = resources.files("eval") / "loaders" / f"{name}.yaml"
    raw = _MapFile.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    labels = {
        label: tuple(dict.fromkeys(fine for name in names for fine in expand(name)))
        for label, names in raw.labels.items()
    }
    return LabelMap(name, labels, expand_all(raw.every_mention))


def outermost(spans: Iterable[Span]) -> list[Span]:
    """Without the spans that overlap a longer one (or an earlier one as long), in order: for sets that nest them."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start - s.end, s.start)):
        if all(span.end <= other.start or span.start >= other.end for other in kept):
            kept.append(span)
    return sorted(kept)


def read_documents(path: Path, labels: LabelMap) -> Iterator[Document]:
    """The documents of a JSONL file with `id`, `text`, `spans` and maybe `lang` and `meta`.

    A span that quotes its `text` must quote what its offsets say: it shows offsets of another unit.
    Raises InputError and SpanError: bad field, unknown label, spans that don't fit, an id met twice.
    """
    seen: set[str] = set()
    for where, record in read_records(path):
        doc_id, text = identity(record, where), string(record, "text", where)
        if doc_id in seen:
            raise InputError(f"{where}: id {doc_id!r} was met before: give each document one line")
        seen.add(doc_id)
        spans = []
        for raw in objects(record, "spans", where):
            entity = optional_string(raw, "entity", where)
            span = Span(offset(raw, "start", where), offset(raw, "end", where), string(raw, "label", where), entity)
            if span.label not in labels.labels:
                raise InputError(f"{where}: label {span.label!r} is unknown to format {labels.name!r}: use --format")
            if raw.get("text", text[span.start : span.end]) != text[span.start : span.end]:
                raise SpanError(
                    f"{where}: span {span.start}-{span.end} holds another text than it quotes: code points?"
                )
            spans.append(span)
        meta = record.get("meta") or {}
        if not isinstance(meta, dict):
            raise InputError(f"{where}: field 'meta': expected an object, found {type(meta).__name__}")
        lang = optional_string(record, "lang", where)
        yield Document(doc_id, text, lang, checked_spans(text, spans, where), meta)


@cache
def loader_names() -> tuple[str, ...]:
    """The formats that can be read, by name: the modules of this folder, corpora of ours first."""
    return tuple(sorted((module.name for module in pkgutil.iter_modules(__path__)), key=lambda n: (n != "corpus", n)))


def find_loader(name: str) -> Loader:
    """The loader of that name. Raises UsageError."""
    if name not in loader_names():
        raise UsageError(f"unknown format {name!r}: expected one of {', '.join(loader_names())}")
    return cast(Loader, importlib.import_module(f"{__name__}.{name}"))


def detect_loader(path: Path) -> Loader:
    """The first loader that recognises the file or folder.

    Raises InputError where none does, or where it can't be read.
    """
    if not path.exists():
        raise InputError(f"can't read {path}: No such file or folder")
    for name in loader_names():
        if find_loader(name).recognises(path):
            return find_loader(name)
    if not is_jsonl(path):
        raise InputError(f"{path.name}: no format recognises it: pass --format, one of {', '.join(loader_names())}")
    known = find_loader("corpus").LABELS.labels
    strange = ", ".join(repr(label) for label in sorted(_labels_in(path) - known.keys())[:5])
    raise InputError(f"{path.name}: no format knows all its labels ({strange}): use fine labels, or add eval/loaders/")


def is_jsonl(path: Path) -> bool:
    """Whether the path is a file that isn't of one of the other forms, by its suffix."""
    return path.is_file() and path.suffix.lower() not in {".json", ".xml", ".txt", ".conll", ".iob2", ".ann"}


def knows_labels(path: Path, labels: LabelMap) -> bool:
    """Whether the path is a JSONL file with spans all of whose labels the map has. Raises InputError: not JSONL."""
    return has_spans(path) and _labels_in(path) <= labels.labels.keys()


def has_spans(path: Path) -> bool:
    """Whether the path is a JSONL file in which some record has `spans`. Raises InputError where it isn't JSONL."""
    return is_jsonl(path) and any("spans" in record for _, record in read_records(path))


def _labels_in(path: Path) -> set[str]:
    return {str(span.get("label")) for where, record in read_records(path) for span in objects(record, "spans", where)}
