"""Dev scores without generation, and the canaries chosen by them."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from tests.train.build import encode, row, tiny_model, tiny_tokenizer
from train.collate import SharedPrefixCollator
from train.evaluate import RowScore, canaries, score_rows, summary


def test_scores_come_in_the_rows_order_and_find_the_exact_ones() -> None:
    tokenizer = tiny_tokenizer()
    model = tiny_model(len(tokenizer))
    rows = [row("Ann came to the clinic today.", "[name] came to the clinic today."), row("Hi.", "Hi."), row()]
    encoded = [encode(r, tokenizer) for r in rows]
    optimiser = torch.optim.AdamW(model.parameters(), lr=0.02)
    for _ in range(150):  # learn the second row by heart
        loss = model(
            input_ids=torch.tensor([encoded[1]["input_ids"]]), labels=torch.tensor([encoded[1]["labels"]])
        ).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    scores = score_rows(model, encoded, SharedPrefixCollator(tokenizer.pad_token_id), 2)
    assert [score.exact for score in scores] == [False, True, False]
    assert scores[1].worst < 0.5 < scores[0].loss
    assert scores[1].loss <= scores[1].worst
    assert summary(rows, scores).splitlines()[-1].endswith("exact 1 of 3 rows")


def test_canaries_are_sure_exact_whole_and_hide_something() -> None:
    good = [row(f"Ann{n} came.", "[name] came.", id=f"r{n}") for n in range(4)]
    rows = [*good, row("Hi.", "Hi."), replace(row(), whole=False), replace(row(), lang=None), row("x" * 300)]
    surest = [RowScore(0.1, worst, True) for worst in (0.4, 0.1, 0.3, 0.2)]
    scores = [*surest, *[RowScore(0.0, 0.0, True)] * 4]
    assert [canary.text for canary in canaries(rows, scores)] == ["Ann1 came.", "Ann3 came."]
    assert canaries(rows, [replace(score, exact=False) for score in scores]) == []


def test_evaluation_holds_few_logits_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory of evaluation is bounded, and the scores are those of one pass."""
    tokenizer = tiny_tokenizer()
    model = tiny_model(len(tokenizer))
    encoded = [encode(row("Ann came to the clinic today.", "[name] came to the clinic today."), tokenizer)] * 6
    collate = SharedPrefixCollator(tokenizer.pad_token_id)
    whole = score_rows(model, encoded, collate, 6)
    sizes: list[int] = []
    model.get_output_embeddings().register_forward_hook(lambda module, given, out: sizes.append(len(out)))
    monkeypatch.setattr("train.trainer.LOGIT_ROWS", 16)
    parts = score_rows(model, encoded, collate, 6)
    assert max(sizes) == 16
    assert sum(sizes) > 6 * 16
    assert [score.exact for score in parts] == [score.exact for score in whole]
    torch.testing.assert_close([s.loss for s in parts], [s.loss for s in whole])
