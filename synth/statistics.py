"""Counts over a stream of documents, for the manifest and the dataset card.

    >>> stats = Statistics(particles=())
    >>> stats.add(document); stats.splits["train"].documents
    1

What grows is bounded by the vocabulary (tokens, values, written forms), but for a digest and a sketch of each document
against duplicates (some 200 bytes); texts are kept of a sample only.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from ficha.document import Document, word_count
from ficha.normalise import HAN
from synth.diversity import REFERENCES, carrier_of
from synth.duplicates import NEAR, Seen
from synth.words import name_tokens, words_of

NONE = "not stated"
HAN_SIGN = re.compile(rf"[{HAN}]")
_LETTERS = re.compile(rf"[^\W\d_{HAN}]+")
_SENTENCE = re.compile(r"[.!?。！？]+(?=\s|$)|(?<=[。！？])|\n+")
_WITH_FORMS = ("date.", "time", "age", "id.", "contact.phone", "location.postcode")
LONGEST_RUN = 6  # words of a train span that are compared with held-out values
VALUE_LABELS = ("location.village", "location.city", "location.region", "facility.", "organisation.")
_MIXED = ("location.address", "contact.")  # a house number or a handle's digits make each one new: they become 0
_NUMBER = re.compile(r"\d+(?!\w)")  # not those of a postcode, which would leave its letters as a word
# Codes and numbers: letters in them are no words.
_NO_WORDS = ("id.", "contact.phone", "contact.fax", "contact.ip", "location.postcode", "time", "date.")


class Reservoir:
    """A fair sample of a stream (algorithm R, Vitter 1985), the same for the same stream."""

    def __init__(self, size: int) -> None:
        self.items: list[str] = []
        # A stream of its own: with the seed of the hypotheses both would choose the same places.
        self._size, self._seen, self._rng = size, 0, random.Random("reservoir")

    def offer(self, item: str) -> None:
        """Show the next item of the stream."""
        self._seen += 1
        if len(self.items) < self._size:
            self.items.append(item)
        elif (at := self._rng.randrange(self._seen)) < self._size:
            self.items[at] = item


def form_of(value: str) -> str:
    """The written form of a date or number: 0 for a digit, A for a capital, `word` for a word.

    >>> form_of("14/02/1988"), form_of("4 Machi 2026"), form_of("CM80923565P12V")
    ('00/00/0000', '0 word 0000', 'AA00000000A00A')
    """
    value = _LETTERS.sub(lambda m: "A" * len(m[0]) if m[0].isupper() and len(m[0]) < 4 else "word", value)
    return re.sub(r"\d", "0", value)


@dataclass
class SplitStatistics:
    """Counts of one split; lengths are words (`ficha.document.word_count`) -> documents."""

    documents: int = 0
    free: int = 0  # documents without personal data
    words: Counter[int] = field(default_factory=Counter)
    templates: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)  # tokens of person spans
    names_of: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # fine label -> its tokens
    sentences: set[str] = field(default_factory=set)  # ids of natural sentences
    values: set[str] = field(default_factory=set)  # places, facilities, organisations
    runs: set[str] = field(default_factory=set)  # every run of words inside any span

    def add_value(self, label: str, value: str, particles: Collection[str]) -> None:
        """Take the value of one span into the sets that are compared between splits."""
        if label.startswith("person."):
            tokens = {" ".join(words_of(t)) for t in name_tokens(value)} - set(particles)
            self.names |= tokens
            self.names_of[label] |= tokens
        if label.startswith(VALUE_LABELS):
            self.values.add(" ".join(words_of(value)))
        if label.startswith(_MIXED):
            value = _NUMBER.sub(" 0 ", value)
        if not label.startswith(_NO_WORDS):
            self.runs.update(_runs(words_of(value)))

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
        self.makers: Counter[str] = Counter()  # what made it: the source, and a teacher's model -> documents
        self.rejects: Counter[str] = Counter()  # reason -> attempts
        self.one_sentence = 0  # documents
        self.woven = 0  # documents with natural sentences
        self.openings: Counter[str] = Counter()  # first word (of Chinese the first two signs)
        self.forms: dict[str, Counter[str]] = defaultdict(Counter)  # fine label -> written form, as 00/00/0000
        self.exact = 0  # documents of the same words as an earlier one
        self.near = 0  # others that are nearly the text of an earlier one of their register
        self.whole = Reservoir(REFERENCES)  # texts
        self.carriers = Reservoir(REFERENCES)  # texts without values and natural sentences
        self._digests: set[int] = set()
        self._seen = Seen()

    @property
    def kept(self) -> int:
        return sum(split.documents for split in self.splits.values())

    @property
    def lengths(self) -> Counter[int]:
        """Words -> documents, over all splits."""
        return sum((split.words for split in self.splits.values()), Counter())

    @property
    def free(self) -> int:
        return sum(split.free for split in self.splits.values())

    def add(self, document: Document) -> None:
        """Count one kept document."""
        split = self.splits[document.meta.get("split", NONE)]
        split.documents += 1
        split.free += not document.spans
        split.words[word_count(document.text)] += 1
        if template := document.meta.get("template"):
            split.templates.add(template)
        split.sentences |= {sentence["id"] for sentence in document.meta.get("natural") or ()}
        self.registers[document.meta.get("register", NONE)] += 1
        self.countries[document.meta.get("country", NONE)] += 1
        self.makers[" ".join(filter(None, (document.meta.get("source", NONE), document.meta.get("model"))))] += 1
        self._look_at_text(document)
        self.spans.update(span.label for span in document.spans)
        self.prevalence.update({span.label for span in document.spans})
        for span in document.spans:
            value = document.text[span.start : span.end]
            split.add_value(span.label, value, self._particles)
            if span.label.startswith(_WITH_FORMS):
                self.forms[span.label][form_of(value)] += 1

    def _look_at_text(self, document: Document) -> None:
        text = document.text
        self.one_sentence += len([part for part in _SENTENCE.split(text) if part.strip()]) == 1
        self.woven += bool(document.meta.get("natural"))
        words = words_of(text)
        if words:
            self.openings["".join(words[:2]) if HAN_SIGN.match(words[0]) else words[0]] += 1
        digest = int.from_bytes(hashlib.blake2b("\0".join(words).encode(), digest_size=8).digest())
        if digest in self._digests:
            self.exact += 1
        else:
            self._digests.add(digest)
            self.near += self._seen.nearest(document.meta.get("register", NONE), text, keep_below=NEAR) >= NEAR
        self.whole.offer(text)
        carrier = carrier_of(document)
        if carrier.strip():
            self.carriers.offer(carrier)

    def overlaps(self) -> dict[str, int]:
        """What a held-out split shares with train: templates, name tokens and values inside train spans."""
        nothing = SplitStatistics()
        train, out = self.splits.get("train", nothing), {}
        for held in ("dev", "test"):
            split = self.splits.get(held, nothing)
            out[f"templates of {held} in train"] = len(split.templates & train.templates)
            out[f"natural sentences of {held} in train"] = len(split.sentences & train.sentences)
            out[f"name tokens of {held} in train spans"] = len(split.names & train.runs)
            out[f"places, facilities and organisations of {held} in train spans"] = len(split.values & train.runs)
        return out


def _runs(words: tuple[str, ...]) -> Iterator[str]:
    for i in range(len(words)):
        for j in range(i + 1, min(len(words), i + LONGEST_RUN) + 1):
            yield " ".join(words[i:j])
