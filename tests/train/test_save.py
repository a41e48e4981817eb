"""The saved adapter names no local path and weighs two bytes a number."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from peft import LoraConfig, get_peft_model
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM

from ficha.base_model import BASE_NAME
from tests.train.build import tiny_model, write_base
from train.save import save_adapter


def test_no_file_of_the_adapter_names_the_bases_folder(tmp_path: Path) -> None:
    base = write_base(tmp_path / "base")
    config = LoraConfig(r=4, target_modules="all-linear", task_type="CAUSAL_LM")
    model = get_peft_model(AutoModelForCausalLM.from_pretrained(base), config)
    out = tmp_path / "adapter"
    save_adapter(model, BASE_NAME, "{{ messages }}", out)
    assert json.loads((out / "adapter_config.json").read_text(encoding="utf-8"))["base_model_name_or_path"] == BASE_NAME
    assert sorted(path.name for path in out.iterdir()) == [
        "adapter_config.json",
        "adapter_model.safetensors",
        "chat_template.jinja",
    ]
    for path in out.iterdir():
        assert str(tmp_path).encode() not in path.read_bytes()


def test_weights_are_bfloat16_and_load_back(tmp_path: Path) -> None:
    model = get_peft_model(tiny_model(300), LoraConfig(r=4, target_modules="all-linear", task_type="CAUSAL_LM"))
    save_adapter(model, BASE_NAME, "", tmp_path)
    saved = load_file(tmp_path / "adapter_model.safetensors")
    live = {name.replace(".default", ""): p for name, p in model.named_parameters() if "lora_" in name}
    assert saved.keys() == live.keys()
    for name, tensor in saved.items():
        assert tensor.dtype == torch.bfloat16
        torch.testing.assert_close(tensor, live[name].detach().to(torch.bfloat16))
