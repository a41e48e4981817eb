"""Ficha: the rules alone, no model."""

from __future__ import annotations

from eval.ficha_system import FichaSystem
from eval.systems import Options, System


def load(options: Options) -> System:
    """See `FichaSystem`."""
    return FichaSystem("rules", options)
