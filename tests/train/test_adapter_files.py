"""What vLLM can serve, and adapters that fit the base at hand (reported fault B45: adapter)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from peft import LoraConfig, get_peft_model

from ficha.errors import ModelError, UsageError
from tests.train.build import tiny_model
from train.adapter_files import MAX_RANK, SERVED, check_fits, check_servable, read_config, servable_fault
from train.recipe import Recipe, load_recipe, recipe_names

GOOD = {"r": 16, "target_modules": sorted(SERVED), "bias": "none"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"r": MAX_RANK + 1}, "its rank is 65"),
        ({"use_dora": True}, "DoRA"),
        ({"modules_to_save": ["lm_head"]}, "whole modules"),
        ({"bias": "all"}, "biases"),
        ({"rank_pattern": {"q_proj": 4}}, "rank_pattern, which vLLM ignores"),
        ({"alpha_pattern": {"q_proj": 4}}, "alpha_pattern"),
        ({"target_modules": ["q_proj", "model.layers.0.c_attn"]}, "it trains c_attn"),
        ({"target_modules": "all-linear"}, "it trains all-linear"),
    ],
)
def test_what_vllm_cannot_serve_is_refused_with_the_reason(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ModelError, match=told):
        check_servable({**GOOD, **change}, "adapter")


def test_every_recipe_trains_what_can_be_served() -> None:
    assert servable_fault(GOOD) is None
    for name in recipe_names():
        recipe = load_recipe(name)
        config = LoraConfig(r=recipe.lora_rank, lora_alpha=recipe.lora_alpha, target_modules=list(SERVED))
        assert servable_fault(config.to_dict()) is None


def saved(folder: Path, **config: Any) -> Path:
    model = get_peft_model(tiny_model(300), LoraConfig(r=4, task_type="CAUSAL_LM", **config))
    assert servable_fault(model.peft_config["default"].to_dict()) is None
    model.save_pretrained(folder)
    return folder


def test_an_adapter_of_other_layers_or_shapes_does_not_fit(tmp_path: Path) -> None:
    folder = saved(tmp_path, target_modules="all-linear")
    assert read_config(folder)["r"] == 4
    check_fits(folder, tiny_model(300))
    fewer = tiny_model(300)
    del fewer.model.layers[1]
    with pytest.raises(ModelError, match="the base has no such layer"):
        check_fits(folder, fewer)
    wider = tiny_model(300)
    wider.model.layers[0].mlp.up_proj.out_features = 128
    with pytest.raises(ModelError, match="are 64 wide, and the base has 128 there"):
        check_fits(folder, wider)


def test_packing_is_refused_and_says_why() -> None:
    raw = {"base": None, "learning_rate": 1, "epochs": 1, "batch_rows": 1, "batch_tokens": 64, "max_length": 64}
    with pytest.raises(ValueError, match="can't tell one answer from the next prompt"):
        Recipe.model_validate({**raw, "packing": True})
    with pytest.raises(UsageError, match="unknown recipe"):
        load_recipe("packing")
