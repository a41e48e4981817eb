"""What must hold of an adapter's files before it is trained on, merged or served.

- its modules exist in the base, with the shapes that its weights have (an adapter of another base does not fit);
- vLLM can serve it: a rank up to `MAX_RANK`, plain LoRA on the layers that vLLM has kernels for. What else PEFT
  can do (DoRA, biases, whole modules, a rank a layer) vLLM refuses or, worse, ignores.

>>> servable_fault({"r": 16, "target_modules": ["q_proj", "lm_head"]})
'it trains lm_head, where vLLM serves k_proj, v_proj, ...'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from safetensors import safe_open

from ficha.errors import ModelError

MAX_RANK = 64  # what `serve` starts vLLM with (--max-lora-rank)
SERVED = frozenset({"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"})
_PREFIX = "base_model.model."


def servable_fault(config: Mapping[str, Any]) -> str | None:
    """Why vLLM can't serve an adapter of this PEFT config as it was trained, or None."""
    if config.get("r", 0) > MAX_RANK:
        return f"its rank is {config['r']}, where serving allows up to {MAX_RANK}"
    for switch, name in (("use_dora", "DoRA"), ("modules_to_save", "whole modules"), ("layer_replication", "layers")):
        if config.get(switch):
            return f"it uses {switch} ({name}), which vLLM can't serve"
    if config.get("bias", "none") != "none":
        return "it trains biases, which vLLM can't serve"
    for pattern in ("rank_pattern", "alpha_pattern"):
        if config.get(pattern):
            return f"it has a {pattern}, which vLLM ignores: the served model would be another one"
    targets = config.get("target_modules") or []
    names = {targets} if isinstance(targets, str) else {name.rsplit(".", 1)[-1] for name in targets}
    if other := sorted(names - SERVED):
        return f"it trains {', '.join(other)}, where vLLM serves {', '.join(sorted(SERVED))}"
    return None


def check_servable(config: Mapping[str, Any], where: str) -> None:
    """Raises ModelError where vLLM could not serve what `config` trains."""
    if fault := servable_fault(config):
        raise ModelError(f"{where}: {fault}: train plain LoRA of a rank up to {MAX_RANK} on the linear layers")


def check_fits(folder: Path, model: Any) -> None:
    """Raises ModelError where the weights in `folder` have no module in `model`, or one of another shape."""
    modules = {name: module for name, module in model.named_modules() if hasattr(module, "in_features")}
    with safe_open(folder / "adapter_model.safetensors", "pt") as weights:
        for key in weights.keys():  # noqa: SIM118 - not a dict
            name, _, part = key.removeprefix(_PREFIX).partition(".lora_")
            rows, columns = weights.get_slice(key).get_shape()
            module = modules.get(name)
            found = None if module is None else module.in_features if part.startswith("A") else module.out_features
            expected = columns if part.startswith("A") else rows
            if found != expected:
                what = "has no such layer" if found is None else f"has {found} there"
                raise ModelError(f"{folder}: its weights for {name} are {expected} wide, and the base {what}")


def read_config(folder: Path) -> dict[str, Any]:
    """PEFT's config of an adapter folder. Raises ModelError where it can't be read."""
    try:
        config: dict[str, Any] = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{folder}: can't read adapter_config.json ({type(error).__name__})") from None
    return config
