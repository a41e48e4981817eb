"""Robustness sets beside a corpus: its test documents under other names, proven on what was written.

    data/swa/test-novel.jsonl        every name new to the training text (`synth/novel.py`)
    data/swa/test-reshuffle.jsonl    the same names, permuted (`synth/reshuffle.py`)
    data/swa/robust.json             counts, seed, fingerprints

A document that names nobody is the same in both, so that the sets stay as large as test.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ficha.document import Document
from ficha.errors import InputError
from synth import novel, reshuffle
from synth.corpus import corpus_file, read_corpus, write_corpus
from synth.name_tokens import heard, person_tokens
from synth.pack import Pack
from synth.renaming import Naming
from synth.written_names import Roster


@dataclass(frozen=True, slots=True)
class Counts:
    """What a set holds; `in_training` and `in_test` are how many of its distinct name tokens stand there too."""

    documents: int
    mentions: int
    tokens: int
    in_training: int
    in_test: int
    unchanged: int  # documents that still hold one of their own names
    left_out: int

    def __str__(self) -> str:
        share = self.in_training / self.tokens if self.tokens else 0.0
        return (
            f"{self.documents} documents, {self.mentions} mentions, {self.tokens} name tokens: {share:.1%} of them in "
            f"training text, {self.in_test} in test; {self.unchanged} documents keep a name, {self.left_out} left out"
        )


@dataclass(frozen=True, slots=True)
class Training:
    """The training documents of several corpora, read anew each time; a line that names no split is of training."""

    paths: Sequence[Path]

    def __iter__(self) -> Iterator[Document]:
        for path in self.paths:
            yield from (d for d in read_corpus(path) if d.meta.get("split", "train") == "train")


def language_of(data: Path) -> str:
    """The language of a corpus, told by its first document. Raises InputError."""
    first = next(read_corpus(data), None)
    if first is None or first.lang is None:
        raise InputError(f"{corpus_file(data)}: no document that says its language: expected a corpus of `synth make`")
    return first.lang


def make_sets(data: Path, pack: Pack, also: Sequence[Path], seed: int, out: Path) -> dict[str, Counts]:
    """Write both sets of `data`'s test split below `out`; `also` names further corpora that a model is trained on.

    Raises InputError: no test split, another language, too few held-out names, a name that training holds after all.
    """
    test = [document for document in read_corpus(data) if document.meta.get("split") == "test"]
    if not test:
        raise InputError(f"{corpus_file(data)}: no document of the split test: expected a corpus of `synth make`")
    if other := next((d.lang for d in test if d.lang != pack.code), None):
        raise InputError(f"{corpus_file(data)}: a document in {other!r}, expected {pack.code!r} alone")
    roster, training = Roster(pack), Training([data, *also])
    namings, style = [Naming(document, roster) for document in test], pack.settings.names
    shuffled = reshuffle.Reshuffle(namings, style, seed)
    sets = {
        novel.SPLIT: novel.Novel(pack, namings, training, seed).documents(),
        reshuffle.SPLIT: shuffled.documents(),
    }
    counts = {name: _counts(made, test, training, pack) for name, made in sets.items()}
    if counts[novel.SPLIT].in_training:
        raise InputError(f"{counts[novel.SPLIT].in_training} names of {novel.SPLIT} stand in the training text")
    for name, made in sets.items():
        write_corpus(out / f"{name}.jsonl", made)
    files = {str(i): hashlib.sha256(corpus_file(path).read_bytes()).hexdigest() for i, path in enumerate([data, *also])}
    report = {"seed": seed, "corpora": files, "sets": {name: asdict(count) for name, count in counts.items()}}
    (out / "robust.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return counts


def _counts(made: Sequence[Document], test: Sequence[Document], training: Training, pack: Pack) -> Counts:
    particles = pack.settings.names.particles
    by_id = {document.id: document for document in test}
    originals = [by_id[document.id.rpartition("-")[0]] for document in made]
    tokens = person_tokens(made, particles)
    return Counts(
        documents=len(made),
        mentions=sum(span.label.startswith("person.") for document in made for span in document.spans),
        tokens=len(tokens),
        in_training=len(heard(training, tokens)),
        in_test=len(tokens & person_tokens(test, particles)),
        unchanged=sum(
            bool(person_tokens([old], particles) & person_tokens([new], particles))
            for old, new in zip(originals, made, strict=True)
        ),
        left_out=len(test) - len(made),
    )
