"""The commands `synth teach` and `synth project`: what they refuse, the dry run, the exit status."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.synth.calling import Called
from tests.synth.calling import call as call_command
from tests.synth.teacher.server import TeacherServer


def call(*arguments: object, **environment: str) -> Called:
    clean = {"OPENAI_API_KEY": "", "OPENAI_MODEL": "", "OPENAI_BASE_URL": ""}
    return call_command(*arguments, **clean | environment)


def test_a_dry_run_asks_for_nothing_and_needs_no_key(tmp_path: Path) -> None:
    result = call("teach", "--lang", "swa", "--n", 2000, "--out", tmp_path / "o", "--dry-run", "--price-in", 0.15,
                  "--price-out", 0.6)  # fmt: skip
    assert result.exit_code == 0, result.stderr
    *steps, total = result.stdout.splitlines()
    assert [line.split(":")[0] for line in steps] == ["brainstorm", "expand", "twin", "look"]
    counts = [[int(n) for n in re.findall(r"\d+", line)] for line in steps]
    assert re.search(r"in all: (\d+) calls", total)[1] == str(sum(c[0] for c in counts))  # type: ignore[index]
    assert 0.1 < float(re.search(r"about ([\d.]+) USD", total)[1]) < 10  # type: ignore[index]
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize(
    ("options", "environment", "said"),
    [
        (["--model", "m"], {}, "no key: set OPENAI_API_KEY in the environment"),
        ([], {"OPENAI_API_KEY": "k"}, "no model: name one with --model or OPENAI_MODEL"),
        (["--model", "m", "--budget-usd", "1"], {"OPENAI_API_KEY": "k"}, "--budget-usd needs the model's prices"),
        (["--model", "m", "--lang", "xxx"], {"OPENAI_API_KEY": "k"}, "no language pack 'xxx'"),
    ],
)
def test_what_is_missing_is_said_in_one_line(
    tmp_path: Path, options: list[str], environment: dict[str, str], said: str
) -> None:
    result = call("teach", "--lang", "swa", "--out", tmp_path, *options, **environment)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_run_says_what_it_kept_and_paid(tmp_path: Path) -> None:
    with TeacherServer() as server:
        result = call("teach", "--lang", "eng", "--n", 12, "--out", tmp_path / "o", "--cache", tmp_path / "c",
                      OPENAI_API_KEY="k", OPENAI_MODEL="m", OPENAI_BASE_URL=server.url)  # fmt: skip
    assert result.exit_code == 0, result.stderr
    assert re.search(r"kept 12 of 12, \d+ rejected; \d+ answers paid for \(\d+ tokens in, \d+ out", result.stdout)


def test_an_endpoint_that_fails_midway_is_status_4_with_what_came(tmp_path: Path) -> None:
    def gone_after_40(digest: int, nth: int) -> str | None:
        return "401" if sum(server.answered.values()) > 40 else None

    with TeacherServer(gone_after_40) as server:
        result = call("teach", "--lang", "eng", "--n", 60, "--share", 1, "--out", tmp_path / "o", "--cache",
                      tmp_path / "c", "--model", "m", "--base-url", server.url, OPENAI_API_KEY="k")  # fmt: skip
    assert result.exit_code == 4
    assert "HTTP 401: the key is not accepted" in result.stderr
    assert (tmp_path / "o/kept.jsonl").read_text(encoding="utf-8")


def test_projection_from_the_command_line(tmp_path: Path) -> None:
    text = "Carmen Ruiz acude por tos."
    row = {"id": "1", "lang": "spa", "text": text, "spans": [{"start": 0, "end": 11, "label": "PER"}]}
    (tmp_path / "c.jsonl").write_text(json.dumps(row), encoding="utf-8")
    (tmp_path / "map.yaml").write_text("PER: person.patient", encoding="utf-8")
    with TeacherServer() as server:
        server.translate = lambda tagged: "<x1>Carmen Ruiz</x1> came in with a cough that will not go away."
        result = call("project", tmp_path / "c.jsonl", "--lang", "eng", "--out", tmp_path / "o", "--labels",
                      tmp_path / "map.yaml", "--cache", tmp_path / "c", "--model", "m", "--base-url", server.url,
                      OPENAI_API_KEY="k")  # fmt: skip
    assert result.exit_code == 0, result.stderr
    assert "kept 1 of 1" in result.stdout
