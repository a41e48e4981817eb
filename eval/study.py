"""A study: several systems on several sets, run once, for one report.

    study = run_study([Path("data/swa/kept.jsonl")], ["rules", "presidio"], Options(), Setup(limit=20))
    study.entries[0].outcomes["rules"].value("document.recall")

Each set is scored under its language's default policy, or under the one that is named. Texts without personal data
(format `plain`) are sampled by a seed, other sets are taken from their start: so many documents, or so many characters,
which gives short documents and long ones the same time. Everything is read and loaded before the first document is
redacted; with several jobs a process of one thread takes one set after the other (`eval.jobs`).
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path

import regex

from eval.bootstrap import RESAMPLES, SEED
from eval.causes import words_of
from eval.choices import default_policy, gold_loader, of_split
from eval.coreference.documents import CoreferenceReport
from eval.coreference.linked import score_linked
from eval.jobs import at_once
from eval.predictions import Prediction
from eval.report import Report, score
from eval.run import predict, write_json
from eval.scheme import Scheme
from eval.system_labels import SystemLabels
from eval.systems import Options, System, load_system
from ficha.document import Document
from ficha.errors import InputError
from ficha.policy import load_policy

SAMPLE = 100  # texts without personal data, a language


@dataclass(frozen=True, slots=True)
class Setup:
    """What holds for every set: at most `limit` documents and `characters` of text of each (but one document at least),
    `sample` texts of each without personal data; `jobs` sets are run at once.
    """

    policy: str | None = None
    split: str = "test"
    limit: int | None = None
    characters: int | None = None
    sample: int = SAMPLE
    resamples: int = RESAMPLES
    seed: int = SEED
    out: Path | None = None
    jobs: int = 1


@dataclass(frozen=True)
class Outcome:
    """What a system did on a set, and how long it took in seconds (0 where it shared a generation with another).

    `coreference` is None where the set names no entities.
    """

    report: Report
    predictions: Mapping[str, Prediction]
    seconds: float
    coreference: CoreferenceReport | None = None

    def value(self, measure: str) -> float:
        """A measure's value, `pseudonyms.<name>` too; NaN where it is undefined or the set can't give it."""
        group, _, name = measure.partition(".")
        if group == "pseudonyms" and self.coreference is not None:
            return self.coreference.end_to_end()[name]
        return self.report.scores[measure].value if measure in self.report.scores else float("nan")


@dataclass(frozen=True)
class Entry:
    """A set with its outcomes by system. `known` are the name words of its training split, case-folded."""

    name: str
    documents: Sequence[Document]
    scheme: Scheme
    known: frozenset[str]
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    @property
    def lang(self) -> str | None:
        """The language of all documents, None where there are several or none is named."""
        languages = {document.lang for document in self.documents}
        return languages.pop() if len(languages) == 1 else None

    @property
    def plain(self) -> bool:
        """Whether these are texts without personal data."""
        return self.scheme.labels.name == "plain"

    @property
    def invented(self) -> bool:
        """Whether every text is known to be invented: made from a template or by a teacher."""
        return self.scheme.labels.name == "corpus" and all(document.meta.get("template") for document in self.documents)


@dataclass(frozen=True)
class Study:
    """All sets with their outcomes, and the label map of each system that has one."""

    entries: Sequence[Entry]
    labels: Mapping[str, SystemLabels]


def run_study(paths: Iterable[Path], specs: Sequence[str], options: Options, setup: Setup) -> Study:
    """Every system on every set. Raises InputError, UsageError, ModelError, EngineError."""
    entries = [read_set(path, options.lang, setup) for path in paths]
    if not entries:
        raise InputError("no sets: name a file or folder with gold documents at least")
    systems = {spec: load_system(spec, options) for spec in specs}
    labels = {spec: system.labels for spec, system in systems.items() if system.labels is not None}
    if setup.jobs == 1:
        outcomes = [_outcomes(systems, entry, setup) for entry in entries]
    else:
        tasks = [(entry, tuple(specs), options, setup) for entry in entries]
        outcomes = at_once(_loaded_outcomes, tasks, [_size(entry.documents) for entry in entries], setup.jobs)
    for entry, found in zip(entries, outcomes, strict=True):
        entry.outcomes.update(found)
    return Study(entries, labels)


def read_set(path: Path, lang: str | None, setup: Setup) -> Entry:
    """One set, not yet run. Raises InputError, UsageError."""
    loader = gold_loader(path, None)
    everything = list(loader.load(path))
    splits = {d.meta["split"] for d in everything if "split" in d.meta}
    split = next(iter(splits)) if len(splits) == 1 else setup.split  # a set of one split is that split's
    documents = list(of_split(everything, split))
    if loader.LABELS.name == "plain":
        documents = sampled(documents, min(setup.sample, setup.limit or setup.sample), setup.seed)
    documents = list(islice(_within(documents, setup.characters), setup.limit))
    if not documents:
        raise InputError(f"{path}: no documents of split {setup.split!r}")
    policy = load_policy(setup.policy) if setup.policy else default_policy(documents, lang)
    train = (d for d in everything if d.meta.get("split") == "train")
    known = frozenset(
        word
        for document in train
        for span in document.spans
        if span.label.startswith("person.")
        for word in words_of(document.text[span.start : span.end])
    )
    return Entry(set_name(path), documents, Scheme(policy, loader.LABELS), known)


def sampled(documents: Sequence[Document], count: int, seed: int) -> list[Document]:
    """`count` documents drawn with `seed`, in their order; all where there are no more."""
    if len(documents) <= count:
        return list(documents)
    chosen = sorted(random.Random(seed).sample(range(len(documents)), count))
    return [documents[n] for n in chosen]


def set_name(path: Path) -> str:
    """A short name of a set: its file's, or its folder's where the file has a general one.

    >>> [set_name(Path(f"data/swa/{name}.jsonl")) for name in ("kept", "test-novel", "tico")]
    ['swa', 'swa-test-novel', 'tico']
    """
    name = path.stem
    if name in ("kept", "test", "personal_info"):
        name = path.parent.name
    elif name.startswith("test-"):
        name = f"{path.parent.name}-{name}"
    return regex.sub(r"[^\w.-]+", "_", name)


def _within(documents: Iterable[Document], characters: int | None) -> Iterator[Document]:
    """The first documents that hold so many characters together; one at least."""
    used = 0
    for document in documents:
        used += len(document.text)
        if characters is not None and used > characters and used > len(document.text):
            return
        yield document


def _size(documents: Iterable[Document]) -> int:
    return sum(len(document.text) for document in documents)


def _loaded_outcomes(entry: Entry, specs: tuple[str, ...], options: Options, setup: Setup) -> dict[str, Outcome]:
    return _outcomes({spec: _system(spec, options) for spec in specs}, entry, setup)


@lru_cache(maxsize=16)
def _system(spec: str, options: Options) -> System:
    return load_system(spec, options)


def _outcomes(systems: Mapping[str, System], entry: Entry, setup: Setup) -> dict[str, Outcome]:
    return {spec: _outcome(system, spec, entry, setup) for spec, system in systems.items()}


def _outcome(system: System, spec: str, entry: Entry, setup: Setup) -> Outcome:
    folder = setup.out / entry.name / regex.sub(r"[^\w.-]+", "_", spec) if setup.out else None
    started = time.perf_counter()
    predictions = predict(system, entry.documents, entry.scheme.policy, folder)
    seconds = time.perf_counter() - started
    report = score(entry.documents, predictions, entry.scheme, setup.resamples, setup.seed)
    coreference = score_linked(entry.documents, predictions, entry.scheme.policy)
    if folder is not None:
        linked = {} if coreference is None else {"coreference": coreference.to_json()}
        write_json(folder / "scores.json", {"system": spec, **report.to_json(), **linked})
    return Outcome(report, predictions, seconds, coreference)
