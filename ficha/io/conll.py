"""CoNLL columns: a token and its tag a line, sentences between blank lines, documents between `-DOCSTART-` lines.

    Naitwa O
    [PERSON] B-PERSON

Read are the tokens (the first column), joined by spaces; written are the tokens of the redacted text with
a tag a placeholder. Source: Tjong Kim Sang and De Meulder 2003 (IOB2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from ficha.document import Document
from ficha.errors import InputError
from ficha.io import WITHHELD, no_columns
from ficha.io.placed import placed
from ficha.io.source import Source, TableOptions
from ficha.result import Result

SUFFIXES = (".conll", ".iob2")
_START = "-DOCSTART-"


def check(source: Source, options: TableOptions) -> int:
    """Documents with at least one token."""
    no_columns(options, source.name)
    source.prove_utf8()
    count = sum(1 for _ in read(source, options))
    if not count:
        raise InputError(f"{source.name}: no tokens: expected a token and its tag a line")
    return count


def read(source: Source, options: TableOptions) -> Iterator[Document]:
    """One text a document: tokens joined by spaces, a sentence a line; an id is the document's number."""
    sentences: list[list[str]] = [[]]
    number = 0
    with source.open_text() as stream:
        for line in stream:
            columns = line.split()
            if columns and columns[0] == _START:
                if any(sentences):
                    number += 1
                    yield _document(number, sentences)
                sentences = [[]]
            elif columns:
                sentences[-1].append(columns[0])
            elif sentences[-1]:
                sentences.append([])
    if any(sentences):
        yield _document(number + 1, sentences)


def write(source: Source, options: TableOptions, results: Iterator[Result], stream: BinaryIO) -> None:
    """Tokens and tags of the redacted texts; a placeholder is one token."""
    for n, result in enumerate(results):
        lines = [f"{_START} O", ""] if n else []
        text = WITHHELD if result.text is None else result.text
        at = 0
        for item in placed(result):
            lines += _plain(text[at : item.start])
            lines.append(f"{'_'.join(item.text.split())} B-{item.label}")
            at = item.end
        lines += _plain(text[at:])
        stream.write(("\n".join(lines).rstrip("\n") + "\n\n").encode())


def _document(number: int, sentences: list[list[str]]) -> Document:
    return Document(id=str(number), text="\n".join(" ".join(tokens) for tokens in sentences if tokens))


def _plain(text: str) -> list[str]:
    """A stretch without placeholders: a token a line, and a blank line where a sentence ends."""
    lines: list[str] = []
    for n, sentence in enumerate(text.split("\n")):
        if n:
            lines.append("")
        lines += [f"{token} O" for token in sentence.split()]
    return lines
