"""Loading a trained model: base, adapter and contract, proved to belong together.

    model, tokenizer, contract = load_model(Path("models/ficha-smol"))

The adapter is merged into the base, which costs nothing in memory and saves two small matrix
products a layer.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import ficha
from ficha.base_model import BASE_NAME, bundled_base, gguf_sha256
from ficha.contract import Contract, load_adapter_contract, load_contract
from ficha.device import best_device, best_dtype
from ficha.errors import ModelError

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

DEFAULT_MODEL = "ficha-smol"


def default_model() -> Path:
    """The adapter that is used when none is named: $FICHA_MODEL, or the one in the checkout's `models/`.

    Raises ModelError where there is neither.
    """
    if named := os.environ.get("FICHA_MODEL"):
        return Path(named)
    shipped = Path(ficha.__file__).resolve().parent.parent / "models" / DEFAULT_MODEL
    if not shipped.is_dir():
        raise ModelError("no model is installed: name one with --model, or redact with the rules alone (--engine rules)")
    return shipped


def load_model(
    folder: Path, base: Path | None = None
) -> tuple[PreTrainedModel, PreTrainedTokenizerBase, Contract]:
    """The merged model, its tokeniser and its contract; `base` overrides where the base lies.

    The number type is the fastest that the processor multiplies (`ficha.device`). Raises ModelError: a
    folder that is missing or incomplete, or an adapter made for another base.
    """
    if not folder.is_dir():
        raise ModelError(f"{folder}: no such model folder: expected one that `python -m train.sft` wrote")
    contract = load_contract(folder)
    bundled = base is None and contract.base.name == BASE_NAME
    source = str(base or (bundled_base() if bundled else contract.base.name))
    load_adapter_contract(folder, base_sha256=gguf_sha256() if bundled else None)
    # These take seconds to import: only a call that needs a model waits for them.
    from peft import PeftModel
    from transformers import AutoModelForCausalLM, AutoTokenizer

    device = best_device()
    try:
        tokenizer = AutoTokenizer.from_pretrained(source)
        model = AutoModelForCausalLM.from_pretrained(source, dtype=best_dtype(device), attn_implementation="sdpa")
    except (OSError, ValueError) as error:
        raise ModelError(f"can't load the base model {contract.base.name} ({type(error).__name__})") from None
    load_adapter_contract(folder, hidden_size=model.config.hidden_size)
    try:
        merged = PeftModel.from_pretrained(model, str(folder)).merge_and_unload()
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        raise ModelError(f"{folder}: the adapter doesn't fit {contract.base.name} ({type(error).__name__})") from None
    return merged.to(device), tokenizer, contract
