"""The loop: brainstorm, expand, anonymise, align, keep or reject with a reason; look, state the faults, ask again.

    loop = Loop(pack, teacher, seed=13)
    async for made in loop.documents({Cell("message", "train"): 40}): ...

What comes out depends on the answers alone, not on the order in which they arrive: a run that was killed and begun
again with the same cache ends with the same documents. Where the teacher is stopped, what came is handed on and the
rest is left out.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ficha.document import Document, Span
from ficha.errors import InputError
from synth.factory import Made
from synth.pack import Pack
from synth.splits import SPLITS, ListSplit
from synth.teacher.asking import Teacher
from synth.teacher.checks import TextChecks, pieces_of
from synth.teacher.endpoint import Stopped
from synth.teacher.faults import measured, stated
from synth.teacher.guard import Guard
from synth.teacher.labelling import label_twin, patient_of
from synth.teacher.local import first_by_hash, local_values
from synth.teacher.plan import Cell, Seed, by_split, seeds
from synth.teacher.steps import Steps
from synth.teacher.swap import Swap
from synth.validate import fault_of
from synth.world import Scene, World
from synth.written_names import Roster

T = TypeVar("T")

ROUNDS = 6
SAMPLES = 8  # texts of a register that the teacher is shown
MOST_FAULTS = 8
NO_VALUE = "no local value to put in a number's place"
_NUMBERED = re.compile(r"\A\s*(?:\d{1,2}[.)]|[-*•])\s+")


@dataclass(frozen=True)
class Draft:
    """A text as the teacher wrote it, where it came from, and what is wrong with it."""

    text: str
    seed: Seed
    key: str | None
    reason: str | None = None


@dataclass(frozen=True)
class Twin:
    """The spans that a draft's twin gives, the key of the answer, and why there is none to trust."""

    spans: tuple[Span, ...]
    key: str | None
    reason: str | None = None


