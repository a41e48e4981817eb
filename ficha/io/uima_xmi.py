"""UIMA CAS XMI 1.0, one of INCEpTION's export forms; `ficha.io.uima` says what is read and what is written.

    <xmi:XMI ...><type:NamedEntity begin="7" end="15" value="PERSON"/><cas:Sofa sofaString="Naitwa [PERSON]"/></xmi:XMI>

The types stand in a file of their own: INCEpTION and DKPro know those that are written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from ficha.document import Document
from ficha.io import no_columns
from ficha.io.i2b2 import NOT_XML
from ficha.io.source import Source, TableOptions
from ficha.io.uima import library, read_cas, write_cas
from ficha.result import Result

if TYPE_CHECKING:
    from cassis import Cas

SUFFIXES = (".xmi",)


def check(source: Source, options: TableOptions) -> int:
    """One document, where the file is a CAS with one text."""
    no_columns(options, source.name)
    source.prove_utf8()
    return sum(1 for _ in read(source, options))


def read(source: Source, options: TableOptions) -> Iterator[Document]:
    """The one text of the file."""
    cassis = library()

    def load(data: bytes) -> Cas:
        if b"<!DOCTYPE" in data:  # entities can name other files and grow without end
            raise ValueError
        cas: Cas = cassis.load_cas_from_xmi(BytesIO(data), lenient=True)
        return cas

    return read_cas(source, load, "UIMA CAS XMI")


def write(source: Source, options: TableOptions, results: Iterator[Result], stream: BinaryIO) -> None:
    """A new CAS: the redacted text, and its placeholders as named entities."""
    stream.write(write_cas(results, lambda cas: cas.to_xmi(), lambda text: NOT_XML.sub("\ufffd", text)))
