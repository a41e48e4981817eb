"""QLoRA on a CPU: 4-bit NF4 weights, a LoRA adapter on them, trained for real on the tiny model."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from ficha.contract import load_adapter_contract
from tests.train.build import document, write_base, write_corpus
from train import adapter, sft
from train.recipe import load_recipe

pytestmark = pytest.mark.filterwarnings("ignore::Warning")  # of torch, transformers, trl and peft

RECIPE = """
base: null
learning_rate: 1.0e-2
epochs: 3
batch_rows: 4
batch_tokens: 4096
max_length: 1024
quantisation: nf4
"""


def test_the_base_is_four_bit_and_the_loss_falls(tmp_path: Path) -> None:
    base = write_base(tmp_path / "base")
    write_corpus(tmp_path / "data", [document(n) for n in range(24)])
    (tmp_path / "nf4.yaml").write_text(RECIPE, encoding="utf-8")
    out = tmp_path / "adapter"
    named = ["--recipe", str(tmp_path / "nf4.yaml"), "--base", str(base), "--lang", "eng"]
    assert sft.main(["--data", str(tmp_path / "data"), "--out", str(out), *named]) == 0
    contract = load_adapter_contract(out, hidden_size=32)
    assert contract.training.loss < 5.5  # the first loss is about ln 300
    recipe = load_recipe(str(tmp_path / "nf4.yaml"))
    model = adapter.load_base(base, recipe, torch.device("cpu"), torch.float32)
    frozen = [p for name, p in model.named_parameters() if "proj" in name]
    assert {p.dtype for p in frozen} == {torch.uint8}
