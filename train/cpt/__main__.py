"""The command line: `python -m train.cpt --text lug=lug.txt --guard dev.jsonl --out runs/cpt-lug` (`make cpt`)."""

from __future__ import annotations

import hashlib
import logging
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from datasets import Dataset

import prompts
from eval.run import write_json
from ficha.base_model import resolve_base
from ficha.contract import Training
from ficha.device import best_device, best_dtype
from ficha.document import Document
from ficha.errors import FichaError, InputError, UsageError
from train import adapter, preflight, resume, save, training
from train.batches import Size, plan_batches
from train.cpt.clean import Guard, clean
from train.cpt.rows import Perplexity, encode, measure
from train.cpt.sample import balanced
from train.cpt.texts import Passage, read_passages
from train.merge import merge
from train.options import quiet
from train.recipe import Recipe, load_recipe

log = logging.getLogger("train.cpt")

HELD_OUT = 0.05
MOST_HELD_OUT = 200  # passages of a language, for perplexity


def parse_texts(texts: Sequence[str]) -> list[tuple[str, Path]]:
    """`lug=file` pairs. Raises UsageError."""
    found = []
    for text in texts:
        lang, equals, path = text.partition("=")
        if not equals or not path:
            raise UsageError(f"--text {text!r}: expected LANG=FILE, for instance lug=texts/lug.txt")
        found.append((lang, Path(path)))
    return found


def prepare(
    texts: Sequence[tuple[str, Path]], guard: Guard, words: int | None, seed: int
) -> tuple[list[Passage], dict[str, list[Passage]], dict[str, Any]]:
    """(passages to train on, held-out passages by language, the account). Raises InputError where nothing is left."""
    train: list[Passage] = []
    held: dict[str, list[Passage]] = {}
    account: dict[str, Any] = {}
    for lang in sorted({lang for lang, _ in texts}):
        read = [p for of, path in texts if of == lang for p in read_passages(path, lang)]
        kept, counts = clean(read, guard)
        if len(kept) < 2:
            raise InputError(f"{lang}: {len(kept)} of {len(read)} passages are left ({counts}): give more text")
        drawn = random.Random(seed).sample(kept, len(kept))
        held[lang] = drawn[: max(1, min(MOST_HELD_OUT, int(HELD_OUT * len(kept))))]
        train += drawn[len(held[lang]) :]
        account[lang] = {"read": len(read), "left_out": counts, "held_out": len(held[lang])}
    chosen = balanced(train, words, seed)
    for lang, numbers in account.items():
        of_lang = [p for p in chosen if p.lang == lang]
        numbers |= {"trained_on": len(of_lang), "words": sum(p.words for p in of_lang)}
        numbers["sources"] = dict(sorted(Counter(p.source for p in of_lang).items()))
    return chosen, held, account


