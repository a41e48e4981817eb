"""Runs a projection: read, tag, translate, untag, check, put local values in, write.

    count, report = project(load_pack("swa"), Projection(Path("meddocan"), Path("data/swa-meddocan")), calls)

Three documents in ten become `dev`, the others `test`, by a hash of their id; nothing of it is for training.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ficha.document import Document
from ficha.errors import InputError
from synth.factory import Made
from synth.output import Stage, write_folder
from synth.pack import Pack
from synth.projection.corpus import read_corpus, read_labels
from synth.projection.tags import OWN, kept_numbers, tagged, untagged
from synth.splits import ListSplit, hash_of
from synth.teacher.account import Account
from synth.teacher.asking import Teacher
from synth.teacher.cache import Cache
from synth.teacher.checks import LANGUAGE, TextChecks
from synth.teacher.endpoint import Stopped
from synth.teacher.labelling import FORBIDDEN, NEVER, patient_of
from synth.teacher.language import in_language
from synth.teacher.run import Report, facts, run_async, stop_on_interrupt
from synth.teacher.settings import Calls
from synth.teacher.steps import Steps
from synth.teacher.swap import Swap
from synth.world import World
from synth.written_names import Roster

DEV_SHARE = 0.3
REGISTER = "note"  # of a document that names none
SHORTEST, LONGEST = 0.3, 3.0  # a translation's length, as a share of its source's
UNTRANSLATED = "translation is the source itself"
LENGTH = "translation much shorter or longer than its source"
NO_VALUE = "no local value to put in another's place"


@dataclass(frozen=True)
class Projection:
    """What to project: `labels` as in `read_labels`; `local` puts names, places and numbers of the pack in."""

    corpus: Path
    out: Path
    seed: int = 13
    labels: str | None = None
    local: bool = True
    limit: int | None = None


def project(pack: Pack, wanted: Projection, calls: Calls) -> tuple[int, Report]:
    """Project and write the folder; returns how many documents there were, and the report. Raises FichaError."""
    documents = list(islice(read_corpus(wanted.corpus, read_labels(wanted.labels)), wanted.limit))
    if twice := [name for name, count in Counter(document.id for document in documents).items() if count > 1]:
        raise InputError(f"{wanted.corpus}: id {twice[0]!r} stands twice: give each document its own")
    account = Account(calls.prices, calls.budget_usd)
    made, steps, teacher = run_async(_project(pack, documents, wanted, calls, account))
    about = {"teacher": facts(teacher, steps.versions, made)}
    stage = Stage("synth.project", about)
    if teacher.error is not None and not any(item.reason is None for item in made):
        raise teacher.error
    options = {
        "corpus": wanted.corpus.name,
        "documents": len(documents),
        "labels": wanted.labels,
        "local": wanted.local,
    }
    stats = write_folder(wanted.out, made, pack, wanted.seed, options, stage)
    return len(documents), Report(stats, account, teacher.tally.statuses, teacher.stopped, teacher.error)


async def _project(
    pack: Pack, documents: Sequence[Document], wanted: Projection, calls: Calls, account: Account
) -> tuple[list[Made], Steps, Teacher]:
    teacher = Teacher(calls.endpoint, Cache(calls.cache), account, calls.concurrency)
    steps = Steps(pack, wanted.seed)
    projector = _Projector(pack, steps, teacher, wanted)
    stop_on_interrupt(teacher)
    try:
        return await projector.all(documents), steps, teacher
    finally:
        await teacher.close()


class _Projector:
    def __init__(self, pack: Pack, steps: Steps, teacher: Teacher, wanted: Projection) -> None:
        self._pack, self._steps, self._teacher, self._wanted = pack, steps, teacher, wanted
        self._checks = TextChecks(pack)
        self._lists, self._roster = ListSplit(pack), Roster(pack)

    async def all(self, documents: Sequence[Document]) -> list[Made]:
        """Each document's outcome, in order; those that a stop left unanswered are left out."""
        splits = _splits(documents)
        made = await asyncio.gather(*(self._one(document, splits[document.id]) for document in documents))
        return [item for item in made if item is not None]

    async def _one(self, document: Document, split: str) -> Made | None:
        settings = self._pack.settings
        rng = random.Random(f"{self._wanted.seed}/{self._pack.code}/{document.id}")
        country = rng.choices(list(settings.countries), weights=list(settings.countries.values()))[0]
        register = str(document.meta.get("register", REGISTER))
        meta: dict[str, Any] = {
            "split": split,
            "template": f"projected-{document.id}",
            "source": "projection",
            "country": country,
        }
        meta |= {"register": register, "group": country, "patient": None, "model": self._teacher.model}
        source = Document(f"{self._pack.code}-{document.id}", document.text, self._pack.code, document.spans, meta)
        if any(span.label in NEVER.get(self._pack.code, ()) for span in document.spans):
            return Made(source, FORBIDDEN)
        question = tagged(document.text, document.spans)
        if question is None:
            return Made(source, OWN)
        kept = ", ".join(f"x{number}" for number in kept_numbers(document.spans)) or "-"
        try:
            outcome = await self._teacher.good(
                self._steps.translate(question, kept), lambda values: self._fault(values[0], document)
            )
        except Stopped:
            return None
        if outcome.reason is not None:
            return Made(source, outcome.reason)
        result = untagged(outcome.values[0], document.text, document.spans)
        text, spans = result.text, result.spans
        if self._wanted.local:
            world = World(self._pack, country, split, self._lists)
            try:
                text, spans = Swap(world, self._lists, self._roster, rng, everything=True).document(text, spans)
            except InputError:
                return Made(source, NO_VALUE)
        meta |= {"patient": patient_of(text, spans, country), "answers": [outcome.key[:16] if outcome.key else None]}
        return Made(Document(source.id, text, self._pack.code, spans, meta))

    def _fault(self, translation: str, document: Document) -> str | None:
        """What is wrong with a translation, or None."""
        result = untagged(translation, document.text, document.spans)
        if result.reason is not None:
            return result.reason
        if result.text == document.text:
            return UNTRANSLATED
        if not SHORTEST <= len(result.text) / max(1, len(document.text)) <= LONGEST:
            return LENGTH
        carrier = list(result.text)
        for span in result.spans:
            carrier[span.start : span.end] = " " * (span.end - span.start)
        if not in_language("".join(carrier), self._pack.code):
            return LANGUAGE
        return self._checks.missed(result.text, result.spans)


def _splits(documents: Sequence[Document]) -> dict[str, str]:
    """Document id -> `dev` for DEV_SHARE of them, the first by the hash of their id, else `test`."""
    ordered = sorted(documents, key=lambda document: (hash_of(document.id), document.id))
    dev = round(DEV_SHARE * len(ordered))
    return {document.id: "dev" if rank < dev else "test" for rank, document in enumerate(ordered)}
