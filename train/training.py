"""One training, whatever its rows are: TRL's trainer from a recipe, run from the start or from a checkpoint.

    settings = Settings(recipe, Path("runs/first"), seed=13)
    trainer = make_trainer(model, tokenizer, rows, None, settings)
    trainer.plan = plan                       # the batches, as indices into the rows
    hours = run(trainer, {"data": fingerprint}, resume_run=False)

`train.sft`, the self-cleaning loop and continued pretraining all train through here.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transformers import PrinterCallback, TrainerCallback
from trl import SFTConfig

from train import resume
from train.collate import SharedPrefixCollator
from train.recipe import Recipe
from train.trainer import Pace, Progress, ResumedAdapter, SharedPrefixTrainer

CHECKPOINTS = "checkpoints"


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides a training besides its rows; `out` holds its checkpoints in a folder of that name."""

    recipe: Recipe
    out: Path
    seed: int
    max_minutes: float | None = None


def make_trainer(model: Any, tokenizer: Any, rows: Any, dev: Any | None, settings: Settings) -> SharedPrefixTrainer:
    """The trainer with its data sets rendered and labelled by TRL; its plan of batches is set later."""
    recipe = settings.recipe
    trainer = SharedPrefixTrainer(
        model=model,
        processing_class=tokenizer,
        data_collator=SharedPrefixCollator(tokenizer.pad_token_id),
        train_dataset=rows,
        eval_dataset=dev,
        recipe=recipe,
        budget_minutes=settings.max_minutes,
        args=SFTConfig(
            output_dir=str(settings.out / CHECKPOINTS),
            completion_only_loss=True,
            max_length=None,  # rows are never cut: see preflight.within_length
            learning_rate=recipe.learning_rate,
            warmup_steps=recipe.warmup,
            weight_decay=recipe.weight_decay,
            gradient_accumulation_steps=recipe.accumulation,
            num_train_epochs=1,  # the data set holds the epochs one after another
            gradient_checkpointing=False,
            bf16=False,  # the weights have their type already: no autocast
            use_cpu=next(model.parameters()).device.type == "cpu",
            save_strategy="no",  # Pace saves by the clock
            save_total_limit=2,
            logging_steps=10,
            disable_tqdm=True,
            report_to="none",
            seed=settings.seed,
        ),
    )
    trainer.remove_callback(PrinterCallback)
    for parameter in model.parameters():  # TRL makes an adapter on 4-bit weights bfloat16, which loses small updates
        if parameter.requires_grad:
            parameter.data = parameter.data.float()
    return trainer


def run(
    trainer: SharedPrefixTrainer, made_of: dict[str, Any], resume_run: bool, callbacks: Iterable[TrainerCallback] = ()
) -> float:
    """Train, from the last checkpoint where `resume_run` says so; returns the hours it took.

    `made_of` is what decides the rows. Raises UsageError where it differs from that of the checkpoint.
    """
    recipe = trainer.recipe
    identity = {**made_of, "recipe": recipe.model_dump(), "seed": trainer.args.seed}
    checkpoint = resume.open_run(Path(trainer.args.output_dir), identity, resume_run)
    trainer.add_callback(Pace(recipe.checkpoint_minutes, trainer.budget_minutes))
    trainer.add_callback(Progress(trainer))
    if checkpoint:
        trainer.add_callback(ResumedAdapter(checkpoint))
    for callback in callbacks:
        trainer.add_callback(callback)
    started = time.monotonic()
    trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    return (time.monotonic() - started) / 3600
