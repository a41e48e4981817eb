"""Readings on disk: what one model, at one size, thinks of every label that it judged.

    judge = Judge(seed=13, fold=0, rows=200, passes=1)
    write_reading(folder, judge, [("eng-13-000001", items), ...])
    folder/seed13-fold0-rows200-pass1.jsonl      {"id": ..., "items": [...]} a line

A file appears whole or not at all, so a killed run goes on where it was.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from train.selfclean.items import Item, item_from_json


@dataclass(frozen=True, slots=True, order=True)
class Judge:
    """A model: its seed, the fold it did not see, the rows it trained on and how often it went through them."""

    seed: int
    fold: int
    rows: int
    passes: int = 1

    @property
    def file(self) -> str:
        return f"seed{self.seed}-fold{self.fold}-rows{self.rows}-pass{self.passes}.jsonl"


@dataclass(frozen=True, slots=True)
class Reading:
    """A judge and its items by document id."""

    judge: Judge
    items: dict[str, list[Item]]


_FILE = re.compile(r"seed(\d+)-fold(\d+)-rows(\d+)-pass(\d+)\.jsonl")


def write_reading(folder: Path, judge: Judge, judged: Iterable[tuple[str, list[Item]]]) -> None:
    """Write one reading; items of several windows of a document may come apart."""
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f".{judge.file}.part"
    with part.open("w", encoding="utf-8") as stream:
        for id, items in judged:
            stream.write(json.dumps({"id": id, "items": [item.to_json() for item in items]}) + "\n")
    os.replace(part, folder / judge.file)


def read_readings(folder: Path) -> list[Reading]:
    """All readings of a folder, by seed, fold and size."""
    found = []
    for path in folder.glob("*.jsonl"):
        if match := _FILE.fullmatch(path.name):
            items: dict[str, list[Item]] = {}
            for line in path.read_text(encoding="utf-8").splitlines():
                raw = json.loads(line)
                items.setdefault(raw["id"], []).extend(item_from_json(item) for item in raw["items"])
            found.append(Reading(Judge(*map(int, match.groups())), items))
    return sorted(found, key=lambda reading: reading.judge)
