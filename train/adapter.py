"""The model that is trained: the base in the right number type, with a LoRA adapter on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, PeftModel, get_peft_model, prepare_model_for_kbit_training
from transformers import AutoModelForCausalLM, AutoTokenizer, BitsAndBytesConfig, set_seed

from ficha.base_model import base_sha256
from ficha.contract import load_adapter_contract
from ficha.errors import ModelError
from train.adapter_files import check_fits, check_servable, read_config
from train.recipe import Recipe


def load_tokenizer(base: Path) -> Any:
    """The base's tokenizer. Raises ModelError where the folder holds none, or none with a chat template."""
    try:
        tokenizer = AutoTokenizer.from_pretrained(base)
    except (OSError, ValueError) as error:
        raise ModelError(f"{base} holds no tokenizer that can be read ({type(error).__name__})") from None
    if tokenizer.chat_template is None:
        raise ModelError(f"the tokenizer in {base} has no chat template: expected an instruction-tuned base")
    return tokenizer


def load_base(base: Path, recipe: Recipe, device: torch.device, dtype: torch.dtype) -> Any:
    """The frozen base, 4-bit where the recipe says so. Raises ModelError where it can't be read."""
    four_bit = None
    if recipe.quantisation == "nf4":
        four_bit = BitsAndBytesConfig(
            load_in_4bit=True,
            bnb_4bit_quant_type="nf4",
            bnb_4bit_use_double_quant=True,
            bnb_4bit_compute_dtype=dtype,
        )
    try:
        model = AutoModelForCausalLM.from_pretrained(
            base,
            dtype=dtype,
            device_map={"": device} if four_bit or device.type != "cpu" else None,
            quantization_config=four_bit,
            # bf16 on a CPU: the fused kernel's backward pass is slow, plain matrix products took half the time
            attn_implementation="eager" if device.type == "cpu" and dtype == torch.bfloat16 else "sdpa",
        )
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"{base} holds no causal language model that can be read ({type(error).__name__})") from None
    if four_bit:
        model = prepare_model_for_kbit_training(model, use_gradient_checkpointing=False)
    return model


def with_adapter(model: Any, base: Path, recipe: Recipe, init: Path | None, seed: int) -> PeftModel:
    """`model` with a fresh adapter on all its linear layers, or with the weights of the adapter `init`.

    Raises ModelError where `init` is incomplete, was made for another base, or has another rank.
    """
    set_seed(seed)
    if init is None:
        config = LoraConfig(
            r=recipe.lora_rank,
            lora_alpha=recipe.lora_alpha,
            lora_dropout=recipe.lora_dropout,
            target_modules="all-linear",
            task_type="CAUSAL_LM",
        )
        adapted = get_peft_model(model, config)
        check_servable(adapted.peft_config["default"].to_dict(), "the recipe")
        return adapted
    load_adapter_contract(init, base_sha256(base), model.config.hidden_size)
    check_servable(read_config(init), str(init))
    check_fits(init, model)
    adapted = PeftModel.from_pretrained(model, init, is_trainable=True)
    rank = adapted.peft_config["default"].r
    if rank != recipe.lora_rank:
        raise ModelError(f"{init} has rank {rank}, the recipe {recipe.lora_rank}: use the recipe it was trained with")
    return adapted
