"""Trains one fold's model on growing subsets, and has it judge what it never saw after each.

The subsets are nested and the rows of a larger one come after those of a smaller: one training passes through
all sizes, and is read at each (a warm start that changes only the time). The largest size may be passed through
again. Everything is resumable: a reading that lies on disk is not made again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from transformers import TrainerCallback

import prompts
from eval.choices import default_policy
from ficha.base_model import resolve_base
from ficha.contract import FILE_NAME, Training
from ficha.device import best_device, best_dtype
from ficha.document import Document
from ficha.errors import InputError, UsageError
from ficha.policy import Policy, load_policy
from ficha.windows import token_counter
from train import adapter, dataset, preflight, resume, save, training
from train.batches import Size, plan_batches
from train.recipe import Recipe
from train.rows import LabelledRow, RowOptions, labelled_rows
from train.selfclean.reading import Reader
from train.selfclean.readings import Judge, write_reading

log = logging.getLogger("train.selfclean")


@dataclass(frozen=True, slots=True)
class Loop:
    """The settings of a self-cleaning run; the policy is each language's default where none is named."""

    recipe: Recipe
    sizes: Sequence[int]
    passes: int
    policy: str | None = None

    def policy_of(self, document: Document) -> Policy:
        """The policy under which a document's labels are judged. Raises UsageError without a language."""
        return load_policy(self.policy) if self.policy else default_policy([document])


def judge_fold(
    loop: Loop, train: Sequence[Document], held_out: Sequence[Document], out: Path, seed: int, fold: int, identity: Any
) -> None:
    """Train on `train` (in their order) and write the readings of `held_out` to `out/readings`.

    `loop.sizes` ascend; the last is the nominal size of all that is trained on, equal in every fold.
    Raises UsageError where `out` holds the checkpoints of another run.
    """
    if not train or not held_out:
        raise InputError(f"fold {fold} is empty: give more documents or fewer folds")
    readings = out / "readings"
    judges = [Judge(seed, fold, size) for size in loop.sizes]
    judges += [Judge(seed, fold, loop.sizes[-1], number) for number in range(2, loop.passes + 1)]
    saved = adapter_folder(out, seed, fold) / FILE_NAME
    if saved.is_file() and all((readings / judge.file).is_file() for judge in judges):
        return
    base = resolve_base(str(loop.recipe.base))
    tokenizer = adapter.load_tokenizer(base)
    preflight.check_padding(tokenizer)
    device = best_device()
    model = adapter.with_adapter(
        adapter.load_base(base, loop.recipe, device, best_dtype(device)), base, loop.recipe, None, seed
    )
    documents = [*train, *held_out]
    options = RowOptions(prompts.load("eng", "anonymise").text, loop.recipe.window_tokens)
    count = token_counter(tokenizer)
    rows = [list(labelled_rows(d, loop.policy_of(d), options, count)) for d in documents]
    made = [row for of_document in rows for row in of_document]
    preflight.check_template([row.row for row in made], tokenizer)
    settings = training.Settings(loop.recipe, adapter_folder(out, seed, fold), seed)
    learnt = [row for of_document in rows[: len(train)] for row in of_document]
    trainer = training.make_trainer(model, tokenizer, dataset.as_dataset([r.row for r in learnt]), None, settings)
    encoded = dataset.encoded_rows(trainer.train_dataset)
    ends = [sum(map(len, rows[:size])) for size in [*loop.sizes[:-1], len(train)]]  # the rows of each subset
    parts = [range(a, b) for a, b in pairwise([0, *ends])] + [range(ends[-1])] * (loop.passes - 1)
    plan, steps = _plan(loop.recipe, learnt, encoded, parts, count, seed)
    trainer.plan = plan
    preflight.check_supervision([row.row for row in learnt], encoded, plan, trainer.data_collator, tokenizer)

    reader = Reader(tokenizer, {p.name: p for p in map(loop.policy_of, documents)})
    judged = [row for of_document in rows[len(train) :] for row in of_document]
    ids = [d.id for d, of_document in zip(held_out, rows[len(train) :], strict=True) for _ in of_document]
    snapshots = Snapshots(dict(zip(steps, judges, strict=True)), reader, judged, ids, readings, loop.recipe.batch_rows)
    checkpoint = resume.last_checkpoint(settings.out / training.CHECKPOINTS)
    hours = training.run(trainer, identity, resume_run=checkpoint is not None, callbacks=[snapshots])
    _save(loop, model, tokenizer, base, settings, [*train], identity["data"], trainer, hours)
    log.info("seed %d, fold %d: %.1f minutes", seed, fold, hours * 60)


