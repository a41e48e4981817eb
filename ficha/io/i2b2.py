"""i2b2 2014 de-identification XML: a `TEXT` and its `TAGS`. Written are the redacted text and its placeholders.

    <deIdi2b2><TEXT><![CDATA[Seen: [NAME]]]></TEXT><TAGS><PHI id="P0" start="6" end="12" .../></TAGS></deIdi2b2>

The tags of the input are not read: they quote what they mark. Source: Stubbs and Uzuner 2015.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from ficha.document import Document
from ficha.errors import InputError
from ficha.io import WITHHELD, no_columns
from ficha.io.placed import placed
from ficha.io.source import Source, TableOptions
from ficha.result import Result

SUFFIXES = (".xml",)
# What XML 1.0 can't hold: a placeholder or a text with such a character would make the file unreadable.
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def check(source: Source, options: TableOptions) -> int:
    """One document, where the file is well formed and has a TEXT."""
    no_columns(options, source.name)
    return sum(1 for _ in read(source, options))


def read(source: Source, options: TableOptions) -> Iterator[Document]:
    """The one text of the file; its id is the file's name."""
    with source.open() as stream:
        data = stream.read()
    if b"<!DOCTYPE" in data:  # entities can name other files and grow without end
        raise InputError(f"{source.name}: a document type declaration is not accepted: take it out")
    try:
        root = ElementTree.fromstring(data)  # noqa: S314 - without a DOCTYPE there is nothing to expand
    except ElementTree.ParseError as error:
        raise InputError(f"{source.name}, line {error.position[0]}: not well-formed XML") from None
    text = root.find("TEXT")
    if text is None:
        raise InputError(f"{source.name}: no TEXT element: expected i2b2 2014 XML")
    yield Document(id=source.name, text=text.text or "")


def write(source: Source, options: TableOptions, results: Iterator[Result], stream: BinaryIO) -> None:
    """The redacted text with a tag a placeholder."""
    for result in results:
        text = WITHHELD if result.text is None else result.text
        cdata = NOT_XML.sub("\ufffd", text).replace("]]>", "]]]]><![CDATA[>")
        tags = "".join(
            f'<PHI id="P{n}" start="{item.start}" end="{item.end}" text={quoteattr(NOT_XML.sub("", item.text))} '
            f'TYPE="{item.label}" comment=""/>\n'
            for n, item in enumerate(placed(result))
        )
        head = '<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n'
        stream.write(f"{head}<TEXT><![CDATA[{cdata}]]></TEXT>\n<TAGS>\n{tags}</TAGS>\n</deIdi2b2>\n".encode())
