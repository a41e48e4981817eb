"""Published tables to stand beside ours, as data (`eval/published/*.yaml`), each with what is and isn't comparable.

    for table in published_tables():
        table.columns, table.rows, table.with_ours(entries)

A table says which of our measures its columns are and in which languages; our rows are put below its own. Where the
definitions differ it says so and takes no row of ours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field

from eval.study import Entry

FOLDER = Path(__file__).parent / "published"


class Ours(BaseModel):
    """Where our rows come from: a measure a column, or (`by_language`) one measure with a column a language.

    A column without a measure isn't comparable and stays empty.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    languages: tuple[str, ...]
    measures: dict[str, str] = {}
    by_language: str | None = None
    percent: bool


class Published(BaseModel):
    """One published table."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    source: str
    comparable: Annotated[tuple[str, ...], Field(min_length=1)]
    not_comparable: Annotated[tuple[str, ...], Field(min_length=1)]
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]
    ours: Ours | None

    def our_rows(self, entries: Iterable[Entry]) -> list[tuple[str, list[float]]]:
        """(system and set, a value a column) for the sets in the table's languages; NaN where undefined."""
        if self.ours is None:
            return []
        entries = [entry for entry in entries if entry.lang in self.ours.languages and not entry.plain]
        scale = 100.0 if self.ours.percent else 1.0
        if self.ours.by_language is not None:
            return self._by_language(entries, self.ours.by_language, scale)
        names = [self.ours.measures.get(column) for column in self.columns]
        return [
            (f"{system}, {entry.name}", [math.nan if name is None else scale * outcome.value(name) for name in names])
            for entry in entries
            for system, outcome in entry.outcomes.items()
        ]

    def _by_language(self, entries: Sequence[Entry], measure: str, scale: float) -> list[tuple[str, list[float]]]:
        rows: dict[tuple[str, str], dict[str, float]] = {}
        for entry in entries:
            for system, outcome in entry.outcomes.items():
                rows.setdefault((entry.scheme.labels.name, system), {})[str(entry.lang)] = outcome.value(measure)
        return [
            (f"{system}, {gold}", [scale * values.get(column, math.nan) for column in self.columns])
            for (gold, system), values in rows.items()
        ]


def published_tables() -> list[Published]:
    """Every table of the folder, by file name."""
    return [
        Published.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
        for path in sorted(FOLDER.glob("*.yaml"))
    ]
