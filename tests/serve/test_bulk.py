"""A job on a local Ray with two workers: the same results as `ficha redact`, each once, also after a kill."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ficha.batch import opened
from ficha.document import Document
from ficha.errors import EngineError
from ficha.inputs import Input, read_inputs
from ficha.io import jsonl
from ficha.io.source import Source, TableOptions
from serve.shards import MOST_TRIES, Order, Shard, Worker, shards_of
from tests.ficha.engine.server import Reply, completion, serving, text_of

NAME = "Zuwena Mwakyusa"
LINES = 240
ON_RAY = [sys.executable, "-m", "serve.bulk", "--engine", "ray", "--workers", "2", "--lang", "swa"]


@pytest.fixture
def ray_folder() -> Iterator[Path]:
    """Where Ray keeps its sessions and logs: short, since sockets lie there."""
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _corpus(path: Path, count: int = LINES) -> Path:
    with path.open("w", encoding="utf-8") as stream:
        stream.write("\ufeff")
        for n in range(count):
            blank = "\n" if n % 7 == 0 else ""
            text = f"😀 {NAME} {n}, simu 0712 345 {n:03d}."
            stream.write(blank + json.dumps({"text": text} if n % 2 else {"text": text, "id": f"n{n}"}) + "\n")
    return path


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "RAY_TMPDIR": str(folder), "FICHA_API_KEY": ""}


def test_two_workers_give_what_one_process_gives_also_after_a_kill(tmp_path: Path, ray_folder: Path) -> None:
    folder, out, whole = tmp_path / "in", tmp_path / "out", tmp_path / "whole"
    folder.mkdir()
    _corpus(folder / "notes.jsonl")
    (folder / "a.txt").write_text(f"{NAME}, simu 0712 345 678\r\n", encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "ficha.cli", "redact", "--engine", "rules", "--lang", "swa", folder, "--out", whole],
        check=True,
    )
    command = [*ON_RAY, "--processor", "rules", "--shard", "4", str(folder), "--out", str(out)]
    killed = subprocess.Popen(command, env=_environment(ray_folder))
    while killed.poll() is None and len(list(out.glob(".ficha-*.jsonl"))) < 10:
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    assert killed.wait() == -signal.SIGKILL
    assert not (out / "notes.jsonl").exists()
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=_environment(ray_folder))
    assert (done.returncode, done.stdout) == (0, "")
    assert sorted(p.name for p in out.iterdir()) == ["a.txt", "notes.jsonl"]
    for name in ("a.txt", "notes.jsonl"):
        assert (out / name).read_bytes() == (whole / name).read_bytes()
    _no_log_holds(ray_folder, NAME)


def _no_log_holds(folder: Path, text: str) -> None:
    logs = [path for path in folder.rglob("*") if path.is_file()]
    assert logs
    for path in logs:
        assert text.encode() not in path.read_bytes(), path.name


def test_workers_ask_an_endpoint_and_failures_are_listed(tmp_path: Path, ray_folder: Path) -> None:
    def answer(body: dict[str, Any]) -> Reply:
        text = text_of(body)
        if re.search(r"(?<!\d)13,", text):
            return Reply({"error": {"message": text}}, status=400)
        return completion(text.replace(NAME, "[PERSON]"))

    corpus = _corpus(tmp_path / "notes.jsonl", 30)
    with serving(answer) as server:
        done = subprocess.run(
            [*ON_RAY, "--endpoint", server.url, "--shard", "10", str(corpus), "--out", str(tmp_path / "out")],
            check=False,
            capture_output=True,
            text=True,
            env=_environment(ray_folder),
        )
        asked = [body for path, _, body in server.seen if body is not None]
    assert done.returncode == 4
    lines = [json.loads(line) for line in (tmp_path / "out" / "notes.jsonl").read_text(encoding="utf-8").splitlines()]
    (item,) = read_inputs([str(corpus)], None, TableOptions())
    assert [line["id"] for line in lines] == [document.id for document in item.documents()]
    failed = [line["id"] for line in lines if line["status"] == "failed"]
    listed = (tmp_path / "out" / "failed.jsonl").read_text(encoding="utf-8").splitlines()
    assert ([json.loads(line)["id"] for line in listed], len(failed)) == (failed, 1)
    assert all("[PERSON]" in line["text"] for line in lines if line["text"] is not None)
    assert len(asked) >= 30
    assert NAME not in done.stdout + done.stderr + "".join(listed)
    _no_log_holds(ray_folder, NAME)


@pytest.mark.parametrize("size", [1, 3, 50, 1000])
def test_pieces_are_the_file(tmp_path: Path, size: int) -> None:
    (item,) = read_inputs([str(_corpus(tmp_path / "notes.jsonl", 50))], None, TableOptions())
    shards = shards_of(0, item, size)
    assert {shard.count for shard in shards[:-1]} <= {size}
    found = [document for shard in shards for document in shard.documents(item)]
    assert found == list(jsonl.read(item.source, item.options))
    assert isinstance(found[0], Document)


def _order(tmp_path: Path) -> Order:
    (item,) = read_inputs([str(_corpus(tmp_path / "notes.jsonl", 4))], None, TableOptions())
    (tmp_path / "out").mkdir()
    return Order((item,), tmp_path / "out", "rules", lang="swa")


def test_shards_of_another_size_are_done_anew(tmp_path: Path) -> None:
    order = _order(tmp_path)
    with suppress(KeyboardInterrupt), opened(order.job(), order.inputs, order.out):
        Worker(order)({"input": 0, "shard": 0, "count": 4, "offset": 0, "line": 1})
        raise KeyboardInterrupt
    with suppress(KeyboardInterrupt), opened(order.job(), order.inputs, order.out) as journal:
        assert not journal.fresh
        assert Shard(0, 0, 4).place(order.out).exists()
        raise KeyboardInterrupt
    other = replace(order, size=2)
    with opened(other.job(), other.inputs, other.out) as journal:
        assert journal.fresh
        assert not Shard(0, 0, 2).place(other.out).exists()


def test_a_shard_that_ends_its_workers_ends_the_job(tmp_path: Path) -> None:
    order = _order(tmp_path)
    (shard,) = shards_of(0, order.inputs[0], 10)
    row = {"input": 0, "shard": 0, "count": 4, "offset": shard.offset, "line": shard.line}
    shard.tries(order.out).write_bytes(b"." * MOST_TRIES)
    with pytest.raises(EngineError, match=r"notes.jsonl: shard 0 \(4 documents from line 2 on\) ended 4 workers"):
        Worker(order)(row)
    with opened(order.job(), order.inputs, order.out):
        pass
    assert list(order.out.iterdir()) == []  # what is left of a job goes with the job
    assert Worker(order)(row) == row
    assert shard.place(order.out).read_bytes().count(b"\n") == 4
    assert not shard.tries(order.out).exists()


def test_an_unforeseen_error_is_told_without_its_words(tmp_path: Path) -> None:
    order = _order(tmp_path)
    item = Input(Source("notes.jsonl", tmp_path), "text", TableOptions(), 1)  # a folder that is read as a file
    broken = Order((item,), order.out, "rules")
    with pytest.raises(EngineError, match="can't be read"):
        Worker(broken)({"input": 0, "shard": 0, "count": 1, "offset": 0, "line": 1})
    with pytest.raises(EngineError, match=r"internal error in a worker: AttributeError in \w+:\d+$"):
        Worker(Order((None,), order.out, "rules"))(  # type: ignore[arg-type]
            {"input": 0, "shard": 1, "count": 1, "offset": 0, "line": 1}
        )
    assert not list(order.out.glob("*.part*"))
    assert Shard(0, 1, 1).place(order.out).exists() is False


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-"], "standard input"),
        (["absent.jsonl"], "no such file"),
        (["--policy", "absent", "notes.jsonl"], "absent"),
    ],
)
def test_a_wrong_call_is_one_line(tmp_path: Path, arguments: list[str], told: str) -> None:
    _corpus(tmp_path / "notes.jsonl", 1)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [*ON_RAY, "--processor", "rules", "--out", "out", *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert told in done.stderr
