"""Two gateways compared through the OpenAI client (`python -m serve.compare`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import httpx

from serve.service import rules_service
from tests.serve.running import gateway

NOTES = (
    {"id": "n-1", "lang": "eng", "text": "Please ring 07700 900461 about case 4711."},
    {"id": "n-2", "lang": "swa", "text": "Simu 0712 345 678, presha 148/92."},
    {"id": "n-3", "text": "Write to priya@mail.example today."},
)


def _compare(tmp_path: Path, first: str, second: str) -> subprocess.CompletedProcess[str]:
    data = tmp_path / "notes.jsonl"
    data.write_text("".join(json.dumps(note) + "\n" for note in NOTES), encoding="utf-8")
    command = [sys.executable, "-m", "serve.compare", first, second, "--data", str(data)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)


def test_two_gateways_of_one_engine_agree_and_no_text_is_printed(tmp_path: Path) -> None:
    with gateway(rules_service()) as first, gateway(rules_service()) as second:
        done = _compare(tmp_path, _address(first), _address(second))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 of 3 texts agree, 3 verdicts" in done.stdout
    assert "presha" not in done.stdout + done.stderr


def test_a_gateway_that_answers_nothing_is_no_agreement(tmp_path: Path) -> None:
    with gateway(rules_service()) as first:
        done = _compare(tmp_path, _address(first), "http://127.0.0.1:9")
    assert done.returncode == 1
    assert "0 of 3 texts agree, 0 verdicts" in done.stdout
    assert "n-1, n-2, n-3" in done.stdout


def test_two_silent_gateways_do_not_pass_for_two_that_agree(tmp_path: Path) -> None:
    assert _compare(tmp_path, "http://127.0.0.1:9", "http://127.0.0.1:9").returncode == 1


def _address(client: httpx.Client) -> str:
    return str(client.base_url).rstrip("/")
