"""Fixtures of the synth tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from synth.pack import Pack
from synth.syntax import Grammar
from tests.synth.build import make_pack


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return make_pack(tmp_path)


@pytest.fixture
def grammar(pack: Pack) -> Grammar:
    return Grammar.of(pack)