def adapter_folder(out: Path, seed: int, fold: int) -> Path:
    """Where the adapter of a seed and fold lies."""
    return out / f"seed{seed}-fold{fold}"


def _save(
    loop: Loop, model: Any, tokenizer: Any, base: Path, settings: training.Settings, documents: Sequence[Document],
    data: str, trainer: Any, hours: float
) -> None:  # fmt: skip
    """Save the fold's adapter with its contract, so that it can be asked what it would write."""
    save.save_adapter(model, str(loop.recipe.base), tokenizer.chat_template, settings.out)
    save.make_contract(
        base=base,
        hidden_size=model.config.hidden_size,
        prompt=prompts.load("eng", "anonymise"),
        chat_template=tokenizer.chat_template,
        policies=sorted({loop.policy_of(d).name for d in documents}),
        documents=documents,
        recipe=loop.recipe,
        data_fingerprint=data,
        canaries=[],
        training=Training(
            recipe="selfclean",
            seed=settings.seed,
            steps=trainer.state.global_step,
            tokens=trainer.tokens_seen,
            hours=round(hours, 3),
            loss=round(trainer.last_loss(), 5),
        ),
    ).save(settings.out)


def _plan(
    recipe: Recipe,
    rows: Sequence[LabelledRow],
    encoded: Sequence[dataset.Encoded],
    parts: Sequence[range],
    count: Any,
    seed: int,
) -> tuple[list[list[int]], list[int]]:
    """The batches of all parts, one part after the other, and the step that ends each part."""
    if recipe.accumulation != 1:
        raise UsageError("self-cleaning reads the model between two batches: use a recipe with accumulation 1")
    groups = {said: n for n, said in enumerate(dict.fromkeys(row.row.prompt[0]["content"] for row in rows))}
    shared = {said: count(said) for said in groups}
    plan: list[list[int]] = []
    steps = []
    for number, part in enumerate(parts):
        sizes = []
        for index in part:
            said = rows[index].row.prompt[0]["content"]
            sizes.append(Size(groups[said], shared[said], len(encoded[index]["input_ids"])))
        plan += [
            [part[i] for i in batch]
            for batch in plan_batches(sizes, recipe.batch_rows, recipe.batch_tokens, seed + number)
        ]
        steps.append(len(plan))
    return plan, steps


class Snapshots(TrainerCallback):  # type: ignore[misc]
    """Has the model judge the held-out rows at the end of each subset, and saves a checkpoint then."""

    def __init__(
        self,
        judges: dict[int, Judge],
        reader: Reader,
        rows: Sequence[LabelledRow],
        ids: Sequence[str],
        folder: Path,
        batch_rows: int,
    ) -> None:
        self.judges, self.reader, self.rows, self.ids = judges, reader, rows, ids
        self.folder, self.batch_rows = folder, batch_rows

    def on_step_end(self, args: Any, state: Any, control: Any, model: Any = None, **_: Any) -> Any:
        judge = self.judges.get(state.global_step)
        if judge is not None:
            if not (self.folder / judge.file).is_file():
                write_reading(self.folder, judge, self._judged(model))
                log.info("seed %d, fold %d: judged after %d rows", judge.seed, judge.fold, judge.rows)
            control.should_save = True
        return control

    def _judged(self, model: Any) -> Iterator[tuple[str, Any]]:
        for index, items in self.reader.read(model, self.rows, self.batch_rows):
            yield self.ids[index], items
