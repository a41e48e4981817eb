"""Writes the trained adapter so that it can be handed on: bf16 weights, no local path, `ficha.json`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file

from ficha.base_model import BASE_NAME, VERSION, base_sha256
from ficha.contract import (
    Base,
    Canary,
    Contract,
    Decoding,
    PromptText,
    Training,
    TrainingData,
    fingerprint,
    policy_fingerprint,
)
from ficha.document import Document
from ficha.policy import load_policy
from prompts import Prompt
from train.recipe import Recipe

TEMPLATE = "chat_template.jinja"


def save_adapter(model: Any, base_name: str, chat_template: str, folder: Path) -> None:
    """Write the adapter's weights in bfloat16, its config without the base's local path, and the template."""
    model.save_pretrained(folder)
    weights = folder / "adapter_model.safetensors"
    save_file({k: v.to(torch.bfloat16) for k, v in load_file(weights).items()}, weights, metadata={"format": "pt"})
    config_file = folder / "adapter_config.json"
    config = json.loads(config_file.read_text(encoding="utf-8"))
    config["base_model_name_or_path"] = base_name
    config_file.write_text(json.dumps(config, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    (folder / TEMPLATE).write_text(chat_template, encoding="utf-8")
    (folder / "README.md").unlink(missing_ok=True)  # PEFT's: it quotes the local path


def make_contract(
    *,
    base: Path,
    hidden_size: int,
    prompt: Prompt,
    chat_template: str,
    policies: Sequence[str],
    documents: Sequence[Document],
    recipe: Recipe,
    data_fingerprint: str,
    canaries: list[Canary],
    training: Training,
) -> Contract:
    """Everything that `ficha.json` says about this training."""
    languages = Counter(document.lang or "und" for document in documents)
    splits = Counter(str(document.meta.get("split", "train")) for document in documents)
    return Contract(
        base=Base(
            name=str(recipe.base),
            version=VERSION if recipe.base == BASE_NAME else "",
            sha256=base_sha256(base),
            hidden_size=hidden_size,
        ),
        prompt=PromptText(
            text=prompt.text,
            version=prompt.version,
            sha256=fingerprint(prompt.text),
            template_sha256=fingerprint(chat_template),
        ),
        policies={name: policy_fingerprint(name) for name in policies},
        tags=sorted({c.tag for name in policies for c in load_policy(name).categories}),
        decoding=Decoding(window_tokens=recipe.window_tokens),
        canaries=canaries,
        data=TrainingData(
            fingerprint=data_fingerprint,
            documents=len(documents),
            languages=dict(sorted(languages.items())),
            splits=dict(sorted(splits.items())),
        ),
        training=training,
    )
