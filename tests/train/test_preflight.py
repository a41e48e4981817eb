"""The checks before the first step (reported faults: loss-mask T02, T04, B41; template B43; quantisation B49)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from ficha.errors import InputError, ModelError
from ficha.instruct import chat_frame, instruction, render
from ficha.policy import load_policy
from tests.train.build import (
    CHATML,
    THINKING,
    THINKING_OFF,
    THINKING_PROMPT,
    document,
    encode,
    row,
    tiny_tokenizer,
    write_corpus,
)
from train import preflight, sft
from train.collate import SharedPrefixCollator
from train.recipe import load_recipe

ROWS = [row(id="first"), row("Baraka, 4 y.", "[name], 4 y.", id="second"), row("No one.", "No one.", id="third")]


def supervise(encoded: list[dict[str, list[int]]], tokenizer: Any) -> int:
    plan = [[0, 1], [2]]
    return preflight.check_supervision(ROWS, encoded, plan, SharedPrefixCollator(tokenizer.pad_token_id), tokenizer)


def test_rows_supervised_on_answer_and_end_pass() -> None:
    tokenizer = tiny_tokenizer()
    assert supervise([encode(r, tokenizer) for r in ROWS], tokenizer) == 3


def test_a_template_that_writes_nothing_behind_the_end_passes() -> None:
    tokenizer = tiny_tokenizer(CHATML.replace("<|im_end|>\n'", "<|im_end|>'"))
    assert render(tokenizer, ROWS[0].prompt, "A").endswith("A<|im_end|>")
    assert supervise([encode(r, tokenizer) for r in ROWS], tokenizer) == 3


def spoil_prompt(ids: list[int], labels: list[int]) -> tuple[list[int], list[int]]:
    return ids, [-100, -100, *ids[2:]]  # T02: the mask leaves nearly the whole prompt supervised


def spoil_end(ids: list[int], labels: list[int]) -> tuple[list[int], list[int]]:
    return ids, [
        -100 if i == 2 else label for i, label in zip(ids, labels, strict=True)
    ]  # T04: the end masked as padding


def spoil_cut(ids: list[int], labels: list[int]) -> tuple[list[int], list[int]]:
    return ids[:-4], labels[:-4]  # cut by a length limit


def spoil_start(ids: list[int], labels: list[int]) -> tuple[list[int], list[int]]:
    first = next(i for i, label in enumerate(labels) if label != -100)
    return ids, [*labels[:first], -100, *labels[first + 1 :]]


@pytest.mark.parametrize("spoil", [spoil_prompt, spoil_end, spoil_cut, spoil_start])
def test_a_wrong_mask_stops_with_the_rows_id(spoil: Any) -> None:
    tokenizer = tiny_tokenizer()
    encoded = [encode(r, tokenizer) for r in ROWS]
    encoded[1]["input_ids"], encoded[1]["labels"] = spoil(encoded[1]["input_ids"], encoded[1]["labels"])
    with pytest.raises(ModelError, match="row second") as caught:
        supervise(encoded, tokenizer)
    assert "Baraka" not in str(caught.value)


def test_padding_with_the_end_token_is_refused() -> None:
    with pytest.raises(ModelError, match="end token"):
        preflight.check_padding(tiny_tokenizer(pad="<|im_end|>"))
    preflight.check_padding(tiny_tokenizer())


@pytest.mark.parametrize(
    ("template", "told"),
    [(THINKING, "of its own before the answer"), (THINKING_PROMPT, "the rendered prompt is no strict prefix")],
)
def test_a_think_block_in_one_rendering_only_is_refused(template: str, told: str) -> None:
    with pytest.raises(ModelError, match=f"row first: .*{told}"):
        preflight.check_template(ROWS, tiny_tokenizer(template))


def test_a_think_block_that_is_switched_off_is_in_both_renderings() -> None:
    tokenizer = tiny_tokenizer(THINKING_OFF)
    preflight.check_template(ROWS, tokenizer)
    assert supervise([encode(r, tokenizer) for r in ROWS], tokenizer) == 3


def test_long_rows_are_dropped_and_over_one_percent_is_an_error() -> None:
    rows = [row(id=f"r{n}") for n in range(200)]
    lengths = [60] * 200
    lengths[7], lengths[9] = 220, 65
    assert preflight.within_length(rows, lengths, 64, allow_dropped=False) == [n for n in range(200) if n not in (7, 9)]
    lengths[11] = 65
    with pytest.raises(InputError, match="3 of 200 rows are longer than max_length 64 \\(the first: r7\\)"):
        preflight.within_length(rows, lengths, 64, allow_dropped=False)
    assert len(preflight.within_length(rows, lengths, 64, allow_dropped=True)) == 197


def test_nothing_left_is_an_error_even_where_dropping_is_allowed() -> None:
    with pytest.raises(InputError, match="1 of 1 rows"):
        preflight.within_length([row()], [65], 64, allow_dropped=True)


def four_bit_fails(*_: Any, **__: Any) -> None:
    raise RuntimeError("install accelerate and bitsandbytes")


def test_four_bit_is_refused_only_where_it_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = load_recipe("qwen2.5-7b-qlora")
    monkeypatch.setattr("bitsandbytes.functional.quantize_4bit", lambda *_, **__: None)
    preflight.check_quantisation(recipe, torch.device("cpu"))
    monkeypatch.setattr("bitsandbytes.functional.quantize_4bit", four_bit_fails)
    preflight.check_quantisation(load_recipe("smollm2-135m"), torch.device("cpu"))
    with pytest.raises(ModelError, match="float32 on a CPU"):
        preflight.check_quantisation(recipe, torch.device("cpu"))


def test_four_bit_is_refused_before_anything_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("bitsandbytes.functional.quantize_4bit", four_bit_fails)
    monkeypatch.setattr(sft, "resolve_base", lambda name: pytest.fail("the base was loaded"))
    corpus = write_corpus(tmp_path / "data", [document(1)])
    out = tmp_path / "out"
    status = sft.main(["--data", str(corpus), "--out", str(out), "--recipe", "qwen2.5-7b-qlora"])
    assert status == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not out.exists()


@pytest.mark.parametrize("template", [CHATML, THINKING_OFF, CHATML.replace("<|im_end|>\n'", "<|im_end|>'")])
def test_a_training_row_starts_with_just_what_serving_sends(template: str) -> None:
    """Reported fault B43 (template): the engine's frame and text are the row's first tokens, thinking or not."""
    tokenizer = tiny_tokenizer(template)
    policy = load_policy("afrimed")
    prompt = "Copy the text. Replace {categories}"
    for text in ("Baraka, 4 y.", "(Ann) came", "\u200bAnn\u00a0came"):
        head, tail = chat_frame(tokenizer, prompt, policy)
        sent = [i for part in (head, text, tail) for i in tokenizer(part, add_special_tokens=False)["input_ids"]]
        trained = encode(row(text, text, instruction(prompt, policy)), tokenizer)
        start = next(n for n, label in enumerate(trained["labels"]) if label != -100)
        assert trained["input_ids"][:start] == sent
