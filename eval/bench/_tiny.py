"""An engine on a small model without training, over the bundled base's real vocabulary: it prefers anything.

tiny_engine(seed=0).generate("Naitwa Achieng.", load_policy("afrimed"), None)
"""

from __future__ import annotations

from functools import cache

import torch
from transformers import AutoTokenizer, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerBase

from ficha.base_model import BASE_NAME, resolve_base
from ficha.contract import load_contract
from ficha.engine.loading import default_model
from ficha.engine.local import LocalEngine


@cache
def _tokenizer() -> PreTrainedTokenizerBase:
    loaded: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(resolve_base(BASE_NAME))
    return loaded


def tiny_engine(seed: int) -> LocalEngine:
    """Two layers of 32 units, in double precision, so that no two logits are equal but for rounding."""
    tokenizer = _tokenizer()
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=4096,
        tie_word_embeddings=True,
    )
    model = LlamaForCausalLM(config).double()  # type: ignore[no-untyped-call]
    return LocalEngine(model, tokenizer, load_contract(default_model()), "tiny")
