"""Counts over a stream of documents, for the manifest and the dataset card.

    >>> stats = Statistics(particles=())
    >>> stats.add(document); stats.splits["train"].documents
    1

What grows is bounded by the vocabulary (tokens, values), not by the number of documents.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from ficha.document import Document, word_count
from synth.words import name_tokens, words_of

LONGEST_RUN = 6  # words of a train span that are compared with held-out values
VALUE_LABELS = ("location.village", "location.city", "location.region", "facility.", "organisation.")
_MIXED = ("location.address", "contact.")  # a house number or a handle's digits make each one new: they become 0
_NUMBER = re.compile(r"\d+(?!\w)")  # not those of a postcode, which would leave its letters as a word
# Codes and numbers: letters in them are no words.
_NO_WORDS = ("id.", "contact.phone", "contact.fax", "contact.ip", "location.postcode", "time", "date.")


@dataclass
class SplitStatistics:
    """Counts of one split; lengths are words (`ficha.document.word_count`) -> documents."""

    documents: int = 0
    free: int = 0  # documents without personal data
    words: Counter[int] = field(default_factory=Counter)
    templates: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)  # tokens of person spans
    values: set[str] = field(default_factory=set)  # places, facilities, organisations
    runs: set[str] = field(default_factory=set)  # every run of words inside any span

    def quantile(self, share: float) -> int:
        """The length in words below which `share` of the documents lie."""
        seen = 0
        for length in sorted(self.words):
            seen += self.words[length]
            if seen >= share * self.documents:
                return length
        return 0


class Statistics:
    """Counts of a whole data set."""

    def __init__(self, particles: Collection[str]) -> None:
        self._particles = frozenset(particles)
        self.splits: dict[str, SplitStatistics] = defaultdict(SplitStatistics)
        self.spans: Counter[str] = Counter()  # fine label -> spans
        self.prevalence: Counter[str] = Counter()  # fine label -> documents
        self.registers: Counter[str] = Counter()
        self.countries: Counter[str] = Counter()
        self.rejects: Counter[str] = Counter()  # reason -> attempts

    @property
    def kept(self) -> int:
        return sum(split.documents for split in self.splits.values())

    @property
    def free(self) -> int:
        return sum(split.free for split in self.splits.values())

    def add(self, document: Document) -> None:
        """Count one kept document."""
        split = self.splits[document.meta["split"]]
        split.documents += 1
        split.free += not document.spans
        split.words[word_count(document.text)] += 1
        split.templates.add(document.meta["template"])
        self.registers[document.meta["register"]] += 1
        self.countries[document.meta["country"]] += 1
        self.spans.update(span.label for span in document.spans)
        self.prevalence.update({span.label for span in document.spans})
        for span in document.spans:
            value = document.text[span.start : span.end]
            if span.label.startswith("person."):
                split.names |= {" ".join(words_of(t)) for t in name_tokens(value)} - self._particles
            if span.label.startswith(VALUE_LABELS):
                split.values.add(" ".join(words_of(value)))
            if span.label.startswith(_MIXED):
                value = _NUMBER.sub(" 0 ", value)
            if not span.label.startswith(_NO_WORDS):
                split.runs.update(_runs(words_of(value)))

    def overlaps(self) -> dict[str, int]:
        """What a held-out split shares with train: templates, name tokens and values inside train spans."""
        train, out = self.splits["train"], {}
        for held in ("dev", "test"):
            split = self.splits[held]
            out[f"templates of {held} in train"] = len(split.templates & train.templates)
            out[f"name tokens of {held} in train spans"] = len(split.names & train.runs)
            out[f"places, facilities and organisations of {held} in train spans"] = len(split.values & train.runs)
        return out


def _runs(words: tuple[str, ...]) -> Iterator[str]:
    for i in range(len(words)):
        for j in range(i + 1, min(len(words), i + LONGEST_RUN) + 1):
            yield " ".join(words[i:j])
