"""What a gateway refuses before it listens."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from ficha.engine.loading import default_model


def test_an_adapter_for_another_base_is_refused_at_start(tmp_path: Path) -> None:
    """Reported fault B45 (adapter): such an adapter was taken by its name, and answered 200."""
    folder = tmp_path / "adapter"
    shutil.copytree(default_model(), folder)
    config = folder / "adapter_config.json"
    told = json.loads(config.read_text(encoding="utf-8"))
    config.write_text(json.dumps({**told, "base_model_name_or_path": "X-1.7B"}), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "serve", "--engine", "local", "--model", str(folder), "--port", "1"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "X-1.7B" in done.stderr
    assert told["base_model_name_or_path"] in done.stderr
