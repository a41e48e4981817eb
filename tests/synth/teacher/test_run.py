"""Whole runs against a real server: every fault injected, killed and resumed, stopped by hand and by the budget.

The cases T06, B34, B35, B36 and B38 of the fault reports.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ficha.document import Span, checked_spans
from ficha.errors import EngineError, InputError
from synth.pack import Pack, load_pack
from synth.teacher.run import Options, Report, teach
from tests.synth.teacher.build import calls
from tests.synth.teacher.server import CONTENT, TRANSPORT, TeacherServer

FILES = ("kept.jsonl", "rejects.jsonl", "manifest.json", "README.md", "prevalence.svg")
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack("eng")


def every_fault(digest: int, nth: int) -> str | None:
    """Two answers in five go wrong, in all the ways; what fails on the wire does so once."""
    number = digest % 33
    if number < len(TRANSPORT):
        return TRANSPORT[number] if nth == 0 else None
    return CONTENT[number - len(TRANSPORT)] if number < len(TRANSPORT) + len(CONTENT) else None


def run(pack: Pack, server: TeacherServer, folder: Path, n: int = 40, share: float | None = 1.0,
        cache: str = "cache", out: str = "out", budget: float | None = None) -> Report:  # fmt: skip
    return teach(pack, Options(n, 13, folder / out, share), calls(server, folder / cache, budget))


def started(server: TeacherServer, folder: Path, n: int) -> subprocess.Popen[str]:
    """The same run from a shell, in a process of its own."""
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "synth",
            "teach",
            "--lang",
            "eng",
            "--n",
            str(n),
            "--share",
            "1",
            "--model",
            "m",
            "--base-url",
            server.url,
            "--cache",
            str(folder / "cache"),
            "--out",
            str(folder / "out"),
            "--concurrency",
            "6",
            "--timeout-s",
            "1",
        ],
        env={"OPENAI_API_KEY": "sk-secret", "PATH": os.environ["PATH"]},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def faulty(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> tuple[TeacherServer, Path, Report]:
    """A whole run with every fault: the server, the folder and the report."""
    folder = tmp_path_factory.mktemp("faulty")
    with TeacherServer(every_fault) as server:
        return server, folder, run(pack, server, folder)


def test_a_run_with_every_fault_keeps_only_what_is_sound(faulty: tuple[TeacherServer, Path, Report]) -> None:
    server, tmp_path, report = faulty
    assert set(server.faults) == {*TRANSPORT, *CONTENT}
    kept = lines(tmp_path / "out/kept.jsonl")
    assert len(kept) == report.stats.kept >= 30
    for row in kept:
        assert set(row) == {"id", "lang", "text", "spans", "meta"}
        text, meta = str(row["text"]), row["meta"]
        spans = checked_spans(text, [Span(s["start"], s["end"], s["label"]) for s in row["spans"]], "row")  # type: ignore[attr-defined]
        assert meta["source"] == "teacher"  # type: ignore[index]
        assert meta["model"] == "m"  # type: ignore[index]
        assert len(meta["answers"]) == 2  # type: ignore[index]
        assert "[" not in text
        assert all("Bonjour" not in text for _ in spans)
        # the teacher's phone numbers are never its own
        assert all(text[s.start : s.end] not in server.twins for s in spans)
    manifest = json.loads((tmp_path / "out/manifest.json").read_text(encoding="utf-8"))
    assert manifest["stage"] == "synth.teacher"
    assert set(manifest["counts"]["overlaps"].values()) == {0}
    assert manifest["teacher"]["model"] == "m"
    assert manifest["teacher"]["prompts"]["eng/expand"] >= 1
    statuses = {key.split(": ")[1] for key in manifest["teacher"]["answers"]}
    assert {"ok", "truncated", "refused", "degenerate", "invalid", "unusable"} == statuses
    assert "| teacher m | " in (tmp_path / "out/README.md").read_text(encoding="utf-8")


def test_no_key_is_written_anywhere(pack: Pack, tmp_path: Path) -> None:
    with TeacherServer() as server:
        run(pack, server, tmp_path, n=5)
    assert server.keys == {"Bearer sk-secret"}
    assert not [f for f in tmp_path.rglob("*") if f.is_file() and b"sk-secret" in f.read_bytes()]


def test_the_loop_looks_states_faults_and_asks_again(pack: Pack, tmp_path: Path) -> None:
    quotas = pack.settings.teacher.model_copy(update={"registers": {"message": 1.0}})
    messages = Pack(pack.settings.model_copy(update={"teacher": quotas}), pack.folder, pack.locale)
    with TeacherServer() as server:
        run(messages, server, tmp_path, n=40)
    prompts = [body["messages"][0]["content"] for body in server.bodies]
    assert server.steps()["faults"]
    later = [p for p in prompts if "Faults of the texts so far" in p and '"texts"' in p.splitlines()[-1]]
    assert later
    assert all("- Begin each text in another way." in p for p in later)
    assert any(re.search(r"these hardly come up .*\(0\)", p) for p in later)


def test_teacher_and_templates_are_mixed_by_the_packs_quota(pack: Pack, tmp_path: Path) -> None:
    with TeacherServer() as server:
        report = run(pack, server, tmp_path, n=40, share=None)
    sources = [row["meta"]["source"] for row in lines(tmp_path / "out/kept.jsonl")]  # type: ignore[index]
    assert (sources.count("template"), sources.count("teacher")) == (20, 20)
    assert not any(report.stats.overlaps().values())


def test_b38_killed_and_resumed_no_answer_is_paid_for_twice(
    pack: Pack, tmp_path: Path, faulty: tuple[TeacherServer, Path, Report]
) -> None:
    with TeacherServer(every_fault, pause_s=0.05) as server:
        with started(server, tmp_path, 40) as process:
            while sum(server.answered.values()) < 37 and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL
        time.sleep(0.2)  # what was on its way to the dead process
        assert not list((tmp_path).glob("out/*"))
        paid = set(server.answered)
        cached = len(list((tmp_path / "cache").rglob("*.json")))
        assert len(paid) >= 37
        assert cached >= len(paid) - 6 - len(TRANSPORT)
        resumed = run(pack, server, tmp_path)
        twice = [digest for digest, count in server.answered.items() if count > 1]
        assert len(twice) <= 6  # those that were in flight when it was killed
        assert len(twice) <= len(paid) - cached + 6
        assert resumed.account.cached >= cached
    for file in FILES:  # as a run that nobody killed
        assert (tmp_path / "out" / file).read_bytes() == (faulty[1] / "out" / file).read_bytes()


def test_a_second_run_pays_for_nothing_and_writes_the_same_bytes(pack: Pack, tmp_path: Path) -> None:
    with TeacherServer() as server:
        run(pack, server, tmp_path)
        asked = sum(server.seen.values())
        again = run(pack, server, tmp_path, out="again")
        assert sum(server.seen.values()) == asked
        assert again.account.calls == 0
        other = teach(pack, Options(40, 14, tmp_path / "seed", 1.0), calls(server, tmp_path / "cache"))
        assert other.account.calls > 0  # another seed asks for other texts
    for file in FILES:
        assert (tmp_path / "out" / file).read_bytes() == (tmp_path / "again" / file).read_bytes()


def test_a_changed_pack_uses_again_what_still_fits(pack: Pack, tmp_path: Path) -> None:
    settings = pack.settings.model_copy(update={"version": pack.settings.version + 1, "pii_free": 0.25})
    changed = Pack(settings, pack.folder, pack.locale)
    with TeacherServer() as server:
        first = run(pack, server, tmp_path)
        second = run(changed, server, tmp_path, out="changed")
    assert second.account.cached > 0.8 * first.account.calls
    assert second.account.calls < 0.3 * first.account.calls


def test_b36_a_teacher_that_refuses_fails_with_counts_and_one_answer(pack: Pack, tmp_path: Path) -> None:
    said = r"nothing of the teacher's was kept: 9 refused, 0 parsed.*Sorry, I cannot\."
    with TeacherServer(lambda digest, nth: "refused") as server, pytest.raises(InputError, match=said) as error:
        run(pack, server, tmp_path, n=10, share=0.5)
    assert error.value.exit_status == 2
    assert "\n" not in str(error.value)
    assert not list((tmp_path / "out").iterdir())
    assert sum(server.seen.values()) == 9  # three registers, three attempts each, and no round more


def test_the_budget_ends_a_run_that_keeps_what_came(pack: Pack, tmp_path: Path) -> None:
    with TeacherServer() as server:
        report = run(pack, server, tmp_path, n=60, budget=0.1)
    assert report.stopped == "budget"
    assert report.account.spent_usd <= 0.1
    assert 0 < report.stats.kept < 60
    manifest = json.loads((tmp_path / "out/manifest.json").read_text(encoding="utf-8"))
    assert manifest["teacher"]["ended_early"] is True
    with TeacherServer() as server, pytest.raises(InputError, match="stopped by: budget"):
        run(pack, server, tmp_path, cache="new", out="none", budget=0.0001)


def test_ctrl_c_keeps_what_came(tmp_path: Path) -> None:
    with TeacherServer(pause_s=0.05) as server, started(server, tmp_path, 120) as process:
        while server.steps()["twin"] < 15 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate()
    assert process.returncode == 130, errors
    assert "stopped by: interrupted" in errors
    kept = lines(tmp_path / "out/kept.jsonl")
    assert f"kept {len(kept)} of 120" in output
    assert 8 <= len(kept) < 120
    # every answer that came is in the cache
    assert len(list((tmp_path / "cache").rglob("*.json"))) == sum(server.answered.values())


def test_an_endpoint_that_rejects_the_key_fails_as_an_engine(pack: Pack, tmp_path: Path) -> None:
    with TeacherServer(lambda digest, nth: "401") as server, pytest.raises(EngineError, match="OPENAI_API_KEY"):
        run(pack, server, tmp_path, n=5)
