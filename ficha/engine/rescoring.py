"""Rescoring: what an endpoint's answer says of the recall dial, read from its log-probabilities.

    walk = Walk.of(grammar, answer, dial, lifts)
    walk.scores          # a probability a placeholder
    walk.unopened        # where the dial would have opened one, for the next request's grammar; None: nowhere

The answer was written without the dial. It is walked token by token under the grammar, and at the first place where
the local engine's dial would have chosen an opening instead, that opening is what to force. In the next answer all
up to there is certain, since nothing else was allowed: its chances are those of the walk before.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ficha.engine.dial import Dial
from ficha.engine.ebnf import Forced
from ficha.engine.grammar import CopyGrammar, State, is_opening, opens_at
from ficha.engine.http import Answer, Token
from ficha.engine.reading import Placeholders

_LEAST = 1e-300  # the chance of what can't be, whose logarithm still is a number


class Walk:
    """An answer's tokens under the grammar: its scores, and the first placeholder that the dial would have opened."""

    def __init__(self, grammar: CopyGrammar, dial: Dial, lifts: Mapping[int, float]) -> None:
        self._grammar = grammar
        self._dial = dial
        self._lifts = lifts
        self._placeholders = Placeholders()
        self._chances: dict[tuple[int, bytes], float] = {}  # (bytes before it, token) -> its chance when it was free
        self.unopened: Forced | None = None

    @property
    def scores(self) -> list[float]:
        return self._placeholders.done

    @classmethod
    def of(
        cls, grammar: CopyGrammar, answer: Answer, dial: Dial, lifts: Mapping[int, float], before: Walk | None = None
    ) -> Walk | None:
        """The walk over `answer`, which was forced to what the walk `before` left unopened, where there is one.

        None where the answer has no log-probabilities or isn't a twin.
        """
        walk = cls(grammar, dial, lifts)
        forced = -1  # bytes
        if before is not None and before.unopened is not None:
            walk._chances, forced = dict(before._chances), len(before.unopened.twin.encode())
        tokens = _without_end(answer)
        if not tokens:
            return None
        state = grammar.start_state
        written = b""
        for token in tokens:
            after = grammar.advance(state, token.text)
            if not after:
                return None
            # a token that is a part of a character is listed without text: known by its chance, if it was chosen
            likely = {text: math.exp(logprob) for text, logprob in token.others if text}
            likely[token.text] = math.exp(token.logprob)
            ends = {text: grammar.advance(state, text) for text in likely}
            allowed = {text: likely[text] for text, end in ends.items() if end}
            chance = allowed[token.text] / sum(allowed.values())
            if len(written) > forced:
                walk._chances[len(written), token.text] = chance
                if walk.unopened is None:
                    walk._look(state, written, token.text, allowed, ends)
            walk._placeholders.token(walk._chances.get((len(written), token.text), chance), state, after)
            state, written = after, written + token.text
        if grammar.end not in state:
            return None
        if not isinstance(next(iter(state)), int) or len(state) > 1:
            walk._placeholders.token(1.0, state, frozenset())
        return walk

    def _look(
        self, state: State, written: bytes, chosen: bytes, allowed: Mapping[bytes, float], ends: Mapping[bytes, State]
    ) -> None:
        """Remember the placeholder that would have opened here, had the dial been asked: `Dial.choose`, once more."""
        opening = {
            text: math.log(max(chance, _LEAST)) + self._dial.shift(opens_at(ends[text]), self._lifts)
            for text, chance in allowed.items()
            if is_opening(ends[text])
        }
        if not opening or chosen in opening or not all(isinstance(item, int) for item in state):
            return
        best = max(opening, key=lambda text: opening[text])
        others = max(chance for text, chance in allowed.items() if text not in opening)
        if opening[best] > math.log(others):
            before = best[: best.rindex(b"[")]  # the space that a token may hold before the bracket
            self.unopened = Forced((written + before).decode("utf-8"), opens_at(ends[best]))
            self._chances[len(written), best] = allowed[best] / sum(allowed.values())


def _without_end(answer: Answer) -> Sequence[Token]:
    """The tokens that the text consists of; none where they don't make it up.

    Servers differ in whether the token that ends a turn is listed, and as what (`<|im_end|>`, nothing, a zero byte).
    """
    text = answer.text.encode("utf-8")
    left = len(text)
    for n, token in enumerate(answer.tokens):
        if left == 0:
            return answer.tokens[:n]
        if not text.startswith(token.text, len(text) - left):
            return ()
        left -= len(token.text)
    return answer.tokens if left == 0 else ()