def run(
    texts: Sequence[tuple[str, Path]], guard: Guard, recipe: Recipe, out: Path, seed: int, words: int | None,
    max_minutes: float | None
) -> dict[str, Any]:  # fmt: skip
    """Train, from the last checkpoint where one lies in `out`; returns the account with both perplexities."""
    chosen, held, account = prepare(texts, guard, words, seed)
    base = resolve_base(str(recipe.base))
    tokenizer = adapter.load_tokenizer(base)
    preflight.check_padding(tokenizer)
    device = best_device()
    frozen = adapter.load_base(base, recipe, device, best_dtype(device))
    model = adapter.with_adapter(frozen, base, recipe, None, seed)  # a fresh adapter changes nothing yet
    before = _perplexities(model, held, tokenizer, recipe)
    rows = [row for _ in range(recipe.epochs) for row in encode(chosen, tokenizer, recipe.max_length)]
    sizes = [Size(0, 0, len(row["input_ids"])) for row in rows]
    settings = training.Settings(recipe, out, seed, max_minutes)
    trainer = training.make_trainer(model, tokenizer, Dataset.from_list(rows), None, settings)
    trainer.plan = plan_batches(sizes, recipe.batch_rows, recipe.batch_tokens, seed)
    digest = hashlib.sha256("\n".join(p.text for p in chosen).encode()).hexdigest()
    checkpoint = resume.last_checkpoint(out / training.CHECKPOINTS)
    hours = training.run(trainer, {"data": digest}, resume_run=checkpoint is not None)
    after = _perplexities(model, held, tokenizer, recipe)
    for lang, numbers in account.items():
        numbers["perplexity"] = {"before": asdict(before[lang]), "after": asdict(after[lang])}
        numbers["tokens_per_word"] = round(after[lang].tokens / sum(p.words for p in held[lang]), 2)
    save.save_adapter(model, str(recipe.base), tokenizer.chat_template, out)
    save.make_contract(
        base=base,
        hidden_size=model.config.hidden_size,
        prompt=prompts.load("eng", "anonymise"),
        chat_template=tokenizer.chat_template,
        policies=[],
        documents=[Document(p.id, "", p.lang) for p in chosen],
        recipe=recipe,
        data_fingerprint=digest,
        canaries=[],
        training=Training(
            recipe="cpt",
            seed=seed,
            steps=trainer.state.global_step,
            tokens=trainer.tokens_seen,
            hours=round(hours, 3),
            loss=round(trainer.last_loss(), 5),
        ),
    ).save(out)
    write_json(out / "cpt.json", account)
    return account


def _perplexities(
    model: Any, held: Mapping[str, Sequence[Passage]], tokenizer: Any, recipe: Recipe
) -> dict[str, Perplexity]:
    return {lang: measure(model, p, tokenizer, recipe.max_length, recipe.batch_rows) for lang, p in held.items()}


def table(account: Mapping[str, Any]) -> str:
    """The account as a Markdown table."""
    lines = [
        "| language | read | exact | near | content | source | trained on | words | tokens a word | perplexity before "
        "| after | bits a character before | after |",
        "|" + "---|" * 13,
    ]
    for lang, n in account.items():
        left, before, after = n["left_out"], n["perplexity"]["before"], n["perplexity"]["after"]
        lines.append(
            f"| {lang} | {n['read']} | {left['exact']} | {left['near']} | {left['content']} | {left['source']} "
            f"| {n['trained_on']} | {n['words']} | {n['tokens_per_word']} | {before['perplexity']:.2f} "
            f"| {after['perplexity']:.2f} | {before['bits_per_character']:.3f} | {after['bits_per_character']:.3f} |"
        )
    return "\n".join(lines)


def main(
    *,
    text: Annotated[list[str], typer.Option(help="LANG=FILE, .txt or .jsonl; several times.")],
    guard: Annotated[list[Path], typer.Option(help="Evaluation sets (JSONL) that must not be trained on.")],
    out: Annotated[Path, typer.Option(help="Folder for the adapter; a killed run in it goes on.")],
    recipe: Annotated[str, typer.Option(help="A recipe, or a YAML file.")] = "smollm2-135m-cpt",
    base: Annotated[str | None, typer.Option(help="The base model, instead of the recipe's.")] = None,
    words: Annotated[int | None, typer.Option(min=1, help="Words of each language; those of the smallest.")] = None,
    max_minutes: Annotated[float | None, typer.Option(help="Stop after so long.")] = None,
    merged: Annotated[Path | None, typer.Option(help="Also write the merged base to this folder.")] = None,
    seed: Annotated[int, typer.Option()] = 13,
) -> None:
    """Train a base on with plain text: an adapter for `train.sft --init`, and merged a base for `--base`."""
    quiet()
    try:
        chosen = load_recipe(recipe)
        chosen = chosen.model_copy(update={"base": base} if base else {})
        account = run(parse_texts(text), Guard.of(guard), chosen, out, seed, words, max_minutes)
        print(table(account))
        if merged:
            found = merge(out, merged)
            print(f"{merged}: {found.tokens} next tokens agree with base and adapter")
    except FichaError as error:
        print(f"train.cpt: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None


if __name__ == "__main__":
    typer.run(main)
