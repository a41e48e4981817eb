"""i2b2 2014 de-identification: a folder of XML files (or one), each a `TEXT` and its `TAGS`.

    <deIdi2b2><TEXT><![CDATA[...]]></TEXT><TAGS><NAME id="P0" start="6" end="12" text="..." TYPE="PATIENT"/></TAGS>

A tag's `TYPE` is the label. Source: Stubbs and Uzuner 2015.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from eval.loaders import outermost, read_label_map
from eval.records import read_text
from ficha.document import Document, Span, checked_spans
from ficha.errors import InputError

LABELS = read_label_map("i2b2_2014")


def recognises(path: Path) -> bool:
    """An XML file, or a folder that holds some."""
    return path.suffix.lower() == ".xml" if path.is_file() else any(path.glob("*.xml"))


def load(path: Path) -> Iterator[Document]:
    """The records, by file name; of tags that overlap the longest is kept. Raises InputError, SpanError."""
    for file in [path] if path.is_file() else sorted(path.glob("*.xml")):
        root = _root(file)
        text = root.findtext("TEXT")
        if text is None:
            raise InputError(f"{file.name}: no TEXT element: expected i2b2 2014 XML")
        spans = [_span(tag, file.name) for tag in root.iterfind("TAGS/*")]
        yield Document(file.stem, text, "eng", checked_spans(text, outermost(spans), file.name))


def _root(file: Path) -> ElementTree.Element:
    content = read_text(file)
    if "<!DOCTYPE" in content:  # entities can name other files and grow without end
        raise InputError(f"{file.name}: a document type declaration is not accepted: take it out")
    try:
        return ElementTree.fromstring(content)  # noqa: S314 - without a DOCTYPE there is nothing to expand
    except ElementTree.ParseError as error:
        raise InputError(f"{file.name}, line {error.position[0]}: not well-formed XML") from None


def _span(tag: ElementTree.Element, where: str) -> Span:
    label, edges = tag.get("TYPE", ""), (tag.get("start", ""), tag.get("end", ""))
    if label not in LABELS.labels:
        raise InputError(f"{where}: TYPE {label!r} is unknown to format 'i2b2_2014': use --format")
    if not all(edge.isdecimal() for edge in edges):
        raise InputError(f"{where}: a tag {tag.tag} without whole numbers as start and end")
    return Span(int(edges[0]), int(edges[1]), label)
