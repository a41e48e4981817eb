"""A redaction job: inputs in, results out, nothing half-written, and one exit status for all.

A file below `--out` appears whole (written beside its place and renamed) or not at all. A killed job
goes on where it was (`ficha.journal`); documents that failed are listed in `failed.jsonl` with their
reasons, and the rest goes on.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Literal, TextIO

from ficha.document import Document
from ficha.errors import UsageError
from ficha.inputs import Input
from ficha.io import formats
from ficha.io.jsonl import result_line
from ficha.journal import Journal, journal_line
from ficha.policy import Policy
from ficha.redactor import Redactor
from ficha.result import Result
from ficha.vault import Vault

OutputFormat = Literal["text", "jsonl", "brat"]
FAILED = "failed.jsonl"
_ONE_TEXT = {"text", "brat"}  # a file is one text in both


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
    forms = [_form(job, item, out) for item in inputs]
    if out is not None:
        return _run_below(job, inputs, forms, out, stderr)
    if len(inputs) > 1 and any(form != "jsonl" for form in forms):
        raise UsageError("several files can't share standard output: name a folder with --out, or use --format jsonl")
    tally = Tally()
    for item, form in zip(inputs, forms, strict=True):
        results = _told(_redacted(job, item.documents()), job, form, tally, stderr)
        _write(job, item, form, results, stdout)
    return tally


def _run_below(job: Job, inputs: Sequence[Input], forms: Sequence[str], out: Path, stderr: TextIO) -> Tally:
    tally = Tally()
    places = _places(inputs, forms, out)
    with Journal.open(out, _stamp(job, inputs)) as journal:
        if journal.fresh:
            (out / FAILED).unlink(missing_ok=True)
        for number, (item, form, place) in enumerate(zip(inputs, forms, places, strict=True)):
            if item.name in journal.finished:
                tally.add(journal.finished[item.name])
                job.progress(item.count)
                continue
            done = journal.count(number)
            job.progress(done)
            with journal.appending(number) as stream:
                for result in _redacted(job, islice(item.documents(), done, None)):
                    stream.write(journal_line(result))
            verdicts = Tally()
            _write_whole(
                place,
                item,
                partial(_write, job, item, form, _told(journal.results(number), job, form, verdicts, stderr)),
            )
            if companion := getattr(formats()[form], "write_companion", None):
                beside = place.with_suffix(formats()[form].COMPANION)  # type: ignore[attr-defined]
                _write_whole(beside, item, partial(companion, journal.results(number)))
            _note_failures(item, journal.results(number), out)
            tally.add(asdict(verdicts))
            journal.finish(item.name, number, asdict(verdicts))
    return tally


def _redacted(job: Job, documents: Iterable[Document]) -> Iterator[Result]:
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


def _write(job: Job, item: Input, form: str, results: Iterator[Result], stream: BinaryIO) -> None:
    if form != "jsonl":
        formats()[form].write(item.source, item.options, results, stream)
        return
    for result in results:
        stream.write(result_line(result, job.explain))
        stream.flush()


def _write_whole(place: Path, item: Input, write: Callable[[BinaryIO], None]) -> None:
    """Write beside the place and rename; where there is nothing to write, what an earlier run left goes too."""
    part = place.with_name(f".ficha-{place.name}.part")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as stream:
            write(stream)
            empty = stream.tell() == 0
        if empty and item.count:  # a failed text has no output, not an empty one
            place.unlink(missing_ok=True)
        else:
            os.replace(part, place)
    except OSError as error:
        raise UsageError(f"can't write {place} ({error.strerror}): name another folder with --out") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _note_failures(item: Input, results: Iterator[Result], out: Path) -> None:
    """Add the documents that have no text to `failed.jsonl`, with their reasons; once each, also after a kill."""
    path = out / FAILED
    known = set(path.read_text(encoding="utf-8").splitlines()) if path.exists() else set()
    for result in results:
        if result.text is None:
            record = {"input": item.name, "id": result.id, "status": result.status, "reasons": list(result.reasons)}
            line = json.dumps(record, ensure_ascii=False)
            if line not in known:
                with path.open("a", encoding="utf-8") as stream:
                    stream.write(line + "\n")


def _form(job: Job, item: Input, out: Path | None) -> str:
    form = job.output or item.form
    if form not in (item.form, "jsonl") and not {form, item.form} <= _ONE_TEXT:
        raise UsageError(f"{item.name}: documents of a {Path(item.name).suffix} file come out as --format jsonl")
    if form == "brat" and out is None:
        raise UsageError("--format brat writes two files a text: name a folder with --out")
    return form


def _places(inputs: Sequence[Input], forms: Sequence[str], out: Path) -> list[Path]:
    """Each input's output file below `out`."""
    places = [
        out / (f"{item.name}.jsonl" if form == "jsonl" and item.form != form else item.name)
        for item, form in zip(inputs, forms, strict=True)
    ]
    if len(set(places)) < len(places):
        raise UsageError(f"two inputs would be written to one file below {out}: redact them in separate calls")
    originals = {item.source.path.resolve() for item in inputs if item.source.path}
    if {place.resolve() for place in (*places, out / FAILED)} & originals:
        raise UsageError(f"--out {out} would replace an input: name another folder")
    return places


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
