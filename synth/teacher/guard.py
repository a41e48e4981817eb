"""Keeps the splits of a stream apart: no name, place or template of dev and test inside a train span.

Hashes decide about every name and place that is alone in its span (`synth.splits`, `swap.py`); what a teacher puts
inside another value (a village in an address, a name in a hospital's) is only known when it comes.

    >>> guard = Guard(particles=()); guard.fault(document)
"""

from __future__ import annotations

from collections.abc import Collection

from ficha.document import Document
from synth.statistics import SplitStatistics

SHARED = "name or place that another split has"


class Guard:
    """Remembers what each split holds; the first document that holds a value has it."""

    def __init__(self, particles: Collection[str]) -> None:
        self._particles = particles
        self._runs: set[str] = set()  # runs of words inside train spans
        self._held: dict[str, set[str]] = {"dev": set(), "test": set()}  # names and values of the held-out splits

    def fault(self, document: Document) -> str | None:
        """The reason where a document would bring splits together, or None; then it is remembered."""
        name, split = document.meta["split"], SplitStatistics()
        for span in document.spans:
            split.add_value(span.label, document.text[span.start : span.end], self._particles)
        values = split.names | split.values
        if name == "train":
            if any(split.runs & held for held in self._held.values()):
                return SHARED
            self._runs |= split.runs
        else:
            if values & self._runs:
                return SHARED
            self._held[name] |= values
        return None
