"""Reads an annotated corpus: a JSONL file of corpus lines, or a folder of brat files (`x.txt` with `x.ann`).

    read_corpus(Path("meddocan/test/brat"), read_labels("meddocan"))

Offsets are half-open and count code points. A span whose quoted text disagrees with them is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError, LabelError
from ficha.labels import FINE_LABELS, is_fine_label
from synth import corpus

LABELS = Path(__file__).parent / "labels"
Labels = Mapping[str, str | None]
_BRAT = re.compile(r"T\d+\t(?P<label>\S+) (?P<start>\d+) (?P<end>\d+)\t(?P<text>.*)")


def read_labels(name_or_file: str | None) -> Labels:
    """What the corpus's labels mean: a map that ships, a YAML file, or (None) the fine labels themselves.

    Raises InputError: no such map, or one that breaks the form `LABEL: fine label or null`; LabelError.
    """
    if name_or_file is None:
        return {label: label for label in FINE_LABELS}
    file = LABELS / f"{name_or_file}.yaml"
    if not file.is_file():
        file = Path(name_or_file)
    if not file.is_file():
        known = ", ".join(sorted(f.stem for f in LABELS.glob("*.yaml")))
        raise InputError(f"no label map {name_or_file!r}: expected {known}, or the path of a YAML file")
    try:
        raw = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError):
        raise InputError(f"{file}: not valid YAML in UTF-8") from None
    if not isinstance(raw, dict) or not all(isinstance(k, str) and isinstance(v, str | None) for k, v in raw.items()):
        raise InputError(f"{file}: expected one line a label, `LABEL: fine label` or `LABEL: null`")
    if unknown := [fine for fine in raw.values() if fine is not None and not is_fine_label(fine)]:
        raise LabelError(f"{file}: {unknown[0]!r} is no fine label")
    return raw


def read_corpus(path: Path, labels: Labels) -> Iterator[Document]:
    """The documents, with fine labels, in the order of the file or of the names.

    Raises InputError, SpanError: what can't be read, an unknown label, offsets that don't fit.
    """
    if path.is_dir():
        files = sorted(path.glob("**/*.txt"))
        if not files:
            raise InputError(f"{path}: no .txt files: expected brat files (x.txt with x.ann), or a JSONL file")
        return (_brat(file, labels) for file in files)
    own = corpus.read_corpus(path)
    return (_document(d.id, d.text, d.spans, labels, f"{path}, {d.id!r}", d.meta) for d in own)


def _brat(file: Path, labels: Labels) -> Document:
    annotations = file.with_suffix(".ann")
    if not annotations.is_file():
        raise InputError(f"{file}: no {annotations.name} beside it")
    text = _text(file)
    spans = []
    for number, line in enumerate(_text(annotations).split("\n"), 1):
        if not line.startswith("T"):
            continue
        where = f"{annotations}, line {number}"
        match = _BRAT.fullmatch(line.rstrip("\r"))
        if match is None:
            raise InputError(f"{where}: expected `T1<tab>LABEL start end<tab>text`, in one piece")
        span = Span(int(match["start"]), int(match["end"]), match["label"])
        if text[span.start : span.end].replace("\n", " ") != match["text"]:
            raise InputError(f"{where}: the offsets hold another text than is quoted: expected code points")
        spans.append(span)
    return _document(file.stem, text, spans, labels, str(annotations), {})


def _document(
    name: str, text: str, spans: Sequence[Span], labels: Labels, where: str, meta: Mapping[str, Any]
) -> Document:
    if unknown := sorted({span.label for span in spans} - labels.keys()):
        raise InputError(f"{where}: unknown label {unknown[0]!r}: name a map with --labels")
    fine = [
        Span(span.start, span.end, mapped, span.entity) for span in spans if (mapped := labels[span.label]) is not None
    ]
    return Document(name, text, None, checked_spans(text, fine, where), meta)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8").removeprefix("\ufeff")
    except OSError as error:
        raise InputError(f"{path}: can't be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8") from None
