"""The recall dial: how readily a placeholder opens, and which spans are too unlikely to be kept.

`recall_bias` is added to the logit of every token that opens a placeholder: a shift of its log-odds against
copying, in nats. 0 is the model's own choice; 2 opens at a chance of 0.12. `name_bias` is added to it at words
that the language doesn't know (`ficha.engine.unknown_words`), by how much each language takes. `thresholds` maps a
placeholder's word (its tag) to the least score that a span of it needs; what is below is dropped and reported.
Scores are the model's probabilities brought to what they are worth on the development split (Platt 1999).

    >>> dial = Dial(recall_bias=2.0, name_bias={"swa": 1.0})
    >>> dial.shift(9, dial.lifts({9}, "swa")), dial.shift(9, dial.lifts({9}, "luo"))
    (3.0, 2.0)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ficha.contract import Calibration, Contract
from ficha.engine.grammar import State, is_opening, opens_at

NO_LIFTS: Mapping[int, float] = MappingProxyType({})


@dataclass(frozen=True)
class Dial:
    """A setting of the dial."""

    recall_bias: float = 0.0
    thresholds: Mapping[str, float] = field(default_factory=dict)
    name_bias: Mapping[str, float] = field(default_factory=dict)
    slope: float = 1.0
    intercept: float = 0.0

    @classmethod
    def of(
        cls, contract: Contract, recall_bias: float | None = None, thresholds: Mapping[str, float] | None = None
    ) -> Dial:
        """The calibrated setting of a model; the caller's own bias replaces its, a threshold that of its tag."""
        known = contract.calibration or Calibration()
        return cls(
            known.recall_bias if recall_bias is None else recall_bias,
            {**contract.thresholds, **(thresholds or {})},
            known.name_bias,
            known.slope,
            known.intercept,
        )

    def score(self, probability: float) -> float:
        """What a span's probability is worth: the share of such spans that are right, as far as is known."""
        if not 0 < probability < 1:
            return probability
        logit = self.slope * math.log(probability / (1 - probability)) + self.intercept
        return 1 / (1 + math.exp(-max(-700.0, min(700.0, logit))))

    def lifts(self, unknown: Iterable[int], lang: str | None) -> dict[int, float]:
        """What is added at the source positions of words that the language doesn't know."""
        bias = self.name_bias.get(lang or "", 0.0)
        return dict.fromkeys(unknown, bias) if bias else {}

    def shift(self, position: int, lifts: Mapping[int, float] = NO_LIFTS) -> float:
        """What is added to the log-odds of opening at a source position."""
        return self.recall_bias + lifts.get(position, 0.0)

    def choose(
        self, allowed: Sequence[tuple[int, State]], logits: Sequence[float], lifts: Mapping[int, float] = NO_LIFTS
    ) -> tuple[int, float]:
        """The likeliest allowed token, openings shifted, and its own (unshifted) probability among the allowed.

        `logits` may be empty where one token alone is allowed.
        """
        if len(allowed) == 1:
            return allowed[0][0], 1.0
        shifted = self._shifted([state for _, state in allowed], logits, lifts)
        best = max(range(len(shifted)), key=shifted.__getitem__)
        top = max(logits)
        return allowed[best][0], math.exp(logits[best] - top) / sum(math.exp(logit - top) for logit in logits)

    def opening_chances(
        self, allowed: Mapping[int, State], logits: Sequence[float], lifts: Mapping[int, float] = NO_LIFTS
    ) -> dict[int, float]:
        """Source position -> the shifted chance that a placeholder opens there, of one row of logits."""
        weights = self._shifted(allowed.values(), logits, lifts)
        top = max(weights)
        chances = [math.exp(weight - top) for weight in weights]
        total = sum(chances)
        found: dict[int, float] = {}
        for state, chance in zip(allowed.values(), chances, strict=True):
            if is_opening(state):
                position = opens_at(state)
                found[position] = found.get(position, 0.0) + chance / total
        return found

    def _shifted(self, states: Iterable[State], logits: Sequence[float], lifts: Mapping[int, float]) -> list[float]:
        return [
            logit + (self.shift(opens_at(state), lifts) if is_opening(state) else 0.0)
            for state, logit in zip(states, logits, strict=True)
        ]
