"""A bulk job in shards: what one worker is told, what it does with a shard, and where its results lie.

A shard is a run of documents of one input (a piece of a JSONL file, or all of another file). Its results
are a file in the job's folder that appears whole, so a shard is done once or not at all, whoever dies.
No text leaves a worker but into that file: what a cluster's scheduler carries are offsets and counts.
"""

from __future__ import annotations

import json
import os
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ficha import batch
from ficha.document import Document
from ficha.errors import EngineError, FichaError
from ficha.inputs import Input
from ficha.io import formats, jsonl
from ficha.journal import journal_line
from ficha.outputs import OutputFormat
from ficha.policy import Policy
from ficha.redactor import Parts, Redactor
from ficha.result import Result

MOST_TRIES = 4  # of a shard; a worker that dies (memory, power) ends one


@dataclass(frozen=True)
class Order:
    """What every worker is told; paths are those of a folder that all machines share."""

    inputs: tuple[Input, ...]
    out: Path
    parts: Parts
    model: Path | None = None
    endpoint: str | None = None
    served_model: str | None = None
    policy: Policy | None = None
    lang: str | None = None
    operator: str = "typed"
    output: OutputFormat | None = None
    size: int = 1000  # documents a shard
    threads: int = 1  # documents that an endpoint is asked at once, of each worker

    def job(self) -> batch.Job:
        """The job, with its redactor loaded. Raises ModelError, UsageError, EngineError."""
        redactor = Redactor.load(
            self.model, self.parts, self.operator, endpoint=self.endpoint, served_model=self.served_model
        )
        # The size too: shards of another size can't go on from those that are there.
        settings = json.dumps([str(self.model), self.operator, self.parts, self.endpoint, self.size])
        threads = self.threads if self.endpoint else 1
        return batch.Job(redactor, self.policy, self.lang, self.output, settings=settings, threads=threads)


@dataclass(frozen=True)
class Shard:
    """One run of documents: the input's number, the shard's number in it, and where its documents are.

    `offset` and `line` say where a piece of a JSONL file begins; any other file is one shard.
    """

    input: int
    shard: int
    count: int
    offset: int = 0
    line: int = 1

    def place(self, out: Path) -> Path:
        """Where its results lie; the name is one that `ficha.journal` clears away with its own."""
        return out / f".ficha-{self.input}-{self.shard}.jsonl"

    def tries(self, out: Path) -> Path:
        """A file with a byte for each time that a worker began it and has not finished it."""
        return out / f".ficha-{self.input}-{self.shard}.tries.jsonl"

    def documents(self, item: Input) -> Iterator[Document]:
        """Its documents, with the ids that the whole file gives them."""
        if _cuts(item):
            return jsonl.read_piece(item.source, jsonl.Piece(self.offset, self.line, self.count))
        return item.documents()


def shards_of(number: int, item: Input, size: int) -> list[Shard]:
    """Input `number` in shards: of `size` documents where the format can be entered anywhere, else one."""
    if not _cuts(item):
        return [Shard(number, 0, item.count)]
    pieces = jsonl.cut(item.source, size)
    return [Shard(number, n, piece.count, piece.offset, piece.number) for n, piece in enumerate(pieces)]


def results(shards: Sequence[Shard], out: Path) -> Iterator[Result]:
    """The results of finished shards, in the order of the documents."""
    for shard in shards:
        with shard.place(out).open("rb") as stream:
            for line in stream:
                yield Result.from_json(json.loads(line))


class Worker:
    """Redacts shards in one process: Ray Data makes one for each worker and calls it with a row a shard."""

    def __init__(self, order: Order) -> None:
        self._order = order

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        """Do one shard. Raises EngineError without a word of a text, also where something unforeseen happens."""
        shard = Shard(**{name: int(value) for name, value in row.items()})
        try:
            self._redact(shard)
        except FichaError as error:
            raise EngineError(str(error)) from None
        except Exception as error:  # a library's message may quote a text, and Ray writes it to its logs
            frame = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{frame.name}:{frame.lineno}"
            raise EngineError(f"internal error in a worker: {type(error).__name__} in {where}") from None
        return asdict(shard)

    @cached_property
    def _job(self) -> batch.Job:
        return self._order.job()

    def _redact(self, shard: Shard) -> None:
        place = shard.place(self._order.out)
        if place.exists():  # done before its worker died
            return
        item = self._order.inputs[shard.input]
        tries = shard.tries(self._order.out)
        with tries.open("ab") as stream:  # Ray gives a dead worker's shard to another, without end
            stream.write(b".")
            if stream.tell() > MOST_TRIES:
                raise EngineError(
                    f"{item.name}: shard {shard.shard} ({shard.count} documents from line {shard.line} on) ended "
                    f"{MOST_TRIES} workers: give each more memory, or redact that part alone to find the document"
                )
        part = place.with_suffix(f".{os.uname().nodename}-{os.getpid()}.part.jsonl")
        try:
            with part.open("wb") as stream:
                for result in batch.redacted(self._job, shard.documents(item)):
                    stream.write(journal_line(result))
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(place)
            tries.unlink(missing_ok=True)
        finally:
            part.unlink(missing_ok=True)


def _cuts(item: Input) -> bool:
    return item.format is formats()["jsonl"]
