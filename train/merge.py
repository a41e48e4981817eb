"""Merges an adapter into its base, and proves that what was written answers as base and adapter did.

    python -m train.merge --adapter models/ficha-smol --out runs/ficha-smol-merged

The folder is a whole model: vLLM on a CPU serves it twice as fast as base and adapter, and `train.sft --base` takes
it as a base. Before it is moved into place it is read back from the disk and compared on the adapter's canaries:
every next token must be the same, but for ties within the rounding of the number type.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import torch
import typer
from peft import PeftModel

from ficha.base_model import base_sha256, resolve_base
from ficha.contract import FILE_NAME, Canary, Contract, load_adapter_contract
from ficha.errors import FichaError, ModelError, UsageError
from ficha.instruct import messages, render
from ficha.policy import load_policy
from train import adapter
from train.adapter_files import check_fits
from train.options import quiet
from train.recipe import Recipe

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16}
TOLERANCE = {"float32": 0.01, "bfloat16": 0.5}  # of a logit: rounding, measured on merged models
MERGED = "merged.json"
# Asked where an adapter has no canaries; invented, and long enough to pass through every layer many times.
_PROBE = "Seen today: Baraka Wekesa, phone 0712 345 678, from Kibera. BP 120/80, paracetamol 500 mg twice a day."


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two models compared: next tokens looked at, and the largest difference of a logit."""

    tokens: int
    largest: float


def merge(folder: Path, out: Path, dtype: str = "float32") -> Agreement:
    """Write the merged model of the adapter `folder` to `out`.

    Raises UsageError where `out` exists, ModelError: an adapter made for another base, or a model on disk that
    answers otherwise (then nothing is left at `out`).
    """
    if out.exists():
        raise UsageError(f"{out} exists already: name a folder that doesn't")
    if not folder.is_dir():
        raise ModelError(f"{folder}: no such folder: expected an adapter that `python -m train.sft` wrote")
    contract = load_adapter_contract(folder)
    base = resolve_base(contract.base.name)
    load_adapter_contract(folder, base_sha256(base))
    tokenizer = adapter.load_tokenizer(base)
    contract.check_template(tokenizer.chat_template)
    model = _plain(base)
    check_fits(folder, model)
    probes = [_tokens(tokenizer, contract, canary) for canary in contract.canaries or [_probe(contract)]]
    adapted = PeftModel.from_pretrained(model, str(folder))
    before = [_logits(adapted, ids) for ids in probes]
    part = out.with_name(f".{out.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    merged = adapted.merge_and_unload().to(DTYPES[dtype])
    merged.save_pretrained(part)
    tokenizer.save_pretrained(part)
    shutil.copy(folder / FILE_NAME, part / FILE_NAME)
    del merged, adapted, model
    try:
        again = _plain(part)
        found = compare(before, [_logits(again, ids) for ids in probes], TOLERANCE[dtype])
    except ModelError:
        shutil.rmtree(part)
        raise
    (part / MERGED).write_text(json.dumps(_account(folder, contract, dtype, found), indent=1) + "\n", encoding="utf-8")
    part.rename(out)
    return found


def compare(before: list[torch.Tensor], after: list[torch.Tensor], tolerance: float) -> Agreement:
    """Compare logits (T, vocabulary), text by text. Raises ModelError where a next token differs by more than a tie."""
    tokens, largest = 0, 0.0
    for first, second in zip(before, after, strict=True):
        tokens += len(first)
        largest = max(largest, (first - second).abs().max().item())
        other = first.argmax(-1) != second.argmax(-1)
        gaps = first.max(-1).values - first.gather(-1, second.argmax(-1, keepdim=True))[:, 0]
        if bool((other & (gaps > tolerance)).any()):
            raise ModelError(
                f"the merged model writes another token at {int((other & (gaps > tolerance)).sum())} of {len(first)} "
                f"places (largest difference of a logit {largest:.3f}): the merge is wrong, nothing was kept"
            )
    return Agreement(tokens, largest)


def _plain(base: Path) -> Any:
    recipe = Recipe(base=str(base), learning_rate=1, epochs=1, batch_rows=1, batch_tokens=64, max_length=64)
    return adapter.load_base(base, recipe, torch.device("cpu"), torch.float32).eval()


def _probe(contract: Contract) -> Canary:
    policy = next(iter(contract.policies), "afrimed")
    return Canary(lang="eng", policy=policy, text=_PROBE, answer=_PROBE)


def _tokens(tokenizer: Any, contract: Contract, canary: Canary) -> torch.Tensor:
    chat = messages(contract.prompt.text, load_policy(canary.policy), canary.text)
    ids = tokenizer(render(tokenizer, chat, canary.answer), add_special_tokens=False)["input_ids"]
    return torch.tensor([ids])


def _logits(model: Any, ids: torch.Tensor) -> torch.Tensor:
    with torch.inference_mode():
        logits: torch.Tensor = model(input_ids=ids).logits[0]
    return logits.float()


def _account(folder: Path, contract: Contract, dtype: str, found: Agreement) -> dict[str, Any]:
    with (folder / "adapter_model.safetensors").open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {
        "adapter": digest,
        "base": contract.base.name,
        "base_sha256": contract.base.sha256,
        "dtype": dtype,
        "tokens_compared": found.tokens,
        "largest_difference_of_a_logit": round(found.largest, 6),
    }


def main(
    *,
    adapter_folder: Annotated[Path, typer.Option("--adapter", help="The adapter's folder, with its ficha.json.")],
    out: Annotated[Path, typer.Option(help="Folder for the merged model; it must not exist.")],
    dtype: Annotated[str, typer.Option(help=f"{' or '.join(DTYPES)}.")] = "float32",
) -> None:
    """Merge an adapter into its base and check that the outputs agree."""
    quiet()
    try:
        if dtype not in DTYPES:
            raise UsageError(f"unknown number type {dtype!r}: expected {' or '.join(DTYPES)}")
        found = merge(adapter_folder, out, dtype)
    except FichaError as error:
        print(f"train.merge: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None
    print(f"{out}: {found.tokens} next tokens agree, largest difference of a logit {found.largest:.5f}")


if __name__ == "__main__":
    typer.run(main)
