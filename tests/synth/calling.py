"""The factory's commands called as `python -m synth` calls them, in this process."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from unittest.mock import patch

from synth.cli import main


@dataclass(frozen=True)
class Called:
    """What a command printed, and its exit status."""

    exit_code: int
    stdout: str
    stderr: str


def call(*arguments: object, **environment: str) -> Called:
    """Run a command with further environment variables."""
    out, err = StringIO(), StringIO()
    status: object = None
    with patch.dict("os.environ", environment), redirect_stdout(out), redirect_stderr(err):
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = ended.code
    assert isinstance(status, int), status
    return Called(status, out.getvalue(), err.getvalue())
