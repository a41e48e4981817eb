"""One window on its way to its twin: where it is, what is guessed to follow, what was chosen.

The guess (the draft of speculative decoding) is a whole twin: the rest of the source with placeholders where
the last forward pass leaned to one. Guesses decide how fast a window is read, never what comes out:

    reading = Reading(tokens, Dial())
    step = reading.next_step()             # tokens to verify, and the states where a choice is due
    reading.take(step, logits)             # one list of logits a state, in the order of its allowed tokens
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ficha.engine import Generation
from ficha.engine.dial import NO_LIFTS, Dial
from ficha.engine.grammar import State, TokenGrammar, is_opening, opens_at
from ficha.engine.parse import parse

# A placeholder is guessed where its chance is at least LEAN, and to go on over the next word where that leans so too.
LEAN = 0.5
LEAN_ON = 0.5
MOST_WORDS = 4
FORESIGHT = 2  # guessed placeholders in one draft: each may be wrong, and what follows a wrong one is wasted


_NUMBER = re.compile(rb"\+?[0-9][0-9 ()./:+-]*[0-9]")  # a phone, a date, an id: guessed to be one item


@dataclass(frozen=True, slots=True)
class Step:
    """What one forward pass verifies: `draft` follows what is written; `states[i]` is the state before `draft[i]`.

    `probes` are (i, opening token, state behind it): what would follow if a placeholder opened before `draft[i]`.
    """

    draft: tuple[int, ...]
    states: tuple[State, ...]
    probes: tuple[tuple[int, int, State], ...] = ()


@dataclass
class Placeholders:
    """The probability of each placeholder, gathered token by token."""

    done: list[float] = field(default_factory=list)
    running: float | None = None

    def token(self, probability: float, before: State, after: State) -> None:
        """Count a token's probability; `after` is empty for the end of the answer."""
        copied, copies = _copies(before), not after or _copies(after)
        if copied and copies:
            return
        reopened = not copied and is_opening(after) and any(isinstance(i, int) for i in before)
        self.running = probability if self.running is None else self.running * probability
        if copies or reopened:
            self.done.append(self.running)
            self.running = probability if reopened else None


