"""An intruder test: given the redacted texts and a list of people, who can be linked by what remains?

    python -m eval intruder --gold corpus.jsonl --pred predictions.jsonl [--people people.jsonl]

A probe and not a proof. The intruder of this file knows facts about every person (name, phone, village, profession, as
words), reads each text, and names the person whose facts share the rarest words with it; of equal ones he guesses. A
low share says that this simple attack fails, not that a better one would: he knows nothing but words. The same attack
on the texts as they were, and chance, stand beside it: the first shows that it works at all.

Each word weighs log(people / people who have it), as in record linkage by agreement weights (Fellegi and Sunter 1969).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import regex

from eval.predictions import Prediction
from eval.records import identity, read_records
from ficha.document import Document
from ficha.errors import InputError
from ficha.twin import write_twin

_WORD = regex.compile(r"\p{Han}|(?:(?!\p{Han})[\p{L}\p{M}\p{N}])+")
_GAP = "\n"  # stands where something was hidden, so that the words beside it don't grow together


@dataclass(frozen=True, slots=True)
class Probe:
    """`hits`: documents linked to their person (a guess among k equals counts 1/k), of `documents`; `people` in all.

    `linked` documents share some word that not all people share; for the others the intruder guesses among all.
    """

    hits: float
    linked: int
    documents: int
    people: int

    @property
    def risk(self) -> float:
        """The share of documents that are linked to the right person."""
        return self.hits / self.documents

    @property
    def chance(self) -> float:
        """The share that guessing gives."""
        return 1 / self.people


def probe(texts: Mapping[str, str], truth: Mapping[str, str], people: Mapping[str, Collection[str]]) -> Probe:
    """Attack `texts` (by document id); `truth` names each document's person, `people` the words known of each.

    Raises InputError: no texts, or a person that isn't in the list.
    """
    if not texts:
        raise InputError("no documents with a person: an intruder test needs `meta.patient` in the gold file")
    if missing := {truth[doc] for doc in texts} - people.keys():
        raise InputError(f"{len(missing)} people of the gold file are not in the list of people")
    holders: dict[str, list[str]] = defaultdict(list)
    for person, words in people.items():
        for word in set(words):
            holders[word].append(person)
    hits, linked = 0.0, 0
    for doc, text in texts.items():
        scores: dict[str, float] = defaultdict(float)
        for word in words_of(text):
            for person in holders.get(word, ()):
                scores[person] += math.log(len(people) / len(holders[word]))
        best = max(scores.values(), default=0)
        suspects = [person for person, score in scores.items() if score >= best - 1e-9] if best > 0 else list(people)
        linked += best > 0
        hits += (truth[doc] in suspects) / len(suspects)
    return Probe(hits, linked, len(texts), len(people))


def words_of(text: str) -> frozenset[str]:
    """The words of a text, case-folded: runs of letters and digits, single Han signs."""
    return frozenset(word.casefold() for word in _WORD.findall(text))


def people_of(documents: Iterable[Document]) -> dict[str, frozenset[str]]:
    """The worst case: everything that the gold file marks in a person's documents is known of them."""
    known: dict[str, frozenset[str]] = {}
    for document in with_person(documents):
        facts = frozenset(w for span in document.spans for w in words_of(document.text[span.start : span.end]))
        person = str(document.meta["patient"])
        known[person] = known.get(person, frozenset()) | facts
    return known


def read_people(path: Path) -> dict[str, frozenset[str]]:
    """A list of people, JSONL: `{"id": "p-1", "facts": ["Achieng Otieno", "Kibera"]}`. Raises InputError."""
    people = {}
    for where, record in read_records(path):
        facts = record.get("facts")
        if not isinstance(facts, list) or not all(isinstance(fact, str) for fact in facts):
            raise InputError(f"{where}: field 'facts': expected a list of strings")
        people[identity(record, where)] = frozenset(word for fact in facts for word in words_of(fact))
    return people


def with_person(documents: Iterable[Document]) -> list[Document]:
    """The documents that say whose they are."""
    return [document for document in documents if document.meta.get("patient")]


def redacted(document: Document, prediction: Prediction) -> str:
    """What an intruder reads: the text without what was hidden; nothing of a failed answer."""
    if prediction.failed:
        return ""
    spans, end = [], 0
    for span in sorted(prediction.spans, key=lambda s: (s.start, -s.end)):
        if span.end > end:
            spans.append((max(end, span.start), span.end, _GAP))
            end = span.end
    return write_twin(document.text, spans, str)
