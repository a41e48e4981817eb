"""Merging: the folder on disk answers as base and adapter did, or nothing is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from peft import PeftModel
from peft.tuners.lora import LoraModel
from transformers import AutoModelForCausalLM
from typer.testing import CliRunner

from ficha.contract import FILE_NAME, load_adapter_contract, load_contract
from ficha.engine.loading import load_model
from ficha.errors import ModelError, UsageError
from tests.train.build import document, write_base, write_corpus
from train import merge as merging
from train import sft
from train.merge import compare, merge

pytestmark = pytest.mark.filterwarnings("ignore::Warning")  # of torch, transformers, trl and peft

RECIPE = "base: null\nlearning_rate: 3.0e-2\nepochs: 1\nbatch_rows: 4\nbatch_tokens: 4096\nmax_length: 1024\n"


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("merge")
    write_base(folder / "base")
    write_corpus(folder / "data", [document(n) for n in range(24)])
    (folder / "tiny.yaml").write_text(RECIPE, encoding="utf-8")
    named = ["--recipe", str(folder / "tiny.yaml"), "--base", str(folder / "base")]
    assert sft.main(["--data", str(folder / "data"), "--out", str(folder / "adapter"), *named]) == 0
    return folder


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_the_merged_folder_answers_as_base_and_adapter_do(trained: Path, tmp_path: Path, dtype: str) -> None:
    found = merge(trained / "adapter", tmp_path / "out", dtype)
    assert found.tokens > 50
    ids = torch.tensor([[1, 5, 9, 40, 41, 42, 77]])
    base = AutoModelForCausalLM.from_pretrained(trained / "base")
    plain = base(input_ids=ids).logits
    adapted = PeftModel.from_pretrained(base, trained / "adapter")(input_ids=ids).logits
    merged = AutoModelForCausalLM.from_pretrained(tmp_path / "out", dtype=torch.float32)(input_ids=ids).logits
    assert (adapted - plain).abs().max() > 0.05  # the adapter does something
    torch.testing.assert_close(merged, adapted, atol=1e-4 if dtype == "float32" else 0.1, rtol=0)
    assert load_contract(tmp_path / "out") == load_contract(trained / "adapter")
    account = json.loads((tmp_path / "out" / "merged.json").read_text(encoding="utf-8"))
    assert account["dtype"] == dtype
    assert account["base_sha256"] == load_adapter_contract(trained / "adapter").base.sha256


def test_the_engine_loads_the_same_model(trained: Path, tmp_path: Path) -> None:
    merge(trained / "adapter", tmp_path / "out")
    model, _, _ = load_model(trained / "adapter")
    merged = AutoModelForCausalLM.from_pretrained(tmp_path / "out", dtype=model.dtype)
    for (name, one), other in zip(model.named_parameters(), merged.parameters(), strict=True):
        torch.testing.assert_close(one, other, msg=name)


def test_a_merge_that_answers_otherwise_is_not_kept(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LoraModel, "merge_and_unload", LoraModel.unload)  # the adapter is lost
    with pytest.raises(ModelError, match="the merge is wrong, nothing was kept"):
        merge(trained / "adapter", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_ties_within_rounding_pass_and_other_tokens_do_not() -> None:
    first = torch.tensor([[1.0, 0.999, 0.0]])
    assert compare([first], [torch.tensor([[0.999, 1.0, 0.0]])], 0.01).largest == pytest.approx(0.001, abs=1e-5)
    with pytest.raises(ModelError, match="another token at 1 of 1 places"):
        compare([first], [torch.tensor([[0.0, 0.0, 1.0]])], 0.01)


def test_another_base_and_a_taken_folder_are_refused(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(UsageError, match="exists already"):
        merge(trained / "adapter", tmp_path / "taken")
    contract = load_contract(trained / "adapter")
    swapped = tmp_path / "swapped"
    swapped.mkdir()
    for name in ("adapter_config.json", "adapter_model.safetensors"):
        (swapped / name).write_bytes((trained / "adapter" / name).read_bytes())
    other = contract.model_copy(update={"base": contract.base.model_copy(update={"sha256": "0" * 64})})
    other.save(swapped)
    assert (swapped / FILE_NAME).is_file()
    with pytest.raises(ModelError, match="was made for a base whose weights have the sha256 0000"):
        merge(swapped, tmp_path / "out")


def test_the_command(trained: Path, tmp_path: Path) -> None:
    app = merging.typer.Typer()
    app.command()(merging.main)
    done = CliRunner().invoke(app, ["--adapter", str(trained / "adapter"), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0
    assert "next tokens agree" in done.output
    for folder, dtype in ((tmp_path / "none", "float32"), (trained / "adapter", "int3")):
        wrong = ["--adapter", str(folder), "--out", str(tmp_path / "x"), "--dtype", dtype]
        assert CliRunner().invoke(app, wrong).exit_code == 2
