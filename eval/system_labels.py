"""What the labels of a system mean, as data: `eval/baselines/labels/<name>.yaml`, shown in the report.

    labels = read_system_labels("presidio")
    labels.category("PHONE_NUMBER", load_policy("afrimed"))      # 'CONTACT_PHONE'
    labels.category("DATE_TIME", load_policy("patient-requests"))   # None: other dates than births stay visible

A label stands for fine labels, its usual meaning first; the policy decides by that one, as it does for gold
(`eval.scheme`). A label with no fine label is nothing that Ficha hides (an amount, a password), and is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from eval.predictions import Prediction, parse_prediction
from ficha.document import Document
from ficha.errors import InputError
from ficha.labels import expand
from ficha.policy import Policy

FOLDER = Path(__file__).parent / "baselines" / "labels"


@dataclass(frozen=True, slots=True)
class Found:
    """A stretch that a system names: half-open code points, its own label, its own score (higher is surer)."""

    start: int
    end: int
    label: str
    score: float = 1.0


@dataclass(frozen=True)
class SystemLabels:
    """A system's label map; `notes` say what a reader of its scores must know."""

    name: str
    source: str
    licence: str
    labels: Mapping[str, tuple[str, ...]]
    notes: tuple[str, ...] = ()

    def category(self, label: str, policy: Policy) -> str | None:
        """The id of the policy's category for a label, None where nothing is to be hidden. Raises InputError."""
        if label not in self.labels:
            raise InputError(f"label {label!r} is unknown to the label map {self.name!r}: add it there")
        fine = self.labels[label]
        found = policy.category_of(fine[0]) if fine else None
        return found.id if found else None

    def answer(self, document: Document, found: Iterable[Found], policy: Policy, model: str) -> Prediction:
        """The system's answer as a prediction: what the policy hides, one span a character."""
        named = ((item, self.category(item.label, policy)) for item in found)
        kept = disjoint(item for item, category in named if category is not None)
        spans = [
            {"start": f.start, "end": f.end, "label": self.category(f.label, policy), "score": round(f.score, 4)}
            for f in kept
        ]
        record = {"id": document.id, "status": "ok", "text": None, "spans": spans, "policy": policy.name}
        return parse_prediction({**record, "model": model, "lang": document.lang}, f"{model} {document.id!r}")


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    source: str
    licence: str
    labels: dict[str, list[str]]
    notes: list[str] = []


def read_system_labels(name: str) -> SystemLabels:
    """The label map of that name. Raises InputError, LabelError."""
    path = FOLDER / f"{name}.yaml"
    try:
        raw = _File.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise InputError(f"no label map {name!r}: there are {', '.join(label_map_names())}") from None
    except (yaml.YAMLError, ValidationError):
        raise InputError(
            f"{path.name}: expected source, licence, labels (label: [fine labels]) and maybe notes"
        ) from None
    labels = {label: tuple(fine for n in names for fine in expand(n)) for label, names in raw.labels.items()}
    return SystemLabels(name, raw.source, raw.licence, labels, tuple(raw.notes))


def label_map_names() -> tuple[str, ...]:
    """The label maps that lie in the folder."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def map_for(labels: Iterable[str]) -> SystemLabels:
    """The first label map that knows all of a model's labels. Raises InputError where none does."""
    wanted = set(labels)
    for name in label_map_names():
        if wanted <= (found := read_system_labels(name)).labels.keys():
            return found
    raise InputError(f"no label map knows {', '.join(sorted(wanted))}: add a file to eval/baselines/labels")


def disjoint(found: Iterable[Found]) -> Iterator[Found]:
    """One answer a character, in order of the text: the surest first, then the longest."""
    kept: list[Found] = []
    for item in sorted(found, key=lambda f: (-f.score, f.start - f.end, f.start)):
        if item.end > item.start and all(item.end <= other.start or item.start >= other.end for other in kept):
            kept.append(item)
    yield from sorted(kept, key=lambda f: f.start)
