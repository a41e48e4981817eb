"""Checkpoints: the last whole one, and no mixing of trainings."""

from __future__ import annotations

from pathlib import Path

import pytest

from ficha.errors import UsageError
from train.resume import last_checkpoint, open_run

FILES = ("adapter_model.safetensors", "optimizer.pt", "scheduler.pt", "trainer_state.json")


def checkpoint(folder: Path, step: int, files: tuple[str, ...] = FILES) -> Path:
    path = folder / f"checkpoint-{step}"
    path.mkdir()
    for name in files:
        (path / name).touch()
    return path


def test_the_last_whole_checkpoint(tmp_path: Path) -> None:
    assert last_checkpoint(tmp_path) is None
    checkpoint(tmp_path, 9)
    whole = checkpoint(tmp_path, 10)
    checkpoint(tmp_path, 11, FILES[:-1])
    assert last_checkpoint(tmp_path) == whole


def test_resuming_needs_the_same_identity(tmp_path: Path) -> None:
    assert open_run(tmp_path, {"seed": 1, "data": "a"}, resume=False) is None
    whole = checkpoint(tmp_path, 5)
    assert open_run(tmp_path, {"seed": 1, "data": "a"}, resume=True) == whole
    with pytest.raises(UsageError, match="another data, seed"):
        open_run(tmp_path, {"seed": 2, "data": "b"}, resume=True)


def test_a_training_is_not_started_over_another(tmp_path: Path) -> None:
    open_run(tmp_path, {}, resume=False)
    with pytest.raises(UsageError, match="already holds"):
        open_run(tmp_path, {}, resume=False)
    with pytest.raises(UsageError, match="no whole checkpoint"):
        open_run(tmp_path, {}, resume=True)
