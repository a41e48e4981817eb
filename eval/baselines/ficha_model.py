"""Ficha: the model alone, to see what the rules add."""

from __future__ import annotations

from pathlib import Path

from eval.ficha_system import FichaSystem
from eval.systems import System
from ficha.redactor import Redactor


def load(model: Path | None, lang: str | None) -> System:
    """Load it with the adapter folder `model`, by default the one that ships. Raises ModelError."""
    return FichaSystem(Redactor.load(model, parts="model"), lang)
