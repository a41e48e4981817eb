"""What is checked before the first step: that the loss covers the answer, its end, and nothing else.

A wrong mask trains without an error and ruins a model, so the batches are decoded as the loss will see
them. Each check stops with the row's id and never quotes the row:

- the prompt, rendered alone, is a strict prefix of prompt and answer, and the answer follows at once
  (Qwen3's template can add a think block to one of the two);
- the supervised tokens are the answer, its end token, and what the template writes after it;
- padding has a token of its own: where it is the end token, masking it hides the end;
- rows longer than the limit are dropped and counted; over 1% dropped is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch

from ficha.errors import InputError, ModelError
from ficha.instruct import render
from train.collate import whole_rows
from train.recipe import Recipe
from train.rows import Row

DROPPED_SHARE = 0.01


def check_quantisation(recipe: Recipe, device: torch.device) -> None:
    """Refuse 4-bit where the installed bitsandbytes can't do it on `device`, before anything is loaded."""
    if recipe.quantisation == "none":
        return
    try:
        from bitsandbytes.functional import quantize_4bit

        quantize_4bit(torch.ones(64, 64, dtype=torch.float32, device=device), quant_type="nf4")
    except Exception as error:  # a missing library, operator or driver: each kernel fails in its own way
        raise ModelError(
            f"4-bit (nf4) does not work on this {device.type} ({type(error).__name__}): "
            "use a recipe without quantisation, which trains in float32 on a CPU"
        ) from None


def check_padding(tokenizer: Any) -> None:
    """Raises ModelError where padding has no token of its own."""
    if tokenizer.pad_token_id is None or tokenizer.pad_token_id == tokenizer.eos_token_id:
        raise ModelError(
            f"the tokenizer pads with {tokenizer.pad_token!r}, its end token: the model would never learn to stop. "
            "Give padding its own token in the base's folder"
        )


def check_template(rows: Iterable[Row], tokenizer: Any) -> None:
    """Raises ModelError, naming the row, where the rendered prompt is no strict prefix of the whole row."""
    for row in rows:
        before, full = render(tokenizer, row.prompt), render(tokenizer, row.prompt, row.answer)
        if not full.startswith(before) or full == before:
            raise ModelError(
                f"row {row.id}: the rendered prompt is no strict prefix of prompt and answer: "
                "the chat template treats the two differently"
            )
        if not full.startswith(row.answer, len(before)):
            raise ModelError(
                f"row {row.id}: the chat template writes something of its own before the answer, "
                "or changes the answer: the model would be trained on what is never asked"
            )


def within_length(rows: Sequence[Row], lengths: Sequence[int], limit: int, allow_dropped: bool) -> list[int]:
    """The indices of the rows of at most `limit` tokens. Raises InputError where over 1% are longer."""
    kept = [i for i, length in enumerate(lengths) if length <= limit]
    dropped = len(rows) - len(kept)
    if not kept or (dropped > DROPPED_SHARE * len(rows) and not allow_dropped):
        first = next(row.id for row, length in zip(rows, lengths, strict=True) if length > limit)
        raise InputError(
            f"{dropped} of {len(rows)} rows are longer than max_length {limit} (the first: {first}): "
            "raise max_length, lower window_tokens, or pass --allow-dropped"
        )
    return kept


def check_supervision(
    rows: Sequence[Row],
    encoded: Sequence[dict[str, Any]],
    plan: Iterable[list[int]],
    collate: Callable[[list[dict[str, Any]]], dict[str, torch.Tensor]],
    tokenizer: Any,
) -> int:
    """Decode the collated batches of `plan` and prove each row's supervised tokens; returns the rows checked.

    Raises ModelError naming the first row that is wrong and how.
    """
    checked = 0
    for batch in plan:
        for index, (ids, supervised) in zip(batch, whole_rows(collate([encoded[i] for i in batch])), strict=True):
            if fault := _fault(rows[index], ids, supervised, tokenizer):
                raise ModelError(f"row {rows[index].id}: {fault}")
            checked += 1
    return checked


def _fault(row: Row, ids: list[int], supervised: list[int], tokenizer: Any) -> str | None:
    before, full = render(tokenizer, row.prompt), render(tokenizer, row.prompt, row.answer)
    if not supervised:
        return "no token is supervised"
    if _decode(tokenizer, ids) != full:
        return "its tokens are not the rendered row: it was cut, or the tokenizer changes the text"
    said = _decode(tokenizer, supervised)
    if said != full[len(before) :]:
        return f"{len(said)} supervised characters, expected {len(full) - len(before)}: the mask is not the answer"
    ending = said[len(row.answer) :]
    if not said.startswith(row.answer) or not ending.startswith(tokenizer.eos_token):
        return "the answer is not followed by the end-of-turn token"
    if tokenizer.eos_token_id not in supervised:
        return "the end-of-turn token is not supervised"
    return None


def _decode(tokenizer: Any, ids: list[int]) -> str:
    return str(tokenizer.decode(ids, skip_special_tokens=False, clean_up_tokenization_spaces=False))
