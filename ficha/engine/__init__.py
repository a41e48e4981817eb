"""Engines: what writes the anonymised twin of a window of text.

`local` runs the model in this process; both it and an endpoint obey the copy grammar
(`ficha.engine.grammar`), so that a twin is the source with placeholders and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ficha.locales import Locale
from ficha.policy import Policy


@dataclass(frozen=True, slots=True)
class HiddenPart:
    """Characters `start` to `end` of a window, hidden by the placeholder at `twin_start` of its twin."""

    start: int
    end: int
    tag: str
    twin_start: int
    twin_end: int


@dataclass(frozen=True, slots=True)
class Generation:
    """One window's twin.

    `scores` holds one score a placeholder, in order, from the probability of opening it, its category and its
    end, each relative to what the grammar allowed there. `finished` is False where the answer was cut.
    `hidden` is what its placeholders hide, where the answer is a twin under the grammar; else None, and it has to be
    aligned. `dialled` is False where the recall dial was set and could not be asked.
    """

    text: str
    scores: tuple[float, ...]
    finished: bool
    hidden: tuple[HiddenPart, ...] | None = None
    dialled: bool = True


class Engine(Protocol):
    """One interface for the local model and for an endpoint."""

    @property
    def model(self) -> str:
        """The name that results carry."""

    @property
    def window_tokens(self) -> int:
        """The most tokens that a window may have."""

    def count_tokens(self, text: str) -> int:
        """How many tokens the engine's model spends on `text`."""

    def generate(self, text: str, policy: Policy, locale: Locale | None) -> Generation:
        """Write the twin of one window. Raises EngineError where the engine can't answer."""


@runtime_checkable
class BatchEngine(Engine, Protocol):
    """An engine that gains by having several windows at once."""

    def generate_all(self, texts: Sequence[str], policy: Policy, locale: Locale | None) -> list[Generation]:
        """The twins of several windows, in order. Raises EngineError where one of them can't be had."""


@runtime_checkable
class ThresholdEngine(Engine, Protocol):
    """An engine whose model is calibrated: spans below the least score of their tag are to be dropped."""

    @property
    def thresholds(self) -> Mapping[str, float]:
        """Tag -> least score."""


def thresholds_of(engine: Engine) -> Mapping[str, float]:
    """The engine's own thresholds, none where it has none."""
    return engine.thresholds if isinstance(engine, ThresholdEngine) else {}


def generate_all(engine: Engine, texts: Sequence[str], policy: Policy, locale: Locale | None) -> list[Generation]:
    """The twins of several windows, in order: together where the engine can, else one after another."""
    if isinstance(engine, BatchEngine):
        return engine.generate_all(texts, policy, locale)
    return [engine.generate(text, policy, locale) for text in texts]
