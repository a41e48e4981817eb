"""What commands share: standard output as UTF-8, files as bytes, a progress bar on a terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from ficha.errors import UsageError
from ficha.inputs import Input


@contextmanager
def utf8_stdout() -> Iterator[TextIO]:
    """Standard output as UTF-8 without newline translation, whatever the system's or the terminal's habit is."""
    stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="", write_through=True)
    try:
        yield stdout
    finally:
        stdout.detach()


def read_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises UsageError where it can't be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: can't be read ({error.strerror})") from None


@contextmanager
def progress_bar(items: Sequence[Input], out: Path | None) -> Iterator[Callable[[int], None]]:
    """A bar with rate and time left on a terminal, where the result goes to files and the bar is in nobody's way."""
    columns = (TextColumn("{task.completed}/{task.total} documents"), BarColumn(), TaskProgressColumn(), _Rate())
    console = Console(stderr=True)
    with Progress(
        *columns, TimeRemainingColumn(), console=console, disable=out is None or not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=sum(item.count for item in items))
        yield lambda count: bar.advance(task, count)


class _Rate(ProgressColumn):
    """Documents a second."""

    def render(self, task: Task) -> Text:
        """The rate, empty until it is known."""
        return Text(f"{task.speed:.1f}/s" if task.speed else "")
