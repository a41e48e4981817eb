"""The copy grammar: a twin continues the source, or opens a placeholder and resumes later.

Positions are byte offsets into the source. A state is the set of everything that may be going on:
`int` p, copying from p; `(p, partial)`, inside a placeholder that was opened at p and has been
written as far as `partial`. After a placeholder's `]` every possible point of resuming is carried until the
following bytes leave one. Nothing else can be written: no paraphrase, no invention, no answer to an
instruction in the document.

    >>> grammar = CopyGrammar("Ask Joyce.", ["name"], edges=[0, 3, 4, 9, 10])
    >>> grammar.accepts("Ask [name].")
    True
    >>> grammar.accepts("Ask Joan.")
    False
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ficha.engine.vocabulary import Vocabulary

# A placeholder may hide at most so many pieces (the stretches between two edges).
MAX_HIDDEN_PIECES = 48

State = frozenset["int | tuple[int, bytes]"]
_OPEN = ord("[")


class CopyGrammar:
    """The language of all twins of one window.

    `edges` are code-point offsets (`ficha.boundaries.edges`). A placeholder opens before a
    character that isn't white space and closes behind one: `closes_after` maps the byte where one may open to
    those where it may end, ascending; `placeholders` are the full words, in the order of `tags`.
    """

    def __init__(
        self, source: str, tags: Iterable[str], edges: Sequence[int], max_hidden_pieces: int = MAX_HIDDEN_PIECES
    ) -> None:
        self.source = source.encode("utf-8")
        self.end = len(self.source)
        self.start_state: State = frozenset({0})
        placeholders = [f"[{tag}]".encode() for tag in tags]
        self.placeholders = tuple(placeholders)
        self._full = frozenset(placeholders)
        self._partial: dict[bytes, tuple[int, ...]] = {}
        for placeholder in placeholders:
            for n in range(1, len(placeholder)):
                following = self._partial.get(placeholder[:n], ())
                self._partial[placeholder[:n]] = tuple(sorted({*following, placeholder[n]}))
        byte_at = _byte_offsets(source, edges)
        opens = [byte_at[e] for e in edges if e < len(source) and not source[e].isspace()]
        closes = [byte_at[e] for e in edges if e > 0 and not source[e - 1].isspace()]
        self.closes_after: dict[int, tuple[int, ...]] = {}
        first = 0
        for position in opens:
            while first < len(closes) and closes[first] <= position:
                first += 1
            self.closes_after[position] = tuple(closes[first : first + max_hidden_pieces])

    def step(self, state: State, byte: int) -> State:
        """The state after one more byte; empty where the byte is not allowed."""
        out: set[int | tuple[int, bytes]] = set()
        for item in state:
            if isinstance(item, int):
                if item < self.end and self.source[item] == byte:
                    out.add(item + 1)
                if byte == _OPEN and item in self.closes_after and self._full:
                    out.add((item, b"["))
                continue
            position, partial = item
            grown = partial + bytes([byte])
            if grown in self._partial:
                out.add((position, grown))
            if grown in self._full:
                out.update(self.closes_after[position])
        return frozenset(out)

    def advance(self, state: State, text: bytes) -> State:
        """The state after `text`; empty where it is not allowed."""
        for byte in text:
            state = self.step(state, byte)
        return state

    def accepts(self, twin: str) -> bool:
        """True where `twin` is a complete twin of the source."""
        return self.end in self.advance(self.start_state, twin.encode("utf-8"))

    def next_bytes(self, state: State) -> set[int]:
        """Every byte that `step` would allow."""
        out: set[int] = set()
        for item in state:
            if isinstance(item, int):
                if item < self.end:
                    out.add(self.source[item])
                if item in self.closes_after and self._full:
                    out.add(_OPEN)
            else:
                out.update(self._partial[item[1]])
        return out

    def inside(self, state: State) -> list[tuple[int, bytes]]:
        """Each placeholder that `state` may be inside of: where it opened, and its full word."""
        return [
            (item[0], placeholder)
            for item in sorted(i for i in state if not isinstance(i, int))
            for placeholder in self.placeholders
            if placeholder.startswith(item[1])
        ]

    def copy_position(self, state: State) -> int | None:
        """The source position where `state` can only be copying from one, else None."""
        if len(state) != 1:
            return None
        (item,) = state
        return item if isinstance(item, int) else None


def is_opening(state: State) -> bool:
    """True where `state` is inside a placeholder and nowhere else."""
    return bool(state) and not any(isinstance(item, int) for item in state)


def opens_at(state: State) -> int:
    """The source position at which the placeholder of an opening state opens (the first, where several may)."""
    return min(item[0] for item in state if not isinstance(item, int))


class TokenGrammar:
    """A copy grammar in tokens: which ones may follow, and what state each leads to."""

    def __init__(self, grammar: CopyGrammar, vocabulary: Vocabulary) -> None:
        self.grammar = grammar
        self.vocabulary = vocabulary
        self._allowed: dict[State, dict[int, State]] = {}

    def allowed(self, state: State) -> dict[int, State]:
        """Token id -> following state; the end of turn leads to the empty state."""
        known = self._allowed.get(state)
        if known is None:
            known = self._allowed[state] = self._walk(state)
        return known

    def _walk(self, state: State) -> dict[int, State]:
        out: dict[int, State] = {}
        prefixes, id_of = self.vocabulary.prefixes, self.vocabulary.id_of
        stack: list[tuple[bytes, State]] = [(b"", state)]
        while stack:
            written, here = stack.pop()
            for byte in self.grammar.next_bytes(here):
                longer = written + bytes([byte])
                if longer not in prefixes:
                    continue
                there = self.grammar.step(here, byte)
                token = id_of.get(longer)
                if token is not None:
                    out[token] = there
                stack.append((longer, there))
        if self.grammar.end in state:
            out[self.vocabulary.end_of_turn] = frozenset()
        return out


def _byte_offsets(text: str, positions: Sequence[int]) -> dict[int, int]:
    """Code-point offset -> UTF-8 byte offset, for ascending `positions`."""
    out, at, byte = {}, 0, 0
    for position in positions:
        byte += len(text[at:position].encode("utf-8"))
        at = position
        out[position] = byte
    return out
