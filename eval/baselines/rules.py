"""Ficha: the rules alone, no model."""

from __future__ import annotations

from pathlib import Path

from eval.ficha_system import FichaSystem
from eval.systems import System
from ficha.errors import UsageError
from ficha.redactor import Redactor


def load(model: Path | None, lang: str | None) -> System:
    """Load them. Raises UsageError where a model is named, since it would not be used."""
    if model is not None:
        raise UsageError("system 'rules' has no model: leave --model out, or run system 'ficha'")
    return FichaSystem(Redactor.load(parts="rules"), lang)
