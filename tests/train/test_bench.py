"""The benchmark's parts: which matrix products a step has, and how much work they are."""

from __future__ import annotations

import torch

from tests.train.build import encode, row, tiny_model, tiny_tokenizer
from train.bench import Recorder, alone, measure, operations
from train.collate import SharedPrefixCollator


def test_forward_and_backward_products_are_recorded_with_their_work() -> None:
    weight = torch.zeros(8, 4, requires_grad=True)
    with Recorder() as recorder:
        (torch.zeros(2, 8) @ weight).sum().backward()
    assert sum(recorder.products.values()) == 2  # forward, and the weight's gradient
    assert {operations(product) for product in recorder.products} == {2 * 2 * 8 * 4}
    with Recorder() as recorder:
        torch.zeros(3, 2, 8) @ torch.zeros(3, 8, 4)
    (product,) = recorder.products
    assert product[0] == "bmm"
    assert operations(product) == 3 * 2 * 2 * 8 * 4
    assert alone(product, torch.device("cpu")) >= 0


def test_a_step_is_measured_with_its_products() -> None:
    tokenizer = tiny_tokenizer()
    model = tiny_model(len(tokenizer))
    batch = SharedPrefixCollator(tokenizer.pad_token_id)([encode(row(), tokenizer)])
    before = model.lm_head.weight.clone()
    step, products = measure(model, [batch], torch.optim.SGD(model.parameters(), lr=0.1))
    layers = sum(isinstance(module, torch.nn.Linear) for module in model.modules())
    assert sum(products.values()) >= 2 * layers
    assert step > 0
    assert not torch.equal(before, model.lm_head.weight)
