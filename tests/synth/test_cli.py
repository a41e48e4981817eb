from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from synth.pack import ROOT, pack_codes
from tests.synth.calling import call


def test_unknown_languages_end_with_2(tmp_path: Path) -> None:
    result = call("make", "--lang", "xxx", "--out", tmp_path)
    assert result.exit_code == 2
    assert "no language pack 'xxx'" in result.stderr


def test_unknown_registers_end_with_2(tmp_path: Path) -> None:
    arguments = ["make", "--lang", pack_codes()[0], "--out", str(tmp_path), "--registers", "note,diary"]
    result = call(*arguments)
    assert result.exit_code == 2
    assert "no register 'diary'" in result.stderr


def test_nothing_kept_ends_with_2(tmp_path: Path) -> None:
    arguments = ["make", "--lang", pack_codes()[0], "--out", str(tmp_path), "--n", "3", "--max-words", "1",
                 "--registers", "letter"]  # fmt: skip
    result = call(*arguments)
    assert result.exit_code == 2
    assert "nothing kept" in result.stderr


def test_help_loads_nothing_that_only_making_needs() -> None:
    """Each of these takes longer to import than all of the factory."""
    heavy = ("datasketch", "krippendorff", "matplotlib", "openai", "sacrebleu", "scipy")
    asked = f"import sys, synth.cli; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("code", pack_codes())
def test_make_from_a_shell_is_the_same_under_any_hash_seed(code: str, tmp_path: Path) -> None:
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-m", "synth", "make", "--lang", code, "--n", "40", "--out", str(tmp_path / seed)],
            env={"PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin"},
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
    one, two = ((tmp_path / seed / "kept.jsonl").read_bytes() for seed in ("1", "2"))
    assert one == two
    assert len(one.splitlines()) == 40
    assert json.loads(one.splitlines()[0])["lang"] == code
