"""Prompts and threshold of GLiNER, chosen on development data: each prompt set asked once, each threshold scored.

    python -m eval tune --model gliner_multi-v2.1 --data dev.jsonl --lang swa --out tuned.yaml

The choice is the highest strict micro F1, of equal ones the higher threshold. Development data and test data must
be different documents; the file written names what it was tuned on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from eval.baselines.gliner import Entities, Gliner, Settings, prompt_sets
from eval.bootstrap import totals_of
from eval.counts import count_all
from eval.measures import all_measures
from eval.scheme import Scheme
from ficha.document import Document

THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(1, 19))


@dataclass(frozen=True, slots=True)
class Tried:
    """One pair of prompts and threshold with its score (strict micro F1; NaN where undefined)."""

    settings: Settings
    f1: float


def trials(model: Entities, documents: Sequence[Document], scheme: Scheme) -> Iterator[Tried]:
    """Every pair, each prompt set asked at the lowest threshold alone. Raises InputError: no documents."""
    measure = next(m for m in all_measures(scheme) if m.name == "item.strict.f1")
    for prompts in prompt_sets():
        system = Gliner(model, Settings(prompts=prompts, threshold=THRESHOLDS[0]), "gliner")
        found = {document.id: system.found(document.text) for document in documents}
        for threshold in THRESHOLDS:
            answers = {
                d.id: system.labels.answer(d, (f for f in found[d.id] if f.score >= threshold), scheme.policy, "gliner")
                for d in documents
            }
            table = count_all(documents, answers, scheme)
            value = float(measure.value(totals_of(table.columns, table.values.sum(axis=0))))
            yield Tried(Settings(prompts=prompts, threshold=threshold), value)


def best(tried: Sequence[Tried]) -> Settings:
    """The settings with the highest score; an undefined score is the lowest."""
    return max(tried, key=lambda t: (t.f1 if t.f1 == t.f1 else -1.0, t.settings.threshold)).settings


def write_settings(path: Path, settings: Settings, data: str) -> None:
    """Write the file that `--settings` reads, with the data it was tuned on as a comment."""
    content = yaml.safe_dump(settings.model_dump(), sort_keys=True)
    path.write_text(f"# chosen by `python -m eval tune` on {data}\n{content}", encoding="utf-8")
