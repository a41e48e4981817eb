"""A redaction job: inputs in, results out, nothing half-written, and one exit status for all.

Every input is read and checked before the first document is redacted; a file below `--out` appears
whole (written beside its place and renamed) or not at all.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TextIO

from ficha.document import Document
from ficha.errors import InputError, UsageError
from ficha.io import format_of, formats
from ficha.policy import Policy
from ficha.redactor import Redactor
from ficha.result import Result

OutputFormat = Literal["text", "jsonl"]
STDIN = "-"


@dataclass(frozen=True)
class Input:
    """One file, checked; `name` is relative to the folder that was named, for its place below `--out`."""

    name: str
    documents: Sequence[Document]
    is_text: bool


@dataclass(frozen=True)
class Job:
    """What to do with every document."""

    redactor: Redactor
    policy: Policy | None
    lang: str | None
    output: OutputFormat | None  # None: the input's own form
    explain: bool = False
    withhold_review: bool = False


@dataclass
class Tally:
    """How many documents ended in which verdict."""

    ok: int = 0
    review: int = 0
    failed: int = 0

    def add(self, result: Result) -> None:
        setattr(self, result.status, getattr(self, result.status) + 1)

    @property
    def exit_status(self) -> int:
        """0 all ok, 3 some to review, 4 some failed."""
        return 4 if self.failed else 3 if self.review else 0


def read_inputs(names: Sequence[str], input_format: str | None) -> list[Input]:
    """Read and check every file, every known file of a folder, and standard input for `-`.

    Raises InputError or UsageError, naming the file and the line.
    """
    found: list[Input] = []
    for name in names:
        if name == STDIN:
            found.append(_input("stdin", sys.stdin.buffer.read(), Path("stdin.txt"), input_format))
            continue
        path = Path(name)
        if path.is_dir():
            found += [_file(p, str(p.relative_to(path)), input_format) for p in _files_below(path)]
        else:
            found.append(_file(path, path.name, input_format))
    twice = {i.name for i in found if sum(j.name == i.name for j in found) > 1}
    if twice:
        raise UsageError(f"two inputs have the name {sorted(twice)[0]}: redact them in separate calls")
    return found


def run(job: Job, inputs: Sequence[Input], out: Path | None, stdout: TextIO, stderr: TextIO) -> Tally:
    """Redact every input, to `stdout` or to a file of the same name below `out`."""
    tally = Tally()
    text_inputs = [i for i in inputs if (job.output or ("text" if i.is_text else "jsonl")) == "text"]
    if out is None and len(text_inputs) > 1:
        raise UsageError("several texts can't share standard output: name a folder with --out, or use --format jsonl")
    for item in inputs:
        output: OutputFormat = job.output or ("text" if item.is_text else "jsonl")
        if output == "text" and not item.is_text:
            raise UsageError(f"{item.name}: documents of a {Path(item.name).suffix} file come out as --format jsonl")
        chunks = _chunks(job, item, output, tally, stderr)
        if out is None:
            for chunk in chunks:
                stdout.write(chunk)
                stdout.flush()
        else:
            suffix = Path(item.name).suffix if output == "text" or not item.is_text else ".jsonl"
            _write_whole(out / Path(item.name).with_suffix(suffix), chunks)
    return tally


def _chunks(job: Job, item: Input, output: OutputFormat, tally: Tally, stderr: TextIO) -> Iterator[str]:
    for result in job.redactor.redact_all(item.documents, job.policy, job.lang):
        if job.withhold_review and result.status == "review":
            result = replace(result, text=None)  # noqa: PLW2901 - the verdict stays, the text does not
        tally.add(result)
        if output == "jsonl":
            yield json.dumps(result.to_json(explain=job.explain), ensure_ascii=False) + "\n"
            continue
        for reason in result.reasons:
            print(f"ficha: {result.id}: {result.status}: {reason}", file=stderr)
        if job.explain:
            for span in result.spans:
                where = f"{span.start}-{span.end}"
                print(f"ficha: {where:>11} {span.label:<20} {span.score:.3f} {span.source}: {span.why}", file=stderr)
        if result.text is not None:
            yield result.text


def _file(path: Path, name: str, input_format: str | None) -> Input:
    form_path = path
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path}: no such file or folder") from None
    except OSError as error:
        raise InputError(f"{path}: can't be read ({error.strerror})") from None
    return _input(name, data, form_path, input_format)


def _input(name: str, data: bytes, path: Path, input_format: str | None) -> Input:
    module = format_of(path, input_format)
    return Input(name, list(module.read(data, name)), is_text=module is formats()["text"])


def _files_below(folder: Path) -> list[Path]:
    suffixes = {s for module in formats().values() for s in module.SUFFIXES}
    found = sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix.lower() in suffixes)
    if not found:
        raise InputError(f"{folder}: holds no file that ends in {', '.join(sorted(suffixes))}")
    return found


def _write_whole(path: Path, chunks: Iterator[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    try:
        empty = True
        with part.open("w", encoding="utf-8", newline="") as stream:
            for chunk in chunks:
                empty = False
                stream.write(chunk)
        if not empty:  # a failed text has no output, not an empty one
            os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
