"""The whole command on a tiny Qwen3: training, the contract, resuming, and calls that can't be met."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from ficha.contract import load_adapter_contract
from ficha.errors import ModelError
from tests.train.build import document, tiny_tokenizer, write_base, write_corpus
from train import sft
from train.trainer import Pace

pytestmark = pytest.mark.filterwarnings("ignore::Warning")  # of torch, transformers, trl and peft

RECIPE = """
base: null
learning_rate: 1.0e-2
epochs: 2
batch_rows: 4
batch_tokens: 4096
max_length: 1024
checkpoint_minutes: 0.0000001
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sft")
    write_base(folder / "base")
    documents = [document(n) for n in range(24)] + [document(n, "dev") for n in range(24, 30)]
    write_corpus(folder / "data", [*documents, document(99, "test"), document(98, lang="swa")])
    (folder / "tiny.yaml").write_text(RECIPE, encoding="utf-8")
    return folder


def options(made: Path, out: Path, base: str | None = "base") -> list[str]:
    named = ["--base", str(made / base)] if base else []
    return ["--data", str(made / "data"), "--recipe", str(made / "tiny.yaml"), "--out", str(out), *named]


def call(made: Path, out: Path, *more: str) -> int:
    return sft.main([*options(made, out), "--lang", "eng", *more])


@pytest.fixture(scope="module")
def trained(made: Path) -> Path:
    assert call(made, made / "trained") == 0
    return made / "trained"


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "adapter_model.safetensors")


def test_the_folder_holds_the_adapter_and_its_contract(made: Path, trained: Path) -> None:
    contract = load_adapter_contract(trained, hidden_size=32)
    assert contract.data.documents == 30
    assert contract.data.languages == {"eng": 30}
    assert contract.data.splits == {"dev": 6, "train": 24}
    assert contract.training.steps * 4 >= 2 * 24
    assert contract.training.loss < 6.2  # below the first loss, ln 500
    assert contract.training.recipe == "tiny"
    assert set(contract.policies) == {"patient-requests", "afrimed", "hipaa"}
    assert {"name", "patient", "tel"} <= set(contract.tags)
    contract.check_template(str(tiny_tokenizer().chat_template))
    assert {tensor.dtype for tensor in weights(trained).values()} == {torch.bfloat16}
    assert not (trained / "README.md").exists()


def test_every_document_of_both_epochs_was_read(trained: Path, made: Path) -> None:
    contract = load_adapter_contract(trained)
    log = json.loads((last(trained) / "trainer_state.json").read_text(encoding="utf-8"))
    assert log["global_step"] == contract.training.steps
    assert contract.training.tokens > 2 * 24 * 60


def last(out: Path) -> Path:
    return max((out / "checkpoints").glob("checkpoint-*"), key=lambda p: int(p.name.split("-")[1]))


def test_resuming_after_a_kill_ends_like_a_training_without_one(
    made: Path, trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Pace.on_step_end

    def killed(self: Pace, args: Any, state: Any, control: Any, **kwargs: Any) -> Any:
        if state.global_step == 7:
            raise KeyboardInterrupt
        return whole(self, args, state, control, **kwargs)

    monkeypatch.setattr(Pace, "on_step_end", killed)
    with pytest.raises(KeyboardInterrupt):
        call(made, tmp_path)
    monkeypatch.undo()
    assert last(tmp_path).name == "checkpoint-6"
    (tmp_path / "checkpoints" / "checkpoint-7").mkdir()  # written in part when the kill came
    assert call(made, tmp_path, "--resume") == 0
    resumed, uninterrupted = weights(tmp_path), weights(trained)
    assert resumed.keys() == uninterrupted.keys()
    for name, tensor in uninterrupted.items():
        torch.testing.assert_close(resumed[name], tensor, atol=1e-3, rtol=2e-2)
    contract = load_adapter_contract(tmp_path)
    assert contract.training.steps == load_adapter_contract(trained).training.steps
    assert contract.training.tokens == load_adapter_contract(trained).training.tokens


def test_another_seed_is_another_training(made: Path, trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(made, trained, "--resume", "--seed", "14") == 2
    assert "was trained with another seed" in capsys.readouterr().err


def test_a_training_is_not_overwritten(made: Path, trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(made, trained) == 2
    assert "already holds a training" in capsys.readouterr().err


def test_training_on_from_an_adapter(made: Path, trained: Path, tmp_path: Path) -> None:
    assert call(made, tmp_path, "--init", str(trained), "--epochs", "1") == 0
    before, after = load_adapter_contract(trained).training, load_adapter_contract(tmp_path).training
    assert after.loss < before.loss


def test_an_adapter_of_another_base_is_refused(made: Path, trained: Path, tmp_path: Path) -> None:
    write_base(made / "other", seed=1)
    args = sft.parser().parse_args([*options(made, tmp_path / "out", "other"), "--init", str(trained)])
    with pytest.raises(ModelError, match="was made for a base"):
        sft.run(args)
    assert not (tmp_path / "out" / "checkpoints" / "run.json").exists()


def test_a_time_budget_ends_the_training_early(made: Path, trained: Path, tmp_path: Path) -> None:
    assert call(made, tmp_path, "--max-minutes", "0.0001") == 0
    assert load_adapter_contract(tmp_path).training.steps == 1


def test_an_estimate_trains_nothing(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(made, tmp_path / "out", "--estimate") == 0
    assert "tokens/s" in capsys.readouterr().out
    assert not list(tmp_path.glob("out/checkpoints/*"))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--recipe", "no-such"], "unknown recipe"),
        (["--recipe", "paper"], "leaves the base open"),
        (["--data", "no/such"], "no corpus at"),
        (["--lang", "por"], "no training document in por"),
        (["--base", "no/such/base/at/all"], "can't load the base model"),
        (["--resume"], "no whole checkpoint"),
        (["--init", "no/such"], "holds no ficha.json"),
    ],
)
def test_bad_calls_are_one_line_and_status_two(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], told: str
) -> None:
    assert sft.main([*options(made, tmp_path / "out", None if "paper" in more else "base"), *more]) == 2
    error = capsys.readouterr().err
    assert told in error.splitlines()[-1]
    assert sum(line.startswith("train.sft:") for line in error.splitlines()) == 1
    assert "Otieno" not in error


def test_a_broken_corpus_line_names_its_line(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(made / "data" / "kept.jsonl", tmp_path / "broken.jsonl")
    with (tmp_path / "broken.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"id": "x", "text": "Ann"\n')
    assert sft.main(["--data", str(tmp_path / "broken.jsonl"), "--out", str(tmp_path / "out")]) == 2
    assert "broken.jsonl line 33" in capsys.readouterr().err
