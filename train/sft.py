"""Fine-tunes a LoRA adapter on corpora: `python -m train.sft --data data/eng data/swa --out runs/first`.

Reads top to bottom: recipe, documents, tokenizer, rows, model, trainer, preflight, training, evaluation,
saving. `--out` then holds the adapter and `ficha.json`; its checkpoints lie in `checkpoints/` below it.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
from pathlib import Path

from transformers import PrinterCallback
from transformers.utils import logging as transformers_logging
from trl import SFTConfig

import prompts
from ficha.base_model import resolve_base
from ficha.contract import Training
from ficha.device import best_device, best_dtype
from ficha.errors import FichaError, UsageError
from train import adapter, dataset, estimate, evaluate, preflight, resume, save
from train.collate import SharedPrefixCollator
from train.corpus import corpus_fingerprint
from train.recipe import load_recipe, recipe_names
from train.trainer import Pace, Progress, ResumedAdapter, SharedPrefixTrainer

log = logging.getLogger("train.sft")


def parser() -> argparse.ArgumentParser:
    """The command line of `python -m train.sft`."""
    p = argparse.ArgumentParser(prog="python -m train.sft", description="Fine-tune a LoRA adapter on corpora.")
    p.add_argument("--data", nargs="+", type=Path, required=True, help="JSONL files, or folders with a kept.jsonl")
    p.add_argument("--out", type=Path, required=True, help="folder for the adapter and its checkpoints")
    p.add_argument("--recipe", default="smollm2-135m", help=f"{', '.join(recipe_names())}, or a YAML file")
    p.add_argument("--base", help="the base model, instead of the recipe's")
    p.add_argument("--lang", nargs="+", default=[], help="only these languages (ISO 639-3)")
    p.add_argument("--rows", type=int, help="at most so many documents, drawn with the seed")
    p.add_argument("--max-words", type=int, help="only documents of at most so many words")
    p.add_argument("--epochs", type=int, help="instead of the recipe's")
    p.add_argument("--max-minutes", type=float, help="stop after so long; the learning rate falls to suit")
    p.add_argument("--init", type=Path, help="an adapter folder whose weights the training starts from")
    p.add_argument("--resume", action="store_true", help="go on from the last checkpoint in --out")
    p.add_argument("--estimate", action="store_true", help="print tokens, tokens/s and hours, then stop")
    p.add_argument("--allow-dropped", action="store_true", help="accept that over 1%% of the rows are too long")
    p.add_argument("--seed", type=int, default=13)
    return p


def main(argv: list[str] | None = None) -> int:
    """Run the command; a FichaError is one line on stderr and its exit status."""
    args = parser().parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    transformers_logging.disable_progress_bar()
    try:
        run(args)
    except FichaError as error:
        print(f"train.sft: {error}", file=sys.stderr)
        return error.exit_status
    return 0


def run(args: argparse.Namespace) -> None:
    """Train as the options say. Raises a FichaError, before anything is written where they can't be met."""
    recipe = load_recipe(args.recipe)
    recipe = recipe.model_copy(update={k: v for k in ("base", "epochs") if (v := getattr(args, k)) is not None})
    if recipe.base is None:
        raise UsageError(f"recipe {args.recipe} leaves the base open: name it with --base")
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        raise UsageError("one process trains on one device: start it without torchrun")
    device = best_device()
    dtype = best_dtype(device)
    preflight.check_quantisation(recipe, device)

    # Documents and rows
    choice = dataset.Choice(args.data, args.lang, args.rows, args.max_words, args.seed)
    train_documents, dev_documents = dataset.train_and_dev(choice)
    base = resolve_base(recipe.base)
    tokenizer = adapter.load_tokenizer(base)
    preflight.check_padding(tokenizer)
    prompt = prompts.load("eng", "anonymise")
    epochs = dataset.make_rows(train_documents, prompt, recipe, tokenizer, args.seed)
    rows = [row for epoch in epochs for row in epoch]
    held_out = dataset.dev_rows(dev_documents, prompt, recipe, tokenizer, args.seed)
    preflight.check_template([*rows, *held_out], tokenizer)

    # Model and trainer; TRL renders and labels the rows
    model = adapter.with_adapter(adapter.load_base(base, recipe, device, dtype), base, recipe, args.init, args.seed)
    collate = SharedPrefixCollator(tokenizer.pad_token_id)
    checkpoints = args.out / "checkpoints"
    trainer = SharedPrefixTrainer(
        model=model,
        processing_class=tokenizer,
        data_collator=collate,
        train_dataset=dataset.as_dataset(rows),
        eval_dataset=dataset.as_dataset(held_out) if held_out else None,
        budget_minutes=args.max_minutes,
        args=SFTConfig(
            output_dir=str(checkpoints),
            completion_only_loss=True,
            max_length=None,
            learning_rate=recipe.learning_rate,
            warmup_steps=recipe.warmup,
            weight_decay=recipe.weight_decay,
            gradient_accumulation_steps=recipe.accumulation,
            num_train_epochs=1,
            gradient_checkpointing=False,
            bf16=False,
            use_cpu=device.type == "cpu",
            save_strategy="no",
            save_total_limit=2,
            logging_steps=10,
            disable_tqdm=True,
            report_to="none",
            seed=args.seed,
        ),
    )
    trainer.remove_callback(PrinterCallback)

    # Batches and preflight
    encoded = trainer.train_dataset.select_columns(["input_ids", "labels"]).to_list()
    lengths = [len(row["input_ids"]) for row in encoded]
    kept = set(preflight.within_length(rows, lengths, recipe.max_length, args.allow_dropped))
    log.info("%d documents, %d rows, %d dropped as too long", len(train_documents), len(rows), len(rows) - len(kept))
    starts = [sum(map(len, epochs[:i])) for i in range(len(epochs))]
    members = [[i for i in range(s, s + len(e)) if i in kept] for s, e in zip(starts, epochs, strict=True)]
    trainer.plan = dataset.plan_epochs(members, rows, lengths, tokenizer, recipe, args.seed)
    checked = preflight.check_supervision(rows, encoded, trainer.plan, collate, tokenizer)
    log.info("preflight: %d rows, each supervised on its answer and end only", checked)
    tokens = sum(lengths[i] for batch in trainer.plan for i in batch)
    if args.estimate:
        print(estimate.report(tokens, len(trainer.plan), estimate.measure_speed(model, encoded, trainer.plan, collate)))
        return

    # Train
    data = corpus_fingerprint(args.data)
    identity = {"data": data, "recipe": recipe.model_dump(), "prompt": prompt.text, "seed": args.seed}
    identity |= {"choice": [args.lang, args.rows, args.max_words], "init": str(args.init)}
    checkpoint = resume.open_run(checkpoints, identity, args.resume)
    trainer.add_callback(Pace(recipe.checkpoint_minutes, args.max_minutes))
    trainer.add_callback(Progress(trainer))
    if checkpoint:
        trainer.add_callback(ResumedAdapter(checkpoint))
    started = time.monotonic()
    trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    hours = (time.monotonic() - started) / 3600

    # Evaluate and save
    scores = []
    if held_out:
        encoded_dev = trainer.eval_dataset.select_columns(["input_ids", "labels"]).to_list()
        scores = evaluate.score_rows(model, encoded_dev, collate, recipe.batch_rows)
        log.info(evaluate.summary(held_out, scores))
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry][-5:]
    save.save_adapter(model, recipe.base, tokenizer.chat_template, args.out)
    save.make_contract(
        base=base,
        hidden_size=model.config.hidden_size,
        prompt=prompt,
        chat_template=tokenizer.chat_template,
        rows=rows,
        documents=[*train_documents, *dev_documents],
        recipe=recipe,
        data_fingerprint=data,
        canaries=evaluate.canaries(held_out, scores),
        training=Training(
            recipe=args.recipe,
            seed=args.seed,
            steps=trainer.state.global_step,
            tokens=trainer.tokens_seen,
            hours=round(hours, 4),
            loss=sum(losses) / max(1, len(losses)),
        ),
    ).save(args.out)
    log.info("adapter and ficha.json in %s", args.out)


if __name__ == "__main__":
    sys.exit(main())
