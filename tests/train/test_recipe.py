"""Recipes: those that ship load, unknown keys are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ficha.errors import UsageError
from train.recipe import load_recipe, recipe_names


def test_every_recipe_that_ships_loads() -> None:
    assert set(recipe_names()) == {
        "smollm2-135m",
        "smollm2-135m-continue",
        "smollm2-135m-cpt",
        "qwen3-0.6b",
        "qwen2.5-1.5b",
        "qwen2.5-7b-qlora",
        "paper",
    }
    for name in recipe_names():
        assert load_recipe(name).max_length > load_recipe(name).window_tokens


def test_the_papers_settings() -> None:
    recipe = load_recipe("paper")
    assert (recipe.lora_rank, recipe.lora_alpha, recipe.learning_rate, recipe.epochs) == (16, 32, 2e-4, 10)
    assert recipe.batch_rows * recipe.accumulation == 50
    assert recipe.base is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("learning_rte: 1", "learning_rte: Extra inputs"),
        ("base: x\nepochs: 0\nlearning_rate: 1\nbatch_rows: 1\nbatch_tokens: 64\nmax_length: 64", "epochs: "),
        ("base: [", "not valid YAML"),
        ("just words", "the file: "),
    ],
)
def test_a_wrong_recipe_names_its_field(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "r.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_recipe(str(file))
    assert told in str(caught.value) or "base: Field required" in str(caught.value)
