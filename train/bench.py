"""Training speed against what the machine can do: `python -m train.bench` (`make bench`).

    share = (sum over the matrix products of one step of the time that each takes alone) / (time of the step)

Both are measured in one run on the same batches. A step is forward, backward and the optimiser's update; its matrix
products are recorded as torch issues them (shapes, strides, number types), and then timed one by one on fresh numbers.
On a CPU time is the process' own (all its threads), so that other work on the machine falls out of both; on a GPU it is
the clock's. What is missing to 1 is everything else: activations, norms, softmax, copying, the optimiser, Python.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

import prompts
from ficha.base_model import bundled_base
from ficha.device import best_device, best_dtype
from ficha.windows import token_counter
from synth.factory import Factory
from synth.pack import load_pack
from train import adapter, dataset
from train.batches import Size, plan_batches
from train.collate import SharedPrefixCollator
from train.options import quiet
from train.recipe import load_recipe
from train.rows import RowOptions, training_rows
from train.trainer import supervised_losses
from train.training import Settings, make_trainer

_REPEATS = 2
_BATCHES = 3
_DOCUMENTS = 48
_MAX_WORDS = 40
_PRODUCTS = {"mm", "addmm", "bmm", "baddbmm"}

Operand = tuple[tuple[int, ...], tuple[int, ...], torch.dtype]
Product = tuple[str, tuple[Operand, ...]]


class Recorder(TorchDispatchMode):
    """Counts the matrix products that run inside it, by operation and operands."""

    def __init__(self) -> None:
        super().__init__()
        self.products: Counter[Product] = Counter()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = func.overloadpacket.__name__
        if name in _PRODUCTS:
            operands = tuple((tuple(a.shape), a.stride(), a.dtype) for a in args if isinstance(a, torch.Tensor))
            self.products[name, operands] += 1
        return func(*args, **(kwargs or {}))


def seconds(work: Callable[[], object], device: torch.device) -> float:
    """The least time of a few repeats: CPU seconds of this process, or seconds by the clock on a GPU."""
    clock = time.process_time if device.type == "cpu" else time.perf_counter
    found = []
    for _ in range(_REPEATS):
        started = clock()
        work()
        if device.type == "cuda":
            torch.cuda.synchronize()
        found.append(clock() - started)
    return min(found)


def alone(product: Product, device: torch.device) -> float:
    """The time of one matrix product on random numbers of the same shapes, strides and types."""
    name, operands = product
    tensors = [_random(operand, device) for operand in operands]
    return seconds(lambda: getattr(torch, name)(*tensors), device)


def _random(operand: Operand, device: torch.device) -> torch.Tensor:
    shape, stride, dtype = operand
    return torch.empty_strided(shape, stride, dtype=dtype, device=device).normal_()


def operations(product: Product) -> int:
    """Multiplications and additions of a product: 2 m n k, for each matrix of a batch."""
    _, operands = product
    (*batch, rows, inner), (*_, columns) = operands[-2][0], operands[-1][0]
    return 2 * rows * inner * columns * (batch[0] if batch else 1)


def measure(model: Any, batches: Sequence[dict[str, torch.Tensor]], optimiser: Any) -> tuple[float, Counter[Product]]:
    """(seconds of a step, summed over the batches; the matrix products of all batches)."""
    device = next(model.parameters()).device
    products: Counter[Product] = Counter()
    total = 0.0
    for batch in batches:

        def step(batch: dict[str, torch.Tensor] = batch) -> None:
            supervised_losses(model, batch)[1].mean().backward()
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)

        with Recorder() as recorder:
            step()  # also warms up
        products += recorder.products
        total += seconds(step, device)
    return total, products


def main() -> None:
    """Measure and print."""
    quiet()
    recipe, device, base = load_recipe("smollm2-135m"), best_device(), bundled_base()
    dtype = best_dtype(device)
    tokenizer = adapter.load_tokenizer(base)
    model = adapter.with_adapter(adapter.load_base(base, recipe, device, dtype), base, recipe, None, 13)
    made = (m.document for m in Factory(load_pack("swa"), 13, _MAX_WORDS).documents(_DOCUMENTS * 2) if not m.reason)
    options = RowOptions(prompts.load("eng", "anonymise").text, recipe.window_tokens)
    rows = list(training_rows(islice(made, _DOCUMENTS), options, token_counter(tokenizer)))
    trainer = make_trainer(model, tokenizer, dataset.as_dataset(rows), None, Settings(recipe, base, 13))
    encoded = dataset.encoded_rows(trainer.train_dataset)
    plan = plan_batches([Size(0, 0, len(r["input_ids"])) for r in encoded], recipe.batch_rows, recipe.batch_tokens, 13)
    collate = SharedPrefixCollator(tokenizer.pad_token_id)
    chosen = plan[:_BATCHES]
    batches = [{k: v.to(device) for k, v in collate([encoded[i] for i in batch]).items()} for batch in chosen]
    optimiser = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-4)
    model.train()
    step, products = measure(model, batches, optimiser)
    summed = sum(count * alone(product, device) for product, count in products.items())
    work = sum(count * operations(product) for product, count in products.items())
    tokens = sum(len(encoded[i]["input_ids"]) for batch in chosen for i in batch)
    threads = torch.get_num_threads()
    print(f"{device.type}, {dtype}, {threads} threads, {len(batches)} batches, the bundled base with LoRA")
    print(f"{tokens / step:,.0f} tokens a second of whole rows; {work / step / 1e9:,.0f} GFLOP/s in a step")
    print(f"{sum(products.values())} matrix products, alone {summed:.2f} s: {work / summed / 1e9:,.0f} GFLOP/s")
    print(f"share = products alone / step = {summed:.2f} s / {step:.2f} s = {summed / step:.2f}")


if __name__ == "__main__":
    main()
