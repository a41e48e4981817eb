"""UIMA CAS JSON 0.4, one of INCEpTION's export forms: `--from uima_json`, or a name that ends in `.cas.json`.

    {"%TYPES": {...}, "%FEATURE_STRUCTURES": [{"%TYPE": "uima.cas.Sofa", "sofaString": "Naitwa [PERSON]", ...}], ...}

`ficha.io.uima` says what is read and what is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from ficha.document import Document
from ficha.io import no_columns
from ficha.io.source import Source, TableOptions
from ficha.io.uima import library, read_cas, write_cas
from ficha.result import Result

SUFFIXES = (".cas.json",)


def check(source: Source, options: TableOptions) -> int:
    """One document, where the file is a CAS with one text."""
    no_columns(options, source.name)
    source.prove_utf8()
    return sum(1 for _ in read(source, options))


def read(source: Source, options: TableOptions) -> Iterator[Document]:
    """The one text of the file."""
    cassis = library()
    return read_cas(source, lambda data: cassis.load_cas_from_json(data.decode("utf-8"), lenient=True), "UIMA CAS JSON")


def write(source: Source, options: TableOptions, results: Iterator[Result], stream: BinaryIO) -> None:
    """A new CAS: the redacted text, its placeholders as named entities, and the types that it needs."""
    stream.write(write_cas(results, lambda cas: cas.to_json(), str))
