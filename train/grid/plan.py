"""Plans: which trainings a grid holds, as YAML; unknown keys are refused.

>>> [cell.name for cell in cells(load_plan("scaling").model_copy(update={"rows": [50, 100]}), ["b"])]
['b-rows50-seed13', 'b-rows100-seed13']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ficha.errors import UsageError

FOLDER = Path(__file__).parent / "plans"


class Plan(BaseModel):
    """A grid: the product of its axes; null on an axis leaves it to the recipe or to the data.

    `form` is the report: a curve over rows, the spread over seeds, the choice of the best cell on dev, or the table
    of a language's adaptation.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    form: Literal["curve", "spread", "choice", "adaptation"]
    recipe: str = "smollm2-135m"
    rows: list[int | None] = Field([None], min_length=1)  # training documents; 0: the adapter of --init as it is
    seeds: list[int] = Field([13], min_length=1)
    learning_rates: list[float | None] = Field([None], min_length=1)
    epochs: list[int | None] = Field([None], min_length=1)
    companion_rows: list[int] = Field([0], min_length=1)  # documents of the companion corpus beside each


@dataclass(frozen=True, slots=True)
class Cell:
    """One training of a grid."""

    base: str
    rows: int | None
    seed: int
    learning_rate: float | None
    epochs: int | None
    companion_rows: int

    @property
    def name(self) -> str:
        """A folder's name, equal for equal cells."""
        parts = [re.sub(r"[^A-Za-z0-9.]+", "-", Path(self.base).name if "/" in self.base else self.base)]
        parts.append("rowsall" if self.rows is None else f"rows{self.rows}")
        parts += [f"with{self.companion_rows}"] if self.companion_rows else []
        parts += [f"lr{self.learning_rate:g}"] if self.learning_rate is not None else []
        parts += [f"epochs{self.epochs}"] if self.epochs is not None else []
        return "-".join([*parts, f"seed{self.seed}"])


def plan_names() -> tuple[str, ...]:
    """The plans in `plans/`, by name."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.yaml")))


def load_plan(name_or_file: str) -> Plan:
    """A plan by its name, or from a YAML file. Raises UsageError: unknown, or a field that is wrong."""
    path = Path(name_or_file) if name_or_file.endswith((".yaml", ".yml")) else FOLDER / f"{name_or_file}.yaml"
    if not path.is_file():
        raise UsageError(f"unknown plan {name_or_file!r}: expected {', '.join(plan_names())}, or a YAML file")
    try:
        return Plan.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except yaml.YAMLError:
        raise UsageError(f"{path}: not valid YAML") from None
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(f"{path}: {'.'.join(map(str, first['loc'])) or 'the file'}: {first['msg']}") from None


def cells(plan: Plan, bases: Sequence[str]) -> list[Cell]:
    """The cells of a plan, small trainings first; a companion goes with the most rows only."""
    most = max((rows for rows in plan.rows if rows is not None), default=None)
    axes = product(bases, plan.rows, plan.companion_rows, plan.learning_rates, plan.epochs, plan.seeds)
    return [
        Cell(base, rows, seed, rate, epochs, companion)
        for base, rows, companion, rate, epochs, seed in axes
        if not companion or rows == most
    ]
