"""Ficha: the model alone, to see what the rules add."""

from __future__ import annotations

from eval.ficha_system import FichaSystem
from eval.systems import Options, System


def load(options: Options) -> System:
    """See `FichaSystem`."""
    return FichaSystem("model", options)
