"""TRL's SFTTrainer with the three things that make it fast and honest on a CPU.

- Batches follow a plan (`train.batches`), and their shared prefix is computed once (`train.collate`).
- The output head, a fifth of a small model, runs on the supervised positions only.
- The learning rate falls linearly with the steps or with a time budget, whichever is further on.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from peft.helpers import disable_input_dtype_casting
from safetensors.torch import load_file
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader
from transformers import DynamicCache, TrainerCallback
from trl import SFTTrainer

from ficha.errors import ModelError
from train.collate import IGNORED
from train.recipe import Recipe

log = logging.getLogger("train.sft")

LOGIT_ROWS = 256  # positions at a time in evaluation: 50 MB of logits for 49,000 tokens, 150 MB for 151,000
_RECENT = 50  # forward passes that `last_loss` is the mean of


class SharedPrefixTrainer(SFTTrainer):  # type: ignore[misc]
    """Trains on batches of `SharedPrefixCollator`, in the order of `plan` (indices into the dataset)."""

    def __init__(self, *args: Any, recipe: Recipe, budget_minutes: float | None = None, **kwargs: Any) -> None:
        self.recipe = recipe
        self.budget_minutes = budget_minutes
        self.plan: list[list[int]] = []  # set once the rows are tokenised
        self.budget_seconds = budget_minutes * 60 if budget_minutes else None
        self.started = time.monotonic()
        self.tokens_seen = 0  # in whole rows, whatever part of them was shared
        self.recent: deque[float] = deque(maxlen=_RECENT)
        super().__init__(*args, **kwargs)

    def get_train_dataloader(self) -> DataLoader[Any]:
        columns = self.train_dataset.select_columns(["input_ids", "labels"])
        return self.accelerator.prepare(DataLoader(columns, batch_sampler=self.plan, collate_fn=self.data_collator))

    def create_scheduler(self, num_training_steps: int, optimizer: Any = None) -> LambdaLR:
        warmup = max(1, self.args.get_warmup_steps(num_training_steps))

        def factor(step: int) -> float:
            return max(0.02, min(1.0, (step + 1) / warmup, 1 - self.progress(step, num_training_steps)))

        self.lr_scheduler = LambdaLR(optimizer or self.optimizer, factor)
        self._created_lr_scheduler = True
        return self.lr_scheduler

    def progress(self, step: int, steps: int) -> float:
        """How far the training is, 0 to 1: by steps, or by time where a budget is set and is further on."""
        by_time = (time.monotonic() - self.started) / self.budget_seconds if self.budget_seconds else 0.0
        return min(1.0, max(step / max(1, steps), by_time))

    def last_loss(self) -> float:
        """The mean loss of the last forward passes."""
        return sum(self.recent) / max(1, len(self.recent))

    def compute_loss(
        self, model: Any, inputs: dict[str, Any], return_outputs: bool = False, num_items_in_batch: Any = None
    ) -> torch.Tensor:
        hits, losses = supervised_losses(model, inputs)
        rows, _ = inputs["input_ids"].shape
        self.tokens_seen += int(inputs["attention_mask"].sum()) + rows * inputs["prefix_ids"].shape[1]
        self.recent.append(losses.mean().item())
        self._metrics["train"]["mean_token_accuracy"].append(hits.float().mean().item())
        return losses.sum() / (losses.numel() if num_items_in_batch is None else num_items_in_batch)


def supervised_losses(model: Any, batch: dict[str, Any]) -> tuple[torch.Tensor, torch.Tensor]:
    """Whether each supervised token is the model's first choice, and its cross entropy; both (N,), row by row.

    Without gradients the output head runs on `LOGIT_ROWS` positions at a time, which bounds the memory.
    """
    states, targets = supervised_states(model, batch)
    size = len(targets) if torch.is_grad_enabled() else LOGIT_ROWS
    hits, losses = [], []
    for part, wanted in zip(states.split(size), targets.split(size), strict=True):
        logits = output_logits(model, part)
        losses.append(torch.nn.functional.cross_entropy(logits, wanted, reduction="none"))
        hits.append(logits.argmax(-1) == wanted)
    return torch.cat(hits), torch.cat(losses)


def supervised_states(model: Any, batch: dict[str, Any]) -> tuple[torch.Tensor, torch.Tensor]:
    """The last hidden states (N, H) that predict the supervised tokens, and those tokens (N,), row by row."""
    causal = _causal(model)
    ids, mask, prefix = batch["input_ids"], batch["attention_mask"], batch["prefix_ids"]
    with _own_types(model, causal):
        past = None
        if prefix.shape[1]:
            past = DynamicCache(config=causal.config)
            causal.get_decoder()(input_ids=prefix, past_key_values=past, use_cache=True)
            past.batch_repeat_interleave(ids.shape[0])
            mask = torch.cat([mask.new_ones(ids.shape[0], prefix.shape[1]), mask], dim=1)
        out = causal.get_decoder()(input_ids=ids, attention_mask=mask, past_key_values=past, use_cache=past is not None)
    targets = batch["labels"][:, 1:]
    chosen = targets != IGNORED
    return out.last_hidden_state[:, :-1][chosen], targets[chosen]


def output_logits(model: Any, states: torch.Tensor) -> torch.Tensor:
    """The logits (N, vocabulary) of hidden states (N, H), in float32."""
    causal = _causal(model)
    with _own_types(model, causal):
        logits: torch.Tensor = causal.get_output_embeddings()(states)
    return logits.float()


def _causal(model: Any) -> Any:
    return model.get_base_model() if hasattr(model, "get_base_model") else model


@contextmanager
def _own_types(model: Any, causal: Any) -> Iterator[None]:
    # The adapter's weights are float32, so that small updates aren't lost; its products run in the base's type.
    four_bit = getattr(causal.config, "quantization_config", None)
    dtype = four_bit.bnb_4bit_compute_dtype if four_bit else causal.dtype
    with disable_input_dtype_casting(model), torch.autocast(causal.device.type, dtype, dtype != torch.float32):
        yield


class Progress(TrainerCallback):  # type: ignore[misc]
    """Logs one line a few steps: loss, accuracy of tokens, speed, and the minutes left."""

    def __init__(self, trainer: SharedPrefixTrainer) -> None:
        self.trainer = trainer

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self.started, self.first_step = time.monotonic(), state.global_step

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, float] | None = None, **_: Any) -> None:
        if not logs or "loss" not in logs:
            return
        seconds = time.monotonic() - self.started
        done = self.trainer.progress(state.global_step, state.max_steps)
        begun = self.first_step / max(1, state.max_steps)
        left = seconds * (1 - done) / max(done - begun, 1e-9) / 60
        log.info(
            "step %d of %d  loss %.4f  tokens right %.4f  lr %.1e  %.0f tokens/s  %.0f minutes left",
            *(state.global_step, state.max_steps, logs["loss"], logs["mean_token_accuracy"], logs["learning_rate"]),
            *(self.trainer.tokens_seen / seconds, left),
        )


class Pace(TrainerCallback):  # type: ignore[misc]
    """Saves a checkpoint every few minutes, and ends the training when its time is over."""

    def __init__(self, checkpoint_minutes: float, budget_minutes: float | None) -> None:
        self.checkpoint_seconds = checkpoint_minutes * 60
        self.budget_seconds = budget_minutes * 60 if budget_minutes else None
        self.started = self.saved = time.monotonic()

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> Any:
        now = time.monotonic()
        if now - self.saved >= self.checkpoint_seconds:
            control.should_save = True
            self.saved = now
        if self.budget_seconds is not None and now - self.started >= self.budget_seconds:
            control.should_training_stop = True
        return control


class ResumedAdapter(TrainerCallback):  # type: ignore[misc]
    """Stops a resumed training whose adapter is not the checkpoint's (a fresh one wrapped over it)."""

    def __init__(self, checkpoint: Path) -> None:
        self.checkpoint = checkpoint

    def on_train_begin(self, args: Any, state: Any, control: Any, model: Any = None, **_: Any) -> None:
        saved = load_file(self.checkpoint / "adapter_model.safetensors")
        live = {name.replace(".default", ""): tensor for name, tensor in model.named_parameters() if "lora_" in name}
        same = live.keys() == saved.keys() and all(torch.equal(live[n].cpu(), saved[n]) for n in saved)
        if not same or state.global_step == 0:
            raise ModelError(
                f"{self.checkpoint}: the resumed adapter is not the checkpoint's: start anew with another --out"
            )
