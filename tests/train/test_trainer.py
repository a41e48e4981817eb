"""The shared prefix changes the work, not the loss; the learning rate follows steps and time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from ficha.errors import ModelError
from tests.train.build import encode, row, tiny_model, tiny_tokenizer
from train.collate import SharedPrefixCollator, whole_rows
from train.trainer import Pace, ResumedAdapter, SharedPrefixTrainer, supervised_losses

SAID = "Copy the text. Replace [name] any person's name; [tel] phone number"
ROWS = [
    row("Ann came.", "[name] came.", SAID),
    row("Call 0712 and ask for Baraka.", "Call [tel] and ask for [name].", SAID),
]


def plain_loss(model: Any, encoded: list[dict[str, list[int]]]) -> torch.Tensor:
    """Each row alone, without padding or sharing: the reference."""
    losses = []
    for one in encoded:
        logits = model(input_ids=torch.tensor([one["input_ids"]])).logits[0, :-1]
        losses.append(torch.nn.functional.cross_entropy(logits, torch.tensor(one["labels"][1:]), reduction="none"))
    return torch.cat([loss[loss != 0] for loss in losses])


def test_loss_and_gradients_equal_those_of_rows_read_alone() -> None:
    tokenizer = tiny_tokenizer()
    model = tiny_model(len(tokenizer))
    encoded = [encode(r, tokenizer) for r in ROWS]
    batch = SharedPrefixCollator(tokenizer.pad_token_id)(encoded)
    assert batch["prefix_ids"].shape[1] > 20
    _, losses = supervised_losses(model, batch)
    losses.mean().backward()
    shared = {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}
    model.zero_grad()
    expected = plain_loss(model, encoded)
    expected.mean().backward()
    torch.testing.assert_close(losses, expected, atol=1e-5, rtol=1e-4)
    for name, parameter in model.named_parameters():
        torch.testing.assert_close(shared[name], parameter.grad, atol=1e-5, rtol=1e-3)


def test_rows_come_whole_out_of_the_collator() -> None:
    tokenizer = tiny_tokenizer()
    encoded = [encode(r, tokenizer) for r in [*ROWS, row(said="Another instruction")]]
    batch = SharedPrefixCollator(tokenizer.pad_token_id)(encoded)
    for one, (ids, supervised) in zip(encoded, whole_rows(batch), strict=True):
        assert ids == one["input_ids"]
        assert supervised == [label for label in one["labels"] if label != -100]


def test_equal_rows_keep_the_token_that_predicts_the_answer() -> None:
    tokenizer = tiny_tokenizer()
    encoded = [encode(ROWS[0], tokenizer)] * 2
    batch = SharedPrefixCollator(tokenizer.pad_token_id)(encoded)
    hits, _ = supervised_losses(tiny_model(len(tokenizer)), batch)
    assert len(hits) == 2 * sum(label != -100 for label in encoded[0]["labels"])


@pytest.mark.parametrize(
    ("step", "seconds", "budget", "expected"),
    [(50, 1, None, 0.5), (50, 90, 100, 0.9), (95, 10, 100, 0.95), (10, 500, 100, 1.0)],
)
def test_progress_is_by_steps_or_by_time(
    monkeypatch: pytest.MonkeyPatch, step: int, seconds: float, budget: float | None, expected: float
) -> None:
    monkeypatch.setattr("train.trainer.time.monotonic", lambda: 1000.0 + seconds)
    trainer = SimpleNamespace(budget_seconds=budget, started=1000.0)
    assert SharedPrefixTrainer.progress(trainer, step, 100) == pytest.approx(expected)  # type: ignore[arg-type]


def test_pace_saves_by_the_clock_and_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("train.trainer.time.monotonic", lambda: now[0])
    pace = Pace(checkpoint_minutes=5, budget_minutes=12)
    told = []
    for minute in range(1, 14):
        now[0] = minute * 60.0
        control = SimpleNamespace(should_save=False, should_training_stop=False)
        pace.on_step_end(None, None, control)
        told.append((control.should_save, control.should_training_stop))
    assert [n for n, (save, _) in enumerate(told, 1) if save] == [5, 10]
    assert [n for n, (_, stop) in enumerate(told, 1) if stop] == [12, 13]


def test_a_fresh_adapter_over_the_checkpoints_is_refused(tmp_path: Any) -> None:
    model = torch.nn.Module()
    model.lora_A = torch.nn.ParameterDict({"default": torch.nn.Parameter(torch.ones(2, 2))})
    callback = ResumedAdapter(tmp_path)
    state = SimpleNamespace(global_step=40)
    save_file({"lora_A": torch.ones(2, 2)}, tmp_path / "adapter_model.safetensors")
    callback.on_train_begin(None, state, None, model=model)
    with pytest.raises(ModelError, match="not the checkpoint's"):
        callback.on_train_begin(None, SimpleNamespace(global_step=0), None, model=model)
    save_file({"lora_A": torch.zeros(2, 2)}, tmp_path / "adapter_model.safetensors")
    with pytest.raises(ModelError, match="not the checkpoint's"):
        callback.on_train_begin(None, state, None, model=model)
