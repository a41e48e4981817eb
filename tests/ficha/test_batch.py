"""A job that is killed goes on where it was: each document once, the same bytes as without a kill."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from ficha.batch import Job, run
from ficha.document import Document
from ficha.engine import Generation
from ficha.errors import UsageError
from ficha.inputs import read_inputs
from ficha.io.source import TableOptions
from ficha.journal import JOB
from ficha.locales import Locale
from ficha.outputs import FAILED
from ficha.policy import Policy
from ficha.redactor import Redactor

LINES = 3_000


def _corpus(path: Path, count: int = LINES) -> Path:
    with path.open("w", encoding="utf-8") as stream:
        for n in range(count):
            stream.write(
                json.dumps({"id": f"n{n}", "text": f"Mgonjwa {n}, simu 0712 345 {n % 1000:03d}.", "lang": "swa"}) + "\n"
            )
    return path


def _command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "ficha.cli", "redact", "--engine", "rules", *map(str, arguments)]


def test_sigkill_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    corpus = _corpus(tmp_path / "notes.jsonl")
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    subprocess.run(_command(corpus, "--out", whole), check=True)
    seen = 0
    for _ in range(3):
        process = subprocess.Popen(_command(corpus, "--out", killed))
        journal = killed / ".ficha-0.jsonl"
        while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") <= seen + 200):
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not (killed / "notes.jsonl").exists()
        now = journal.read_bytes().count(b"\n")
        assert now > seen
        seen = now
    assert seen < LINES
    subprocess.run(_command(corpus, "--out", killed), check=True)
    assert (killed / "notes.jsonl").read_bytes() == (whole / "notes.jsonl").read_bytes()
    assert len((whole / "notes.jsonl").read_bytes().splitlines()) == LINES
    assert sorted(p.name for p in killed.iterdir()) == ["notes.jsonl"]


class _Half:
    """An engine that fails on every second text and waits a different time on each."""

    model, window_tokens = "half", 1000

    def __init__(self) -> None:
        self.asked = 0

    def count_tokens(self, text: str) -> int:
        return len(text)

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        self.asked += 1
        time.sleep(0.003 * (len(text) % 3))
        return Generation("" if text.endswith("1") else text, (), finished=True)


def _job(engine: _Half, threads: int = 1, settings: str = "") -> Job:
    return Job(Redactor(engine), None, "eng", None, settings=settings, threads=threads)


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for n in range(4):
        (folder / f"{n}.txt").write_text(f"The cat sat on the mat, case {n % 2}", encoding="utf-8")
    return folder


def test_failures_are_listed_and_the_rest_goes_on(texts: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    inputs = read_inputs([str(texts)], None, TableOptions())
    for _ in range(2):  # a second job starts anew and lists each failure once
        tally = run(_job(_Half()), inputs, out, sys.stdout.buffer, sys.stderr)
        assert (tally.failed, tally.exit_status) == (2, 4)
        assert sorted(p.name for p in out.iterdir()) == ["0.txt", "2.txt", FAILED]
        failed = [json.loads(line) for line in (out / FAILED).read_text(encoding="utf-8").splitlines()]
        assert [(f["input"], f["status"]) for f in failed] == [("1.txt", "failed"), ("3.txt", "failed")]


def test_an_interrupted_job_skips_what_is_finished_and_another_command_starts_anew(texts: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    inputs = read_inputs([str(texts)], None, TableOptions())
    engine = _Half()

    def stop(count: int) -> None:
        if engine.asked == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Job(Redactor(engine), None, "eng", None, progress=stop), inputs, out, sys.stdout.buffer, sys.stderr)
    assert (out / JOB).exists()
    again = _Half()
    run(_job(again), inputs, out, sys.stdout.buffer, sys.stderr)
    assert again.asked == 2
    engine.asked = 0
    with pytest.raises(KeyboardInterrupt):
        run(Job(Redactor(engine), None, "eng", None, progress=stop), inputs, out, sys.stdout.buffer, sys.stderr)
    other = _Half()
    run(_job(other, settings="other"), inputs, out, sys.stdout.buffer, sys.stderr)
    assert other.asked == 4


def test_several_threads_keep_the_order(tmp_path: Path) -> None:
    corpus = _corpus(tmp_path / "notes.jsonl", 60)
    inputs = read_inputs([str(corpus)], None, TableOptions())
    for threads in (1, 7):
        run(_job(_Half(), threads, str(threads)), inputs, tmp_path / str(threads), sys.stdout.buffer, sys.stderr)
    assert (tmp_path / "1" / "notes.jsonl").read_bytes() == (tmp_path / "7" / "notes.jsonl").read_bytes()


def test_two_jobs_dont_write_to_one_folder(texts: Path, tmp_path: Path) -> None:
    inputs = read_inputs([str(texts)], None, TableOptions())

    def nested(count: int) -> None:
        run(_job(_Half()), inputs, tmp_path / "out", sys.stdout.buffer, sys.stderr)

    with pytest.raises(UsageError, match="another job is writing"):
        run(
            Job(Redactor(_Half()), None, "eng", None, progress=nested),
            inputs,
            tmp_path / "out",
            sys.stdout.buffer,
            sys.stderr,
        )


def test_documents_are_read_as_they_are_needed(tmp_path: Path) -> None:
    corpus = _corpus(tmp_path / "notes.jsonl", 50)
    (item,) = read_inputs([str(corpus)], None, TableOptions())
    documents = item.documents()
    assert isinstance(next(documents), Document)
    assert item.count == 50


def test_a_job_holds_few_documents_however_many_there_are(tmp_path: Path) -> None:
    """Kind "memory": the peak doesn't grow with the corpus; 200 results held would take half a megabyte."""
    peaks = []
    for count in (40, 40, 240):  # the first fills what is loaded once
        corpus = _corpus(tmp_path / f"{count}.jsonl", count)
        inputs = read_inputs([str(corpus)], None, TableOptions())
        tracemalloc.start()
        job = Job(Redactor(None, "rules"), None, None, None)
        run(job, inputs, tmp_path / f"out{len(peaks)}", sys.stdout.buffer, sys.stderr)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] - peaks[1] < 150_000, peaks
