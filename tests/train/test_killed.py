"""A training that is killed outright goes on where it was (reported fault B50: resume)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from safetensors.torch import load_file

from tests.train.build import document, write_base, write_corpus
from train import sft
from train.resume import last_checkpoint

pytestmark = pytest.mark.filterwarnings("ignore::Warning")  # of torch, transformers, trl and peft

RECIPE = """
base: null
learning_rate: 1.0e-2
epochs: 14
batch_rows: 4
batch_tokens: 4096
max_length: 1024
checkpoint_minutes: 0.0005
"""
LIMIT = 180.0  # seconds until which a checkpoint must lie there


def losses(checkpoint: Path) -> dict[int, float]:
    state = json.loads((checkpoint / "trainer_state.json").read_text(encoding="utf-8"))
    return {entry["step"]: entry["loss"] for entry in state["log_history"] if "loss" in entry}


def test_the_loss_goes_on_after_sigkill(tmp_path: Path) -> None:
    write_base(tmp_path / "base")
    write_corpus(tmp_path / "data", [document(n) for n in range(24)])
    (tmp_path / "tiny.yaml").write_text(RECIPE, encoding="utf-8")
    out = tmp_path / "out"
    options = ["--data", str(tmp_path / "data"), "--recipe", str(tmp_path / "tiny.yaml")]
    options += ["--base", str(tmp_path / "base"), "--out", str(out)]
    command = [sys.executable, "-m", "train.sft", *options]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, "OMP_NUM_THREADS": "1"})
    until = time.monotonic() + LIMIT
    while not _step(out) >= 30 and time.monotonic() < until and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL  # it was killed at work, not done
    checkpoint = last_checkpoint(out / "checkpoints")
    assert checkpoint is not None
    step, before = _step(out), losses(checkpoint)
    weights = load_file(checkpoint / "adapter_model.safetensors")
    assert all(tensor.isfinite().all() for tensor in weights.values())

    assert sft.main([*options, "--resume"]) == 0
    last = last_checkpoint(out / "checkpoints")
    assert last is not None
    after = losses(last)
    assert {s: after[s] for s in before} == before  # the same history
    first, previous = min(s for s in after if s > step), max(before)
    assert first - previous == 10  # the step counter went on
    assert after[first] == pytest.approx(before[previous], rel=0.1)
    start = before[min(before)]
    assert after[first] < (start + before[previous]) / 2  # not a fresh adapter's loss


def _step(out: Path) -> int:
    checkpoint = last_checkpoint(out / "checkpoints")
    return int(checkpoint.name.split("-")[1]) if checkpoint else 0
