"""One run with a teacher, from the options to the folder: mixed with template documents by the pack's quotas.

    report = teach(pack, Options(n=2000, seed=13, out=Path("data/swa"), ...))

Ctrl-C and the budget end the asking, not the run: what came is written. A second Ctrl-C drops what is on its way.
A run of which nothing of the teacher's is kept fails.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import Counter
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ficha.errors import FichaError, InputError
from synth.factory import Factory, Made
from synth.output import Stage, write_folder
from synth.pack import Pack
from synth.statistics import Statistics
from synth.teacher.account import Account
from synth.teacher.asking import Teacher
from synth.teacher.cache import Cache
from synth.teacher.guard import Guard
from synth.teacher.loop import Loop
from synth.teacher.plan import quotas
from synth.teacher.settings import Calls

T = TypeVar("T")

INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Options:
    """`share` is the teacher's share of the `n` documents; the pack's own by default."""

    n: int
    seed: int
    out: Path
    share: float | None = None


@dataclass(frozen=True)
class Report:
    """How a run went: counts of the folder, what was paid, and why it ended early, if it did."""

    stats: Statistics
    account: Account
    statuses: Counter[tuple[str, str]]
    stopped: str | None
    error: FichaError | None


def teach(pack: Pack, options: Options, calls: Calls) -> Report:
    """Make the documents and write the folder. Raises FichaError: a broken pack, or nothing of the teacher's kept."""
    share = pack.settings.teacher.share if options.share is None else options.share
    count = max(1, round(options.n * share))
    guard = Guard(pack.settings.names.particles)
    templates = list(Factory(pack, options.seed).documents(options.n - count)) if count < options.n else []
    for item in templates:
        if item.reason is None:
            guard.fault(item.document)
    account = Account(calls.prices, calls.budget_usd)
    made, loop, teacher = run_async(_teach(pack, options.seed, count, guard, calls, account))
    stage = Stage("synth.teacher", {"teacher": facts(teacher, loop.steps.versions, made)})
    wanted = {"n": options.n, "teacher": count}
    if not any(item.reason is None for item in made):
        raise _nothing(options, made, pack, wanted, stage, teacher, loop.refused_raw)
    stats = write_folder(options.out, [*templates, *made], pack, options.seed, wanted, stage)
    return Report(stats, account, teacher.tally.statuses, teacher.stopped, teacher.error)


async def _teach(
    pack: Pack, seed: int, count: int, guard: Guard, calls: Calls, account: Account
) -> tuple[list[Made], Loop, Teacher]:
    teacher = Teacher(calls.endpoint, Cache(calls.cache), account, calls.concurrency)
    loop = Loop(pack, teacher, seed, guard)
    stop_on_interrupt(teacher)
    try:
        return [made async for made in loop.documents(quotas(pack, count))], loop, teacher
    finally:
        await teacher.close()


def stop_on_interrupt(teacher: Teacher) -> None:
    """The first Ctrl-C ends the asking, and the second the program."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        teacher.stop(INTERRUPTED)
        loop.remove_signal_handler(signal.SIGINT)
        print("stopping: waiting for the answers on their way (Ctrl-C again drops them)", file=sys.stderr)

    loop.add_signal_handler(signal.SIGINT, stop)


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run `work` to its end; a second Ctrl-C becomes one line."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        raise InputError(
            "stopped before anything was written: run the same command again, paid answers are kept"
        ) from None


def facts(teacher: Teacher, versions: dict[str, int], made: Iterable[Made]) -> dict[str, Any]:
    """What the manifest says of a teacher; the same for two runs with the same answers, whoever paid for them."""
    tally = teacher.tally
    return {
        "model": teacher.model,
        "prompts": versions,
        "answers": {f"{step}: {status}": count for (step, status), count in sorted(tally.statuses.items())},
        "tokens": {"input": tally.input_tokens, "output": tally.output_tokens},
        "kept": sum(item.reason is None for item in made),
        "ended_early": teacher.stopped is not None,
    }


def _nothing(
    options: Options, made: list[Made], pack: Pack, wanted: dict[str, int], stage: Stage, teacher: Teacher, raw: str
) -> FichaError:
    """The error of a run that keeps nothing; the rejects lie beside `out`, which stays as it was."""
    if teacher.error is not None:
        return teacher.error
    detail = f"stopped by: {teacher.stopped}"
    if teacher.stopped is None:
        try:
            write_folder(options.out, made, pack, options.seed, wanted, stage)
        except InputError as error:
            detail = str(error)
    total: Counter[str] = Counter()
    for (_, status), count in teacher.tally.statuses.items():
        total[status] += count
    shown = f"; one answer begins {' '.join(raw.split())[:80]!r}" if raw else ""
    return InputError(
        f"nothing of the teacher's was kept: {total['refused']} refused, {total['ok']} parsed, "
        f"{total.total() - total['refused'] - total['ok']} otherwise bad{shown} ({detail})"
    )
