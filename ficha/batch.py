"""A redaction job: inputs in, results out, nothing half-written, and one exit status for all.

A file below `--out` appears whole (written beside its place and renamed) or not at all. A killed job
goes on where it was (`ficha.journal`); documents that failed are listed in `failed.jsonl` with their
reasons, and the rest goes on.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TextIO

from ficha.document import Document
from ficha.errors import UsageError
from ficha.inputs import Input
from ficha.journal import Journal, journal_line
from ficha.outputs import FAILED, OutputFormat, Results, Target, deliver, form_of, targets, write
from ficha.policy import Policy
from ficha.redactor import Redactor
from ficha.result import Result
from ficha.vault import Vault


@dataclass(frozen=True)
class Job:
    """What to do with every document; `settings` tells two commands apart, `threads` an endpoint can serve at once."""

    redactor: Redactor
    policy: Policy | None
    lang: str | None
    output: OutputFormat | None  # None: the input's own form
    explain: bool = False
    withhold_review: bool = False
    settings: str = ""
    threads: int = 1
    vault: Vault | None = None
    progress: Callable[[int], None] = lambda count: None

    def redact(self, documents: Iterable[Document]) -> Iterator[Result]:
        """Results in order. A document's text is held until its result is there: several are read at once."""
        held: deque[Document] = deque()

        def noted() -> Iterator[Document]:
            for document in documents:
                held.append(document)
                yield document

        for result in self.redactor.redact_all(noted(), self.policy, self.lang):
            yield self._settled(held.popleft(), result)

    def _settled(self, document: Document, result: Result) -> Result:
        """The result with its text withheld where the job says so, and in the vault where there is one."""
        if self.withhold_review and result.status == "review":
            result = replace(result, text=None)  # the verdict stays, the text does not
        if self.vault is not None:
            self.vault.add(document.text, result)
        self.progress(1)
        return result


@dataclass
class Tally:
    """How many documents ended in which verdict."""

    ok: int = 0
    review: int = 0
    failed: int = 0

    def add(self, verdicts: dict[str, int]) -> None:
        """Count documents by verdict."""
        for status, count in verdicts.items():
            setattr(self, status, getattr(self, status) + count)

    @property
    def exit_status(self) -> int:
        """0 all ok, 3 some to review, 4 some failed."""
        return 4 if self.failed else 3 if self.review else 0


def run(job: Job, inputs: Sequence[Input], out: Path | None, stdout: BinaryIO, stderr: TextIO) -> Tally:
    """Redact every input, to `stdout` or to a file of the same name below `out`.

    Raises UsageError before anything is written where outputs would share a place or replace an input.
    """
    for item in inputs:
        job.redactor.look_ahead(item.documents())
    if out is not None:
        return _run_below(job, inputs, out, stderr)
    forms = [form_of(item, job.output, out) for item in inputs]
    if len(inputs) > 1 and any(form != "jsonl" for form in forms):
        raise UsageError("several files can't share standard output: name a folder with --out, or use --format jsonl")
    tally = Tally()
    for item, form in zip(inputs, forms, strict=True):
        results = _told(redacted(job, item.documents()), job, form, tally, stderr)
        write(item, form, results, job.explain, stdout)
    return tally


def _run_below(job: Job, inputs: Sequence[Input], out: Path, stderr: TextIO) -> Tally:
    tally = Tally()
    planned = targets(inputs, job.output, out)
    with opened(job, inputs, out) as journal:
        for target in planned:
            if skipped(job, target, journal, tally):
                continue
            done = journal.count(target.number)
            job.progress(done)
            with journal.appending(target.number) as stream:
                for result in redacted(job, islice(target.item.documents(), done, None)):
                    stream.write(journal_line(result))
            finish(job, target, journal, partial(journal.results, target.number), tally, stderr)
    return tally


@contextmanager
def opened(job: Job, inputs: Sequence[Input], out: Path) -> Iterator[Journal]:
    """The job's journal in `out`; a job that starts anew lists its failures anew. Raises as `Journal.open`."""
    with Journal.open(out, _stamp(job, inputs)) as journal:
        if journal.fresh:
            (out / FAILED).unlink(missing_ok=True)
        yield journal


def skipped(job: Job, target: Target, journal: Journal, tally: Tally) -> bool:
    """Whether this input was finished before; its verdicts are counted then."""
    verdicts = journal.finished.get(target.item.name)
    if verdicts is None:
        return False
    tally.add(verdicts)
    job.progress(target.item.count)
    return True


def finish(job: Job, target: Target, journal: Journal, results: Results, tally: Tally, stderr: TextIO) -> None:
    """All of an input's results are there: write its output, count its verdicts, and note that it is done."""
    verdicts = Tally()
    deliver(
        target, journal.folder, results, lambda stream: _told(stream, job, target.form, verdicts, stderr), job.explain
    )
    tally.add(asdict(verdicts))
    journal.finish(target.item.name, target.number, asdict(verdicts))


def redacted(job: Job, documents: Iterable[Document]) -> Iterator[Result]:
    """Results in the documents' order, several at a time where the engine is elsewhere; few are held at once."""
    if job.threads == 1:
        yield from job.redact(documents)
        return

    def one(document: Document) -> Result:
        return next(job.redact([document]))

    with ThreadPoolExecutor(job.threads) as pool:
        waiting: deque[Future[Result]] = deque()
        for document in documents:
            waiting.append(pool.submit(one, document))
            if len(waiting) >= 2 * job.threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _told(results: Iterable[Result], job: Job, form: str, tally: Tally, stderr: TextIO) -> Iterator[Result]:
    """Count each result, and say on stderr what a form without results can't hold."""
    for result in results:
        tally.add({result.status: 1})
        if form != "jsonl":
            for reason in result.reasons:
                print(f"ficha: {result.id}: {result.status}: {reason}", file=stderr)
            if job.explain:
                for span in result.spans:
                    where = f"{span.start}-{span.end}"
                    print(
                        f"ficha: {where:>11} {span.label:<20} {span.score:.3f} {span.source}: {span.why}", file=stderr
                    )
        yield result


def _stamp(job: Job, inputs: Sequence[Input]) -> str:
    """Equal for the same settings on the same files, by their sizes and times of change."""
    files = []
    for item in inputs:
        stat = item.source.path.stat() if item.source.path else None
        content = hashlib.sha256(item.source.data or b"").hexdigest()
        files.append(
            [item.name, item.form, stat.st_size, stat.st_mtime_ns] if stat else [item.name, item.form, content]
        )
    policy = repr(job.policy)
    told = [job.redactor.model, policy, job.lang, job.output, job.withhold_review, job.settings, files]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()
