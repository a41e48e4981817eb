"""Loading a trained model: base, adapter and contract, proved to belong together.

    model, tokenizer, contract = load_model(Path("models/ficha-smol"))

The adapter is merged into the base, which costs nothing in memory and saves two small matrix
products a layer.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ficha.base_model import base_sha256, resolve_base
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
    shipped = Path(__file__).resolve().parents[2] / "models" / DEFAULT_MODEL
    if not shipped.is_dir():
        raise ModelError(
            "no model is installed: name one with --model, or redact with the rules alone (--engine rules)"
        )
    return shipped


def load_model(folder: Path, with_adapter: bool = True) -> tuple[PreTrainedModel, PreTrainedTokenizerBase, Contract]:
    """The merged model, its tokeniser and its contract; without the adapter, its bare base.

    The adapter is merged in float32 and the sum is cast to the fastest type that the processor multiplies
    (`ficha.device`). Raises ModelError: a folder that is missing or incomplete, or an adapter made for another base.
    """
    if not folder.is_dir():
        raise ModelError(f"{folder}: no such model folder: expected one that `python -m train.sft` wrote")
    contract = load_contract(folder)
    base = resolve_base(contract.base.name)
    load_adapter_contract(folder, base_sha256=base_sha256(base))
    # peft imports bitsandbytes, which warns of a kernel for 4-bit weights that nothing here uses.
    logging.getLogger("bitsandbytes").setLevel(logging.ERROR)
    # These take seconds to import: only a call that needs a model waits for them.
    import torch
    from peft import PeftModel
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    device = best_device()
    dtype = best_dtype(device)
    # torch's fused attention is slow in bfloat16 on a CPU: plain attention takes half the time there.
    attention = "eager" if device.type == "cpu" and dtype == torch.bfloat16 else "sdpa"
    try:
        tokenizer = AutoTokenizer.from_pretrained(base)
        model = AutoModelForCausalLM.from_pretrained(base, dtype=torch.float32, attn_implementation=attention)
    except (OSError, ValueError) as error:
        raise ModelError(f"can't load the base model {contract.base.name} ({type(error).__name__})") from None
    load_adapter_contract(folder, hidden_size=model.config.hidden_size)
    contract.check_template(tokenizer.chat_template)
    merged: Any = model
    try:
        if with_adapter:
            merged = PeftModel.from_pretrained(model, str(folder)).merge_and_unload()
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        raise ModelError(f"{folder}: the adapter doesn't fit {contract.base.name} ({type(error).__name__})") from None
    return merged.to(device=device, dtype=dtype), tokenizer, contract