class Reading:
    """A window under its grammar; with `speculate` False nothing is guessed, and each pass writes one token."""

    def __init__(
        self, tokens: TokenGrammar, dial: Dial, speculate: bool = True, lifts: Mapping[int, float] = NO_LIFTS
    ) -> None:
        self._tokens = tokens
        self._dial = dial
        self._speculate = speculate
        self._lifts = lifts
        self.state: State = tokens.grammar.start_state
        self.written: list[int] = []
        self.finished = False
        self._scores = Placeholders()
        self._first = True
        self._leaning: dict[int, float] = {}  # source position -> chance that a placeholder opens there
        self._tags: dict[int, bytes] = {}  # source position -> the placeholder that a probe saw
        self._ends: dict[int, int] = {}  # source position -> where the item that opens there would end
        self._guesses: dict[int, tuple[int, bytes]] = {}  # source position -> end of the item, placeholder

    @property
    def source(self) -> str:
        """The window as the model reads it."""
        return self._tokens.grammar.source.decode("utf-8")

    def allowed(self, state: State) -> dict[int, State]:
        """Token id -> following state (`TokenGrammar.allowed`)."""
        return self._tokens.allowed(state)

    @property
    def generation(self) -> Generation:
        """The finished twin."""
        bytes_of = self._tokens.vocabulary.bytes_of
        text = b"".join(bytes_of[token] for token in self.written).decode("utf-8")
        hidden = parse(self._tokens.grammar, text)
        return Generation(text, tuple(map(self._dial.score, self._scores.done)), True, tuple(hidden or ()))

    def next_step(self) -> Step:
        """The next tokens to verify."""
        if not self._speculate:
            return Step((), (self.state,))
        states = [self.state]
        draft: list[int] = []
        opened = 0
        for token in self._encode(self._guess()):
            following = self._tokens.allowed(states[-1]).get(token)
            opened += following is not None and is_opening(following) and not is_opening(states[-1])
            if following is None or opened > FORESIGHT:
                break
            draft.append(token)
            states.append(following)
        return Step(tuple(draft), tuple(states), self._probes(states[:-1]) if self._first else ())

    def take(self, step: Step, logits: Sequence[Sequence[float]]) -> int:
        """Choose along the draft for as long as the choice is the draft's. Returns how many draft tokens were right.

        `logits` has a row for each state of `step` (empty where one token alone is allowed), then one a probe.
        """
        right = 0
        for row, state in enumerate(step.states):
            if self._ends_here():
                return right
            allowed = self._tokens.allowed(state)
            choice, probability = self._dial.choose(list(allowed.items()), logits[row], self._lifts)
            self._scores.token(probability, state, allowed[choice])
            if choice == self._tokens.vocabulary.end_of_turn:
                self.finished = True
                return right
            self.written.append(choice)
            self.state = allowed[choice]
            if row == len(step.draft) or choice != step.draft[row]:
                break
            right += 1
        if self._speculate and not self._ends_here():
            self._learn(step, logits)
        return right

    def _ends_here(self) -> bool:
        """Finish where nothing but the end can follow; it closes a placeholder whose resume point was open."""
        if not self.finished and self._tokens.allowed(self.state).keys() == {self._tokens.vocabulary.end_of_turn}:
            self._scores.token(1.0, self.state, frozenset())
            self.finished = True
        return self.finished

    # -- guessing -------------------------------------------------------------------------------------------

    def _learn(self, step: Step, logits: Sequence[Sequence[float]]) -> None:
        """Guess anew from what the pass leaned to at every draft token, those behind the first divergence too.

        The context there holds wrong guesses, and is a good hint all the same (Jacobi decoding, Santilli et al. 2023).
        """
        grammar = self._tokens.grammar
        opened: int | None = None
        for state, row in zip(step.states, logits, strict=False):
            if grammar.copy_position(state) is not None:
                if row:
                    self._leaning.update(self._dial.opening_chances(self._tokens.allowed(state), row, self._lifts))
            elif is_opening(state):
                opened = opens_at(state)
                self._look_inside(state, row)
            elif row and opened is not None:
                self._look_behind(opened, state, row)
        for (_, _, state), row in zip(step.probes, logits[len(step.states) :], strict=True):
            self._look_inside(state, row)
        self._first = False
        self._guesses = {}
        done = 0
        for position in sorted(self._leaning):
            if position >= done and self._leaning[position] >= LEAN and position in self._tags:
                done = self._ends.get(position) or self._end_of(position)
                self._guesses[position] = (done, self._tags[position])

    def _look_inside(self, state: State, row: Sequence[float]) -> None:
        """Which placeholder the model would write in `state`, inside of one, and where it would resume."""
        grammar = self._tokens.grammar
        allowed = list(self._tokens.allowed(state).items())
        token, after = allowed[max(range(len(row)), key=row.__getitem__) if row else 0]
        for position, placeholder in reversed(grammar.inside(after)):
            self._tags[position] = placeholder
        resumed = grammar.copy_position(after)
        if resumed is not None:  # the token closes the placeholder and goes on: `],`
            opened = opens_at(state)
            written = self._tokens.vocabulary.bytes_of[token]
            self._end_at(opened, resumed - len(written) + written.index(b"]") + 1)

    def _look_behind(self, opened: int, state: State, row: Sequence[float]) -> None:
        """Where the model would resume the source in `state`, behind the placeholder that opened at `opened`."""
        token, after = list(self._tokens.allowed(state).items())[max(range(len(row)), key=row.__getitem__)]
        position = self._tokens.grammar.copy_position(after)
        if position is not None:
            self._end_at(opened, position - len(self._tokens.vocabulary.bytes_of[token]))

    def _end_at(self, opened: int, end: int) -> None:
        if end in self._tokens.grammar.closes_after[opened]:
            self._ends[opened] = end

    def _end_of(self, position: int) -> int:
        """Where an item that begins at `position` may end: with its word, and the next ones while they lean too."""
        source, closes = self._tokens.grammar.source, self._tokens.grammar.closes_after
        number = _NUMBER.match(source, position)
        if number is not None and number.end() in closes[position]:
            return number.end()
        end = closes[position][0]
        for _ in range(MOST_WORDS):
            after = end + 1 if source[end : end + 1].isspace() else end
            if self._leaning.get(after, 0.0) < LEAN_ON:
                break
            end = closes[after][0]
        return end

    def _guess(self) -> bytes:
        """The text that is guessed to follow."""
        grammar = self._tokens.grammar
        resumes = sorted(item for item in self.state if isinstance(item, int))
        if len(resumes) == 1:
            return self._render(resumes[0])
        if resumes:
            likely = {*self._ends.values(), *(end for end, _ in self._guesses.values())}
            return self._render(next((r for r in resumes if r in likely), resumes[0]))
        fitting = grammar.inside(self.state)
        position, placeholder = next((f for f in fitting if self._tags.get(f[0]) == f[1]), fitting[0])
        written = next(len(item[1]) for item in self.state if not isinstance(item, int) and item[0] == position)
        end = self._ends.get(position) or self._end_of(position)
        return placeholder[written:] + self._render(end)

    def _render(self, position: int) -> bytes:
        """The source from `position` on, with the guessed placeholders."""
        out: list[bytes] = []
        source = self._tokens.grammar.source
        for start in sorted(self._guesses):
            if start >= position:
                end, placeholder = self._guesses[start]
                out += [source[position:start], placeholder]
                position = end
        return b"".join([*out, source[position:]])

    def _encode(self, text: bytes) -> list[int]:
        """Tokens of `text`, which may begin inside a character."""
        vocabulary = self._tokens.vocabulary
        head: list[int] = []
        while text and text[0] & 0xC0 == 0x80:
            head.append(vocabulary.id_of[text[:1]])
            text = text[1:]
        return [*head, *vocabulary.encode(text.decode("utf-8"))]

    def _probes(self, states: Sequence[State]) -> tuple[tuple[int, int, State], ...]:
        """Openings that a first pass looks into: at capitals and digits, or, in a text without capitals, at words."""
        grammar = self._tokens.grammar
        capitals = any(c.isupper() for c in grammar.source.decode("utf-8")[1:])
        found = []
        for row, state in enumerate(states):
            for token, after in self._tokens.allowed(state).items():
                if is_opening(after):
                    position = opens_at(after)
                    initial = grammar.source[position : position + 4].decode("utf-8", "ignore")[:1]
                    if initial.isdigit() or initial.isupper() or (not capitals and initial.isalpha()):
                        found.append((row, token, after))
                    break
        return tuple(found)


def _copies(state: State) -> bool:
    return len(state) == 1 and isinstance(next(iter(state)), int)
