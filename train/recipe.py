"""Recipes: one YAML a base model, `train/recipes/<name>.yaml`; unknown keys are refused.

>>> load_recipe("smollm2-135m").learning_rate
0.001
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ficha.errors import UsageError

FOLDER = Path(__file__).parent / "recipes"


class Recipe(BaseModel):
    """How an adapter is trained. Lengths are tokens; a step is one update of the weights."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base: str | None  # the bundled base's name, a folder, a hub model; None: named on the command line
    lora_rank: int = Field(16, ge=1)
    lora_alpha: int = Field(32, ge=1)
    lora_dropout: float = Field(0.0, ge=0, lt=1)
    learning_rate: float = Field(gt=0)
    warmup: float = Field(0.03, ge=0, lt=1)  # share of the steps
    weight_decay: float = Field(0.0, ge=0)
    epochs: int = Field(ge=1)
    batch_rows: int = Field(ge=1)  # rows a forward pass
    batch_tokens: int = Field(ge=64)  # and tokens a forward pass, padding included
    accumulation: int = Field(1, ge=1)  # forward passes a step
    window_tokens: int = Field(160, ge=16)  # source of one row
    max_length: int = Field(ge=64)  # a whole row; longer ones are dropped and counted
    quantisation: Literal["none", "nf4"] = "none"
    checkpoint_minutes: float = Field(5.0, gt=0)

    @model_validator(mode="before")
    @classmethod
    def _no_packing(cls, raw: Any) -> Any:
        if isinstance(raw, dict) and "packing" in raw:
            raise ValueError(
                "packing is not offered: in a packed row the preflight can't tell one answer from the next prompt; "
                "batches of one instruction and like length waste no padding already"
            )
        return raw


def recipe_names() -> tuple[str, ...]:
    """The recipes in `train/recipes/`, by name."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.yaml")))


def load_recipe(name_or_file: str) -> Recipe:
    """A recipe by its name, or from a YAML file. Raises UsageError: unknown, or a field that is wrong."""
    path = Path(name_or_file) if name_or_file.endswith((".yaml", ".yml")) else FOLDER / f"{name_or_file}.yaml"
    if not path.is_file():
        raise UsageError(f"unknown recipe {name_or_file!r}: expected {', '.join(recipe_names())}, or a YAML file")
    try:
        return Recipe.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except yaml.YAMLError:
        raise UsageError(f"{path}: not valid YAML") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UsageError(f"{path}: {where}: {first['msg']}") from None
