"""What a run pays: tokens, calls and money, and the budget that stops it.

A call is only sent where its worst case (the whole of `max_tokens`), with those in flight, still fits the budget; so a
run never spends more than was allowed.

    >>> account = Account(Prices(0.15, 0.60), budget_usd=5.0)
    >>> account.reserve(request); account.settle(request, answer)
"""

from __future__ import annotations

from dataclasses import dataclass

from synth.teacher.requests import Answer, Request


@dataclass(frozen=True)
class Prices:
    """US dollars for a million tokens; an endpoint of one's own costs 0."""

    input: float = 0.0
    output: float = 0.0

    def cost(self, input_tokens: int, output_tokens: int) -> float:
        """US dollars."""
        return (input_tokens * self.input + output_tokens * self.output) / 1e6

    def worst(self, request: Request) -> float:
        """What a call costs at most, in US dollars: the estimate of its prompt, and every token it may write."""
        return self.cost(request.input_tokens, request.max_tokens)


class Account:
    """The calls, tokens and dollars of this run; answers from the cache are counted apart and cost nothing."""

    def __init__(self, prices: Prices, budget_usd: float | None) -> None:
        self.prices = prices
        self._budget = budget_usd
        self._reserved = 0.0
        self.calls = self.cached = self.input_tokens = self.output_tokens = 0

    @property
    def spent_usd(self) -> float:
        return self.prices.cost(self.input_tokens, self.output_tokens)

    def reserve(self, request: Request) -> bool:
        """Set aside the worst case of a call; False where the budget doesn't hold it any more."""
        worst = self.prices.worst(request)
        if self._budget is not None and self.spent_usd + self._reserved + worst > self._budget:
            return False
        self._reserved += worst
        return True

    def release(self, request: Request) -> None:
        """Give back what was set aside for a call, when it has ended in whatever way."""
        self._reserved -= self.prices.worst(request)

    def settle(self, answer: Answer) -> None:
        """Count an answer that was paid for."""
        self.calls += 1
        self.input_tokens += answer.input_tokens
        self.output_tokens += answer.output_tokens

    def __str__(self) -> str:
        return (
            f"{self.calls} answers paid for ({self.input_tokens} tokens in, {self.output_tokens} out, "
            f"{self.spent_usd:.4f} USD), {self.cached} from the cache"
        )