class Loop:
    """Makes documents of one pack with a teacher."""

    def __init__(self, pack: Pack, teacher: Teacher, seed: int, guard: Guard) -> None:
        self._pack, self._teacher, self._seed, self._guard = pack, teacher, seed, guard
        self.steps = Steps(pack, seed)
        self._checks = TextChecks(pack)
        self._lists, self._roster = ListSplit(pack), Roster(pack)
        self._worlds = {(s, c): World(pack, c, s, self._lists) for s in SPLITS for c in pack.settings.countries}
        self._faults: dict[str, str] = {}  # register -> what the next round is told
        self._number = 0
        self.refused_raw = ""  # the first words of an answer that was no good, for the message of an empty run

    async def documents(self, wanted: Mapping[Cell, int]) -> AsyncIterator[Made]:
        """Documents to keep, as many as `wanted` says or as can be had in ROUNDS, and every rejected one."""
        ideas: dict[str, dict[str, tuple[str, ...]]] = {}
        missing = dict(wanted)
        for number in range(ROUNDS):
            async for item in self._brainstorm({cell.register for cell in missing} - ideas.keys(), ideas, number):
                yield item
            plan = seeds(self._pack, missing, ideas, number, self._seed)
            lacking = sum(missing.values())
            drafts = [draft for group in await self._each(map(self._expand, plan)) for draft in group or ()]
            waiting: dict[Cell, list[Draft]] = defaultdict(list)
            for draft in map(self._checked, drafts):
                if draft.reason is None:
                    waiting[draft.seed.cell].append(draft)
                else:
                    yield self._made(draft, (), draft.reason)
            raw: dict[str, list[Document]] = defaultdict(list)
            # No more twins are asked for than are missing: a further text waits until one before it is rejected.
            while wave := _taken(waiting, missing):
                twins = await self._each(map(self._twin, wave))
                for draft, twin in zip(wave, twins, strict=True):
                    if twin is not None:
                        yield self._finished(draft, twin, missing, raw)
            missing = {cell: count for cell, count in missing.items() if count > 0}
            if not missing or sum(missing.values()) == lacking:  # a round that gives nothing: the next would not either
                break
            await self._look(raw)

    async def _each(self, calls: Iterable[Awaitable[T]]) -> list[T | None]:
        """What each call came to, in order; None where the teacher was stopped before it could answer."""

        async def unless_stopped(call: Awaitable[T]) -> T | None:
            try:
                return await call
            except Stopped:
                return None

        return list(await asyncio.gather(*map(unless_stopped, calls)))

    async def _brainstorm(
        self, unknown: Collection[str], ideas: dict[str, dict[str, tuple[str, ...]]], number: int
    ) -> AsyncIterator[Made]:
        """Fill `ideas`; a register without a good answer is tried again in the next round."""

        registers = sorted(unknown)

        def fault(values: tuple[str, ...]) -> str | None:
            return None if all(by_split(values).values()) else "too few categories"

        requests = [self.steps.brainstorm(register, number) for register in registers]
        outcomes = await self._each(self._teacher.good(request, fault) for request in requests)
        for register, outcome in zip(registers, outcomes, strict=True):
            if outcome is None:
                continue
            if outcome.reason is None:
                ideas[register] = by_split(outcome.values)
            else:
                self.refused_raw = self.refused_raw or outcome.raw
                meta = {"split": "train", "source": "teacher", "register": register, "answer": outcome.key}
                yield Made(Document(self._id(), "", self._pack.code, meta=meta), f"brainstorm: {outcome.reason}")

    async def _expand(self, seed: Seed) -> list[Draft]:
        """The texts of one seed; one draft without text where no answer was good."""
        world = self._worlds[seed.cell.split, seed.country]
        local = local_values(world, self._lists, f"{self._seed}/{seed.template}/{seed.country}/{seed.number}")
        request = self.steps.expand(seed, local, self._faults.get(seed.cell.register, ""))

        def fault(values: tuple[str, ...]) -> str | None:
            found = [self._checks.fault(_bare(text)) for text in values]
            return None if None in found else found[0]

        outcome = await self._teacher.good(request, fault)
        if outcome.reason is not None:
            self.refused_raw = self.refused_raw or outcome.raw
            return [Draft("", seed, outcome.key, f"{request.step}: {outcome.reason}")]
        return [Draft(_bare(text), seed, outcome.key) for text in outcome.values]

    def _checked(self, draft: Draft) -> Draft:
        """The draft with what is wrong with its text, before anything more is paid for it."""
        if draft.reason is not None:
            return draft
        reason = self._checks.fault(draft.text) or self._checks.duplicate(draft.text)
        return Draft(draft.text, draft.seed, draft.key, reason)

    async def _twin(self, draft: Draft) -> Twin:
        """The spans of a draft, or why there are none, and the answer that says so."""

        def fault(values: tuple[str, ...]) -> str | None:
            labelled = label_twin(draft.text, values[0], self._pack.code)
            return labelled.reason or self._checks.missed(draft.text, labelled.spans)

        outcome = await self._teacher.good(self.steps.twin(draft.text), fault)
        if outcome.reason is not None:
            return Twin((), outcome.key, f"twin: {outcome.reason}")
        return Twin(label_twin(draft.text, outcome.values[0], self._pack.code).spans, outcome.key)

    def _finished(self, draft: Draft, twin: Twin, missing: dict[Cell, int], raw: Mapping[str, list[Document]]) -> Made:
        """The document with its values made local, if it may be kept; `raw` takes it as the teacher wrote it."""
        as_written = self._made(draft, twin.spans, twin.reason, twin.key)
        if twin.reason is not None:
            return as_written
        name = as_written.document.id
        raw[draft.seed.cell.register].append(as_written.document)
        world = self._worlds[draft.seed.cell.split, draft.seed.country]
        rng = random.Random(name)
        try:
            text, spans = Swap(world, self._lists, self._roster, rng, everything=False).document(draft.text, twin.spans)
        except InputError:
            return Made(as_written.document, NO_VALUE)
        meta = {**as_written.document.meta, "patient": patient_of(text, spans, draft.seed.country)}
        document = Document(name, text, self._pack.code, spans, meta)
        reason = fault_of(pieces_of(text, spans), text, spans, Scene(world, rng, {}, {}), self._checks.common)
        reason = reason or self._guard.fault(document)
        if reason is None:
            missing[draft.seed.cell] -= 1
        return Made(document, reason)

    def _made(self, draft: Draft, spans: tuple[Span, ...], reason: str | None, key: str | None = None) -> Made:
        seed = draft.seed
        meta: dict[str, Any] = {
            "split": seed.cell.split,
            "template": seed.template,
            "source": "teacher",
            "country": seed.country,
            "register": seed.cell.register,
            "group": seed.country,
            "patient": patient_of(draft.text, spans, seed.country),
            "model": self._teacher.model,
            "answers": [answer[:16] for answer in (draft.key, key) if answer],
        }
        return Made(Document(self._id(), draft.text, self._pack.code, spans, meta), reason)

    def _id(self) -> str:
        self._number += 1
        return f"{self._pack.code}-{self._seed}-t{self._number:06d}"

    async def _look(self, raw: Mapping[str, Sequence[Document]]) -> None:
        """State the faults of each register's texts: what can be counted, and what the teacher itself sees."""
        registers = sorted(register for register, documents in raw.items() if documents)
        counted = {r: stated(self.steps.terms, measured(raw[r], self.steps.labels)) for r in registers}
        requests = []
        for register in registers:
            texts = sorted({document.text for document in raw[register]})
            samples = first_by_hash(texts, f"{self._seed}/{register}/look", SAMPLES)
            requests.append(self.steps.look(samples, "\n".join(f"- {line}" for line in counted[register])))
        outcomes = await self._each(map(self._teacher.good, requests))
        for register, outcome in zip(registers, outcomes, strict=True):
            seen = outcome.values if outcome is not None else ()
            lines = [*counted[register], *(" ".join(line.split())[:200] for line in seen)][:MOST_FAULTS]
            if lines:
                head = self.steps.terms.fault("head")
                self._faults[register] = "\n".join([head, *(f"- {line}" for line in lines)])


def _taken(waiting: Mapping[Cell, list[Draft]], missing: Mapping[Cell, int]) -> list[Draft]:
    """As many waiting drafts of each cell as it lacks, taken out of `waiting`."""
    taken: list[Draft] = []
    for cell, drafts in sorted(waiting.items()):
        count = max(0, missing[cell])
        taken += drafts[:count]
        del drafts[:count]
    return taken


def _bare(text: str) -> str:
    """A text without blanks around it and without the number of a list before it."""
    return _NUMBERED.sub("", text).strip()
