"""How well a teacher anonymises: its twins of template documents, whose spans are known (`python -m eval teacher`).

documents = gold(pack, 200, seed=13)
twins = twins_of(pack, documents, calls)      # Labelled, in the same order
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ficha.document import Document
from synth.factory import Factory
from synth.pack import Pack
from synth.teacher.account import Account
from synth.teacher.asking import Teacher
from synth.teacher.cache import Cache
from synth.teacher.endpoint import Stopped
from synth.teacher.labelling import Labelled, label_twin
from synth.teacher.run import run_async, stop_on_interrupt
from synth.teacher.settings import Calls
from synth.teacher.steps import Steps


def gold(pack: Pack, count: int, seed: int) -> list[Document]:
    """`count` documents of the template teacher."""
    return [made.document for made in Factory(pack, seed).documents(count) if made.reason is None]


def twins_of(pack: Pack, documents: Sequence[Document], seed: int, calls: Calls) -> tuple[list[Labelled], Account]:
    """The teacher's spans of each document, a reason where it gives none that can be read, and what was paid.

    Raises EngineError where the endpoint can't be used, or the run was stopped: a part would be no measure.
    """
    account = Account(calls.prices, calls.budget_usd)
    return run_async(_all(pack, documents, seed, calls, account)), account


async def _all(pack: Pack, documents: Sequence[Document], seed: int, calls: Calls, account: Account) -> list[Labelled]:
    teacher = Teacher(calls.endpoint, Cache(calls.cache), account, calls.concurrency)
    steps = Steps(pack, seed)
    stop_on_interrupt(teacher)

    async def one(document: Document) -> Labelled:
        outcome = await teacher.good(steps.twin(document.text))
        if outcome.reason is not None:
            return Labelled(reason=outcome.reason)
        return label_twin(document.text, outcome.values[0], pack.code)

    try:
        return list(await asyncio.gather(*map(one, documents)))
    except Stopped:
        raise teacher.halted() from None
    finally:
        await teacher.close()
