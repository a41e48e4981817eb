"""What a run would take: calls, tokens and dollars, step by step, without asking anything.

    for line in estimate(pack, 1000, 13): print(line)
    expand: 96 calls, 78000 tokens in, 310000 out

Prompts are rendered as the run would, so their length is right up to the tokeniser; answers are taken at what their
texts are expected to hold. Answers that are asked for again, and those already in the cache, are not in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from synth.pack import Pack
from synth.splits import SPLITS, ListSplit
from synth.teacher.account import Prices
from synth.teacher.local import local_values
from synth.teacher.plan import TEXTS, YIELD, Cell, Seed, quotas, registers_of
from synth.teacher.requests import Request, tokens_of
from synth.teacher.steps import IDEAS, TOKENS_A_TEXT, Steps
from synth.world import World

LOOKS = 3  # rounds after which the texts are looked at, as a rule
TYPICAL = "w" * (3 * TOKENS_A_TEXT // 2)  # stands for a text of half the room that a call leaves for one


@dataclass(frozen=True)
class Line:
    """Calls and tokens of one step."""

    step: str
    calls: int
    input_tokens: int
    output_tokens: int

    def __str__(self) -> str:
        return f"{self.step}: {self.calls} calls, {self.input_tokens} tokens in, {self.output_tokens} out"


def estimate(pack: Pack, count: int, seed: int) -> list[Line]:
    """One line a step, for `count` documents of the teacher's."""
    steps = Steps(pack, seed)
    registers = list(registers_of(pack))
    category = "w" * 90
    country = next(iter(pack.settings.countries))
    lists = ListSplit(pack)
    worlds = {split: World(pack, country, split, lists) for split in SPLITS}
    expands, texts = [], 0
    for cell, wanted in quotas(pack, count).items():
        needed = math.ceil(wanted / YIELD)
        texts += needed
        one = Seed(Cell(cell.register, cell.split), category, country, False, 0, min(TEXTS, needed))
        expand = steps.expand(one, local_values(worlds[cell.split], lists, one.template), "")
        expands += [expand] * math.ceil(needed / TEXTS)
    a_text = tokens_of(TYPICAL)
    return [
        _line("brainstorm", [steps.brainstorm(register, 0) for register in registers], 25 * IDEAS),
        _line("expand", expands, a_text * texts // max(1, len(expands))),
        _line("twin", [steps.twin(TYPICAL)] * texts, a_text),
        _line("look", [steps.look([TYPICAL] * 8, "")] * LOOKS * len(registers), 300),
    ]


def total(lines: Iterable[Line], prices: Prices) -> str:
    """The last line of a dry run."""
    lines = list(lines)
    tokens = sum(line.input_tokens for line in lines), sum(line.output_tokens for line in lines)
    calls = sum(line.calls for line in lines)
    return f"in all: {calls} calls, {tokens[0]} tokens in, {tokens[1]} out, about {prices.cost(*tokens):.2f} USD"


def _line(step: str, requests: list[Request], output_tokens: int) -> Line:
    return Line(step, len(requests), sum(r.input_tokens for r in requests), output_tokens * len(requests))
