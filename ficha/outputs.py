"""Where a job's results go: the form of each output, its place below `--out`, written whole or not at all.

    target = targets(inputs, None, Path("redacted"))[0]
    deliver(target, Path("redacted"), results)

Shared by the job on one machine (`ficha.batch`) and by whatever spreads one over several.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, Literal

from ficha.errors import UsageError
from ficha.inputs import Input
from ficha.io import formats
from ficha.io.jsonl import result_line
from ficha.result import Result

OutputFormat = Literal["text", "jsonl", "brat"]
FAILED = "failed.jsonl"
_ONE_TEXT = {"text", "brat"}  # a file is one text in both
Results = Callable[[], Iterator[Result]]  # an input's results from the first on, each time it is called


@dataclass(frozen=True)
class Target:
    """What becomes of one input: its number in the job, the form of its output, and the output's place."""

    number: int
    item: Input
    form: str
    place: Path


def targets(inputs: Sequence[Input], output: OutputFormat | None, out: Path) -> list[Target]:
    """Each input's output below `out`. Raises UsageError where two share a place or one would replace an input."""
    forms = [form_of(item, output, out) for item in inputs]
    places = [
        out / (f"{item.name}.jsonl" if form == "jsonl" and item.form != form else item.name)
        for item, form in zip(inputs, forms, strict=True)
    ]
    if len(set(places)) < len(places):
        raise UsageError(f"two inputs would be written to one file below {out}: redact them in separate calls")
    originals = {item.source.path.resolve() for item in inputs if item.source.path}
    if {place.resolve() for place in (*places, out / FAILED)} & originals:
        raise UsageError(f"--out {out} would replace an input: name another folder")
    return [Target(n, *rest) for n, rest in enumerate(zip(inputs, forms, places, strict=True))]


def form_of(item: Input, output: OutputFormat | None, out: Path | None) -> str:
    """The form of an input's output: the input's own where none is named. Raises UsageError where it can't be."""
    form = output or item.form
    if form not in (item.form, "jsonl") and not {form, item.form} <= _ONE_TEXT:
        raise UsageError(f"{item.name}: documents of a {Path(item.name).suffix} file come out as --format jsonl")
    if form == "brat" and out is None:
        raise UsageError("--format brat writes two files a text: name a folder with --out")
    return form


def deliver(
    target: Target,
    out: Path,
    results: Results,
    told: Callable[[Iterator[Result]], Iterator[Result]],
    explain: bool = False,
) -> None:
    """Put an input's output (and its companion, where the form has one) in its place, and note its failures.

    `told` sees each result once, as it is written. Raises UsageError where `out` can't be written.
    """
    item, module = target.item, formats()[target.form]
    _write_whole(target.place, item, partial(write, item, target.form, told(results()), explain))
    if companion := getattr(module, "write_companion", None):
        beside = target.place.with_suffix(module.COMPANION)  # type: ignore[attr-defined]
        _write_whole(beside, item, partial(companion, results()))
    _note_failures(item, results(), out)


def write(item: Input, form: str, results: Iterator[Result], explain: bool, stream: BinaryIO) -> None:
    """Write an input's results in this form; a result line as soon as it is there."""
    if form != "jsonl":
        formats()[form].write(item.source, item.options, results, stream)
        return
    for result in results:
        stream.write(result_line(result, explain))
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
