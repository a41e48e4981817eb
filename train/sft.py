"""Fine-tunes a LoRA adapter on corpora: `python -m train.sft --data data/eng data/swa --out runs/first`.

Reads top to bottom: recipe, documents, tokenizer, rows, model, trainer, preflight, training, evaluation,
saving. `--out` then holds the adapter and `ficha.json`; its checkpoints lie in `checkpoints/` below it.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path

import prompts
from ficha.base_model import resolve_base
from ficha.contract import Training
from ficha.device import best_device, best_dtype
from ficha.errors import FichaError, UsageError
from train import adapter, corpus, dataset, estimate, evaluate, preflight, save, training
from train.options import quiet
from train.recipe import Recipe, load_recipe, recipe_names

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
    quiet()
    try:
        run(args)
    except FichaError as error:
        print(f"train.sft: {error}", file=sys.stderr)
        return error.exit_status
    return 0


def run(args: argparse.Namespace) -> None:
    """Train as the options say. Raises a FichaError, before anything is written, where they can't be met."""
    recipe = chosen_recipe(args)
    device = best_device()
    preflight.check_quantisation(recipe, device)

    choice = corpus.Choice(args.data, args.lang, args.rows, args.max_words, args.seed)
    train_documents, dev_documents = corpus.train_and_dev(choice)
    base = resolve_base(str(recipe.base))
    tokenizer = adapter.load_tokenizer(base)
    preflight.check_padding(tokenizer)
    prompt = prompts.load("eng", "anonymise")
    rows = dataset.make_rows(
        train_documents, dev_documents, prompt=prompt, recipe=recipe, tokenizer=tokenizer, seed=args.seed
    )
    preflight.check_template([*rows.train, *rows.dev], tokenizer)

    frozen = adapter.load_base(base, recipe, device, best_dtype(device))
    model = adapter.with_adapter(frozen, base, recipe, args.init, args.seed)
    trainer = training.make_trainer(
        model,
        tokenizer,
        dataset.as_dataset(rows.train),
        dataset.as_dataset(rows.dev) if rows.dev else None,
        training.Settings(recipe, args.out, args.seed, args.max_minutes),
    )
    encoded = dataset.encoded_rows(trainer.train_dataset)
    lengths = [len(row["input_ids"]) for row in encoded]
    kept = preflight.within_length(rows.train, lengths, recipe.max_length, args.allow_dropped)
    plan = trainer.plan = dataset.plan_epochs(rows, encoded, kept, recipe=recipe, tokenizer=tokenizer, seed=args.seed)
    preflight.check_supervision(rows.train, encoded, plan, trainer.data_collator, tokenizer)
    log.info(
        "%d documents, %d rows, %d of them too long and dropped",
        len(train_documents),
        len(rows.train),
        len(rows.train) - len(kept),
    )
    if args.estimate:
        speed = estimate.measure_speed(model, encoded, plan, trainer.data_collator)
        print(estimate.report(sum(lengths[i] for i in kept), len(plan), speed))
        return

    identity = {
        "data": choice.fingerprint(),
        "prompt": prompt.text,
        "lang": args.lang,
        "rows": args.rows,
        "max_words": args.max_words,
        "init": str(args.init),
    }
    hours = training.run(trainer, identity, args.resume)

    scores: list[evaluate.RowScore] = []
    if rows.dev:
        dev = dataset.encoded_rows(trainer.eval_dataset)
        scores = evaluate.score_rows(model, dev, trainer.data_collator, recipe.batch_rows)
        log.info(evaluate.summary(rows.dev, scores))
    save.save_adapter(model, str(recipe.base), tokenizer.chat_template, args.out)
    steps = trainer.state.global_step
    save.make_contract(
        base=base,
        hidden_size=model.config.hidden_size,
        prompt=prompt,
        chat_template=tokenizer.chat_template,
        policies=sorted({row.policy for row in rows.train}),
        documents=[*train_documents, *dev_documents],
        recipe=recipe,
        data_fingerprint=choice.fingerprint(),
        canaries=evaluate.canaries(rows.dev, scores),
        training=Training(
            recipe=Path(args.recipe).stem,
            seed=args.seed,
            steps=steps,
            tokens=sum(lengths[i] for batch in plan[: steps * recipe.accumulation] for i in batch),
            hours=round(hours, 3),
            loss=round(trainer.last_loss(), 5),
        ),
    ).save(args.out)
    log.info("adapter and ficha.json in %s", args.out)


def chosen_recipe(args: argparse.Namespace) -> Recipe:
    """The recipe with what the command line puts in its place. Raises UsageError."""
    recipe = load_recipe(args.recipe)
    recipe = recipe.model_copy(update={k: v for k in ("base", "epochs") if (v := getattr(args, k)) is not None})
    if recipe.base is None:
        raise UsageError(f"recipe {args.recipe} leaves the base open: name it with --base")
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        raise UsageError("one process trains on one device: start it without torchrun")
    return recipe


if __name__ == "__main__":
    sys.exit(main())
