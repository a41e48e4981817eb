"""What is left out of the training text, each with its count: copies, near copies, and what evaluation sets hold.

- exact: the same words as an earlier passage;
- near: a Jaccard similarity of word triples of at least `NEAR` with an earlier passage (MinHash with LSH, Broder
  1997; `datasketch`);
- content: `RUN` words in a row that an evaluation text holds too, or the passage is a shorter evaluation text;
- source: the passage comes from a source that an evaluation set names.

    kept, counts = clean(passages, Guard.of([Path("dev/lug_masakhaner2.jsonl")]))
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from datasketch import MinHash, MinHashLSH

from ficha.errors import InputError
from train.cpt.texts import Passage, tokens_of

NEAR = 0.8
RUN = 8  # words: names and common phrases are shorter, sentences longer
_PERMUTATIONS = 64
REASONS = ("exact", "near", "content", "source")

Gram = tuple[str, ...]


@dataclass(frozen=True)
class Guard:
    """What the evaluation sets hold: runs of words, and their sources."""

    runs: frozenset[Gram]
    sources: frozenset[str]

    @classmethod
    def of(cls, files: Iterable[Path]) -> Guard:
        """Read evaluation files (JSONL with `text`; `source` or `meta.source`). Raises InputError."""
        runs: set[Gram] = set()
        sources: set[str] = set()
        for file in files:
            for text, source in _texts(file):
                runs.update(_grams(tokens_of(text), RUN))
                sources.add(_plain(source))
        return cls(frozenset(runs), frozenset(sources))

    def refuses(self, passage: Passage) -> str | None:
        """`source` or `content` where the passage must not be trained on, else None."""
        if _plain(passage.source) in self.sources:
            return "source"
        words = tokens_of(passage.text)
        return None if self.runs.isdisjoint(_grams(words, RUN)) else "content"


def clean(passages: Iterable[Passage], guard: Guard) -> tuple[list[Passage], dict[str, int]]:
    """The passages to train on, and how many were left out for which reason."""
    kept: list[Passage] = []
    counts: Counter[str] = Counter(dict.fromkeys(REASONS, 0))
    seen: set[Gram] = set()
    index = MinHashLSH(threshold=NEAR, num_perm=_PERMUTATIONS)
    for passage in passages:
        words = tuple(tokens_of(passage.text))
        reason = guard.refuses(passage) or ("exact" if words in seen else None)
        sketch = _sketch(words)
        if reason is None and index.query(sketch):
            reason = "near"
        if reason is None:
            seen.add(words)
            index.insert(passage.id, sketch)
            kept.append(passage)
        else:
            counts[reason] += 1
    return kept, dict(counts)


def _sketch(words: Sequence[str]) -> MinHash:
    sketch = MinHash(num_perm=_PERMUTATIONS)
    sketch.update_batch([" ".join(gram).encode() for gram in _grams(words, 3)])
    return sketch


def _grams(words: Sequence[str], length: int) -> Iterator[Gram]:
    """Every run of `length` words; the whole of a shorter text."""
    for at in range(max(1, len(words) - length + 1)):
        yield tuple(words[at : at + length])


def _texts(file: Path) -> Iterator[tuple[str, str]]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        for line in lines:
            raw = json.loads(line)
            yield str(raw["text"]), str(raw.get("source") or (raw.get("meta") or {}).get("source") or file.stem)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"can't guard against {file} ({type(error).__name__}): expected JSONL with text") from None


def _plain(source: str) -> str:
    """A source without its last part, the file of a split: train and test of one set are one source."""
    return source.rsplit("/", 1)[0].casefold().strip()
