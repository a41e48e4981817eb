"""A redaction job: inputs in, results out, nothing half-written, and one exit status for all.

Every input is read and checked before the first document is redacted; a file below `--out` appears
whole (written beside its place and renamed) or not at all.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
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
    path: Path | None = None  # where it was read; None for standard input


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
    """Redact every input, to `stdout` or to a file of the same name below `out`.

    Raises UsageError before anything is written where outputs would share a place or replace an input.
    """
    tally = Tally()
    forms = [_form(job, item) for item in inputs]
    if out is None and forms.count("text") > 1:
        raise UsageError("several texts can't share standard output: name a folder with --out, or use --format jsonl")
    places = _places(inputs, forms, out) if out is not None else []
    for n, (item, form) in enumerate(zip(inputs, forms, strict=True)):
        chunks = _chunks(job, item, form, tally, stderr)
        if places:
            _write_whole(places[n], chunks)
            continue
        for chunk in chunks:
            stdout.write(chunk)
            stdout.flush()
    return tally


def _form(job: Job, item: Input) -> OutputFormat:
    form: OutputFormat = job.output or ("text" if item.is_text else "jsonl")
    if form == "text" and not item.is_text:
        raise UsageError(f"{item.name}: documents of a {Path(item.name).suffix} file come out as --format jsonl")
    return form


def _places(inputs: Sequence[Input], forms: Sequence[OutputFormat], out: Path) -> list[Path]:
    """Each input's output file below `out`."""
    places = [
        out / (item.name if form == "text" or not item.is_text else f"{item.name}.jsonl")
        for item, form in zip(inputs, forms, strict=True)
    ]
    if len(set(places)) < len(places):
        raise UsageError(f"two inputs would be written to one file below {out}: redact them in separate calls")
    originals = {item.path.resolve() for item in inputs if item.path}
    for place in places:
        if place.resolve() in originals:
            raise UsageError(f"--out {out} would replace an input: name another folder")
    return places


def _chunks(job: Job, item: Input, form: OutputFormat, tally: Tally, stderr: TextIO) -> Iterator[str]:
    for result in job.redactor.redact_all(item.documents, job.policy, job.lang):
        if job.withhold_review and result.status == "review":
            result = replace(result, text=None)  # noqa: PLW2901 - the verdict stays, the text does not
        tally.add(result)
        if form == "jsonl":
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
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(f"a file name is not UTF-8: {name.encode('utf-8', 'backslashreplace').decode()}") from None
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path}: no such file or folder") from None
    except OSError as error:
        raise InputError(f"{path}: can't be read ({error.strerror})") from None
    return replace(_input(name, data, path, input_format), path=path)


def _input(name: str, data: bytes, path: Path, input_format: str | None) -> Input:
    module = format_of(path, input_format)
    return Input(name, list(module.read(data, name)), is_text=module is formats()["text"])


def _files_below(folder: Path) -> list[Path]:
    suffixes = {s for module in formats().values() for s in module.SUFFIXES}
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    found = [p for p in files if p.suffix.lower() in suffixes]
    if not found:
        raise InputError(f"{folder}: holds no file that ends in {', '.join(sorted(suffixes))}")
    if left := len(files) - len(found):
        known = ", ".join(sorted(suffixes))
        print(
            f"ficha: {folder}: {left} other files were not read and are not redacted (known: {known})", file=sys.stderr
        )
    return found


def _write_whole(path: Path, chunks: Iterator[str]) -> None:
    """Write beside the place and rename; where there is nothing to write, what an earlier run left goes too."""
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        empty = True
        with part.open("w", encoding="utf-8", newline="") as stream:
            for chunk in chunks:
                empty = False
                stream.write(chunk)
        if empty:  # a failed text has no output, not an empty one
            path.unlink(missing_ok=True)
        else:
            os.replace(part, path)
    except OSError as error:
        raise UsageError(f"can't write {path} ({error.strerror}): name another folder with --out") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
