"""Canaries: a wrong, missing, zeroed or shuffled adapter is found before anything is served."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from ficha.contract import Canary, load_contract
from ficha.engine.loading import default_model
from ficha.engine.local import LocalEngine
from ficha.errors import ModelError
from serve.canary import check
from tests.serve.engines import ScriptedEngine

CANARIES = [
    Canary(lang="swa", policy="afrimed", text="Naitwa Zuwena.", answer="Naitwa [patient]."),
    Canary(lang="eng", policy="patient-requests", text="Call Ann.", answer="Call [name]."),
]
RIGHT = {"Naitwa Zuwena.": "Naitwa [patient].", "Call Ann.": "Call [name]."}


def test_right_answers_pass_and_spans_are_what_counts() -> None:
    assert check(CANARIES, ScriptedEngine(RIGHT.__getitem__), ScriptedEngine()).passed
    other_case = {**RIGHT, "Call Ann.": "Call [NAME]."}
    assert check(CANARIES, ScriptedEngine(other_case.__getitem__), None).passed


def test_a_wrong_answer_is_named_without_its_text() -> None:
    verdict = check(CANARIES, ScriptedEngine({**RIGHT, "Call Ann.": "Call Ann."}.__getitem__, model="mine"), None)
    assert not verdict.passed
    assert "mine answers 1 of 2 canaries otherwise than at training: 2 (eng, patient-requests)" in verdict.reason
    assert "Ann" not in verdict.reason


def test_a_model_that_answers_as_its_base_is_refused_even_where_it_is_right() -> None:
    right = ScriptedEngine(RIGHT.__getitem__)
    assert "the adapter is not applied" in check(CANARIES, right, right).reason


def test_no_canaries_no_service() -> None:
    assert not check([], ScriptedEngine(), None).passed


@pytest.fixture(scope="module")
def base() -> LocalEngine:
    return LocalEngine.load_base(default_model())


def _zeroed(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {name: torch.zeros_like(weight) for name, weight in weights.items()}


def _shuffled(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Every layer gets another one's weights, of the same shape."""
    names = list(weights)
    by_shape: dict[object, list[str]] = {}
    for name in names:
        by_shape.setdefault((tuple(weights[name].shape), name.rsplit(".layers.")[-1].split(".", 1)[-1]), []).append(
            name
        )
    return {
        name: weights[others[(others.index(name) + 7) % len(others)]].clone()
        for others in by_shape.values()
        for name in others
    }


@pytest.mark.parametrize(("damage", "told"), [(_zeroed, "not applied"), (_shuffled, "canaries otherwise")])
def test_damaged_weights_of_the_shipped_adapter_are_found(
    tmp_path: Path, base: LocalEngine, damage: Callable[[dict[str, torch.Tensor]], dict[str, torch.Tensor]], told: str
) -> None:
    folder = tmp_path / "adapter"
    shutil.copytree(default_model(), folder)
    weights = folder / "adapter_model.safetensors"
    save_file(damage(load_file(weights)), weights, metadata={"format": "pt"})
    verdict = check(load_contract(folder).canaries, LocalEngine.load(folder), base)
    assert not verdict.passed
    assert told in verdict.reason


def test_the_shipped_adapter_passes_and_a_missing_one_is_named(tmp_path: Path, base: LocalEngine) -> None:
    folder = default_model()
    assert check(load_contract(folder).canaries, LocalEngine.load(folder), base).passed
    with pytest.raises(ModelError, match="no such model folder"):
        LocalEngine.load(tmp_path / "none")
