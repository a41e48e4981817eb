"""Which documents of the corpora are used: by split and language, drawn with a seed.

    >>> train_and_dev(Choice([Path("data/eng"), Path("data/swa")], rows=500))              # doctest: +SKIP

A folder stands for the `kept.jsonl` in it; a line that names no split is `train`.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.loaders.corpus import load
from ficha.document import Document, word_count
from ficha.errors import InputError

KEPT = "kept.jsonl"
DEV_DOCUMENTS = 120  # a minute on a CPU; the interval of a share is then within 10 points


@dataclass(frozen=True, slots=True)
class Choice:
    """What is used of the corpora: all languages where none is named, at most `rows` training documents."""

    paths: Sequence[Path]
    languages: Sequence[str] = ()
    rows: int | None = None
    max_words: int | None = None
    seed: int = 13

    def files(self) -> list[Path]:
        """The JSONL files. Raises InputError for one that isn't there."""
        files = [path / KEPT if path.is_dir() else path for path in self.paths]
        for file in files:
            if not file.is_file():
                raise InputError(f"no corpus at {file}: make one with `python -m synth make`, or name a JSONL file")
        return files

    def documents(self) -> Iterator[Document]:
        """All documents that the languages and the length leave, whatever their split. Raises InputError."""
        for file in self.files():
            for document in load(file):
                in_language = not self.languages or document.lang in self.languages
                if in_language and (self.max_words is None or word_count(document.text) <= self.max_words):
                    yield document

    def fingerprint(self) -> str:
        """The sha256 over the files' contents, in the order given."""
        digest = hashlib.sha256()
        for file in self.files():
            with file.open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
        return digest.hexdigest()


def train_and_dev(choice: Choice) -> tuple[list[Document], list[Document]]:
    """The training documents and a sample of the dev split, each in an order drawn by the seed.

    Raises InputError where there is nothing to train on, and for a line that is no corpus line.
    """
    found = list(choice.documents())
    train = drawn([d for d in found if _split(d) == "train"], choice.seed)[: choice.rows]
    dev = drawn([d for d in found if _split(d) == "dev"], choice.seed)[:DEV_DOCUMENTS]
    if not train:
        languages = f" in {', '.join(choice.languages)}" if choice.languages else ""
        where = ", ".join(map(str, choice.paths))
        raise InputError(f"{where}: no training document{languages}: expected lines whose split is train")
    return train, dev


def _split(document: Document) -> str:
    return str(document.meta.get("split", "train"))


def drawn(documents: Sequence[Document], seed: int) -> list[Document]:
    """The documents in an order drawn by the seed: the first n of it are part of the first m > n."""
    return random.Random(seed).sample(documents, len(documents))
