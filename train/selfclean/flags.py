"""Flags: the labels that a person should look at, one JSON object a line in `flags.jsonl`.

    {"flag": "eng-13-000007:10-13", "id": "eng-13-000007", "lang": "eng", "split": "train", "start": 10, "end": 13,
     "label": "person.patient", "proposed": {"start": 10, "end": 20, "label": "person.patient"}, "kind": "extent",
     "score": 7.1, "evidence": {"odds": 7.1, "contradicted": 1.0, "judges": 4, "rules": 0, "pattern": null}}

`label` is null where a visible word is suspected to need hiding, `proposed` where nothing should be hidden.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from ficha.errors import InputError

FLAGS = "flags.jsonl"
Kind = Literal["missing", "unneeded", "category", "extent"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Proposal(_Part):
    """What the label should be: characters (half-open, code points) and a fine label."""

    start: int
    end: int
    label: str


class Evidence(_Part):
    """Why: log-odds of the models against the label, the share that contradicts it, how many judged, the rules' word
    (1 against, -1 for, 0 none), and the flag whose pattern this one repeats.
    """

    odds: float
    contradicted: float
    judges: int
    rules: int
    pattern: str | None = None


class Flag(_Part):
    """One suspected label error."""

    flag: str
    id: str
    lang: str | None
    split: str
    start: int
    end: int
    label: str | None
    proposed: Proposal | None
    kind: Kind
    score: float
    evidence: Evidence


def kind_of(label: str | None, start: int, end: int, proposed: Proposal | None) -> Kind:
    """How the proposal differs from the label."""
    if label is None:
        return "missing"
    if proposed is None:
        return "unneeded"
    return "extent" if (start, end) != (proposed.start, proposed.end) else "category"


def write_flags(path: Path, flags: Iterable[Flag]) -> int:
    """Write flags in the order given; returns how many."""
    lines = [flag.model_dump_json() + "\n" for flag in flags]
    path.write_text("".join(lines), encoding="utf-8")
    return len(lines)


def read_flags(path: Path) -> list[Flag]:
    """The flags of a file. Raises InputError: absent, or a line that is no flag."""
    if not path.is_file():
        raise InputError(f"no flags at {path}: make them with `python -m train.selfclean run`")
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            found.append(Flag.model_validate(json.loads(line)))
        except (ValidationError, ValueError) as error:
            where = error.errors()[0]["loc"] if isinstance(error, ValidationError) else ("not JSON",)
            raise InputError(f"{path} line {number}: {'.'.join(map(str, where))}: expected a flag") from None
    return found
