"""Checkpoints of one training: refuses to mix two trainings, finds the last whole one.

A checkpoint that a kill cut short lacks its last file and is passed over.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ficha.errors import UsageError

RUN_FILE = "run.json"
_WHOLE = ("adapter_model.safetensors", "optimizer.pt", "scheduler.pt", "trainer_state.json")


def last_checkpoint(folder: Path) -> Path | None:
    """The latest checkpoint in `folder` that was written whole."""
    found = [
        (int(match[1]), path)
        for path in folder.glob("checkpoint-*")
        if (match := re.fullmatch(r"checkpoint-(\d+)", path.name)) and all((path / name).is_file() for name in _WHOLE)
    ]
    return max(found)[1] if found else None


def open_run(folder: Path, identity: dict[str, Any], resume: bool) -> Path | None:
    """Prepare the checkpoint folder; the checkpoint to go on from, or None for a new training.

    `identity` is everything that decides the steps (data, recipe, seed). Raises UsageError: `resume`
    without a checkpoint or with another identity, or a new training where another one lies.
    """
    file = folder / RUN_FILE
    if not resume:
        if file.is_file():
            raise UsageError(f"{folder} already holds a training: pass --resume to go on, or another --out")
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(identity, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return None
    checkpoint = last_checkpoint(folder)
    if checkpoint is None or not file.is_file():
        raise UsageError(f"{folder} holds no whole checkpoint: leave --resume out to start anew")
    before = json.loads(file.read_text(encoding="utf-8"))
    if changed := sorted(key for key in before.keys() | identity.keys() if before.get(key) != identity.get(key)):
        raise UsageError(
            f"{folder} was trained with another {', '.join(changed)}: resume with the same, or use another --out"
        )
    return checkpoint
