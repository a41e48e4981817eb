"""A job's memory below its output folder, so that a job that was killed goes on and does nothing twice.

`.ficha-job.jsonl` lists the inputs that are finished, `.ficha-<n>.jsonl` holds the results of the one
at hand, a line a document, written as soon as it is there. Both hold redacted text only. They go when
the job is done; the same command after a kill goes on from them, another command starts anew.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from ficha.errors import UsageError
from ficha.io.jsonl import result_line
from ficha.result import Result

JOB = ".ficha-job.jsonl"


@dataclass
class Journal:
    """The state of one job in `folder`; `stamp` is equal for the same command on the same files."""

    folder: Path
    stamp: str
    finished: dict[str, dict[str, int]] = field(default_factory=dict)  # input -> verdict -> documents
    fresh: bool = True  # nothing of this job was done before

    @classmethod
    @contextmanager
    def open(cls, folder: Path, stamp: str) -> Iterator[Journal]:
        """The journal of `folder`, held by this process alone; gone when the block ends without an exception.

        Raises UsageError where another job is at work in the folder, or it can't be written.
        """
        path = folder / JOB
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stream = path.open("a+b")
        except OSError as error:
            raise UsageError(f"can't write below {folder} ({error.strerror}): name another folder with --out") from None
        with stream:
            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise UsageError(f"another job is writing to {folder}: wait for it, or name another folder") from None
            journal = cls(folder, stamp)
            journal._read(stream)
            yield journal
            for left in (path, *folder.glob(".ficha-[0-9]*.jsonl")):
                left.unlink(missing_ok=True)

    def _read(self, stream: BinaryIO) -> None:
        stream.seek(0)
        records = _whole_lines(stream.read())
        if records and records[0] == {"stamp": self.stamp}:
            self.finished = {r["input"]: r["verdicts"] for r in records[1:]}
            self.fresh = False
            return
        # Another job's: its results were made with other settings or from other files.
        for left in self.folder.glob(".ficha-[0-9]*.jsonl"):
            left.unlink()
        stream.truncate(0)
        _append(self.folder / JOB, {"stamp": self.stamp})

    def finish(self, name: str, number: int, verdicts: dict[str, int]) -> None:
        """An input's output is in its place: note it, and drop its results."""
        _append(self.folder / JOB, {"input": name, "verdicts": verdicts})
        self._results(number).unlink(missing_ok=True)

    def count(self, number: int) -> int:
        """How many documents of input `number` have a result; a line that was cut is taken away."""
        path = self._results(number)
        if not path.exists():
            return 0
        with path.open("r+b") as stream:
            lines = end = 0
            for line in stream:
                if not line.endswith(b"\n"):
                    break
                lines, end = lines + 1, end + len(line)
            stream.truncate(end)
        return lines

    @contextmanager
    def appending(self, number: int) -> Iterator[BinaryIO]:
        """The results of input `number`, to add to; each line reaches the file at once."""
        with self._results(number).open("ab", buffering=0) as stream:
            yield stream

    def results(self, number: int) -> Iterator[Result]:
        """The results of input `number`, in order."""
        path = self._results(number)
        if path.exists():
            with path.open("rb") as stream:
                for line in stream:
                    yield Result.from_json(json.loads(line))

    def _results(self, number: int) -> Path:
        return self.folder / f".ficha-{number}.jsonl"


def journal_line(result: Result) -> bytes:
    """What is kept of a result: all of it."""
    return result_line(result, explain=True)


def _append(path: Path, record: dict[str, Any]) -> None:
    with path.open("ab", buffering=0) as stream:
        stream.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")
        with contextlib.suppress(OSError):
            os.fsync(stream.fileno())


def _whole_lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.split(b"\n")[:-1]]
