"""How fast the local engine decodes, as ratios within one run on the same weights and notes.

    python -m eval.bench.decode

compares the engine with plain greedy `generate`, with transformers' prompt lookup decoding, with its own
grammar token by token, and with the floor: one forward pass over prompt, source and output. A ratio of
2.0 means twice the floor's time, or twice as fast as the other decoder.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import torch

from ficha.engine.loading import default_model, load_model
from ficha.engine.local import LocalEngine
from ficha.instruct import chat_frame
from ficha.locales import load_locale
from ficha.policy import load_policy

LANG = "swa"
SHORT = (
    "Mgonjwa Achieng Otieno, simu 0712 345 678, alifika Kituo cha Afya Kibera tarehe 3/4/2026.",
    "habari daktari naitwa Zuhura Mwakipesile natoka Mbagala naomba kujua kama dawa zangu ziko tayari",
    "Leo kliniki inafunguliwa saa ngapi? Nina homa na kikohozi kwa siku tatu sasa.",
)
ROUNDS = 3


def notes() -> dict[str, list[str]]:
    """Short messages (about 15 words), and what fills a window."""
    return {"messages of 15 words": list(SHORT), "windows of 45 words": [" ".join(SHORT), " ".join(reversed(SHORT))]}


def seconds(work: Callable[[str], object], texts: list[str]) -> float:
    """The fastest of ROUNDS runs over all texts, in seconds; one run before warms up."""
    best = float("inf")
    for _ in range(ROUNDS + 1):
        started = time.perf_counter()
        for text in texts:
            work(text)
        best = min(best, time.perf_counter() - started)
    return best


def main() -> None:
    """Measure every decoder on every kind of text and print the ratios."""
    model, tokenizer, contract = load_model(default_model())
    policy, locale = load_policy("afrimed"), load_locale(LANG)
    fast = LocalEngine(model, tokenizer, contract, "fast")
    plain = LocalEngine(model, tokenizer, contract, "plain", speculate=False)
    head, tail = chat_frame(tokenizer, contract.prompt.text, policy)

    answers: dict[str, str] = {}

    def ids(text: str) -> torch.Tensor:
        encoded: Any = tokenizer(text, add_special_tokens=False, return_tensors="pt")
        tokens: torch.Tensor = encoded.input_ids.to(model.device)
        return tokens

    def greedy(text: str, **options: Any) -> object:
        prompt = ids(head + text + tail)
        generate: Any = model.generate
        with torch.inference_mode():
            return generate(
                prompt,
                attention_mask=torch.ones_like(prompt),
                max_new_tokens=2 * prompt.shape[1],
                do_sample=False,
                **options,
            )

    def floor(text: str) -> object:
        with torch.inference_mode():
            return model(ids(head + text + tail + answers[text]))

    for kind, texts in notes().items():
        answers.update((text, fast.generate(text, policy, locale).text) for text in texts)
        ours = seconds(lambda text: fast.generate(text, policy, locale), texts)
        print(f"{kind}: {ours / len(texts):.2f} s each; as a ratio to that time:")
        for name, work in (
            ("plain greedy generate", greedy),
            ("prompt lookup", lambda text: greedy(text, prompt_lookup_num_tokens=10)),
            ("the same grammar, token by token", lambda text: plain.generate(text, policy, locale)),
            ("the floor, one forward pass", floor),
        ):
            print(f"  {name:34} {seconds(work, texts) / ours:5.2f}")


if __name__ == "__main__":
    main()
