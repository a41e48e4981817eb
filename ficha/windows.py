"""Cuts a document into windows that fit the model; the engine and the training rows cut alike.

    >>> [w.text for w in windows("One two. Three four. Five.", 4, lambda piece: len(piece.split()))]
    ['One two. Three four.', 'Five.']

A window ends at the end of a paragraph or a sentence where one lies in its last two thirds, else at
white space, else (a word longer than a window) between two grapheme clusters. No window starts or
ends with white space, and together they hold every other character. Time is linear in the text.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import regex

from ficha.errors import EngineError, UsageError


@dataclass(frozen=True, slots=True)
class Window:
    """Code points `start` to `end` (half-open) of a document, and their text."""

    start: int
    end: int
    text: str


_PARAGRAPH, _SENTENCE, _SPACE, _CLUSTER = 3, 2, 1, 0

_CLOSING = "\"'”’»)\\]」』）】"
# A piece is a word with the white space before it, so that its tokens are those it has in the text.
# Text of scripts without spaces is one piece a sentence end.
_PIECE = regex.compile(rf"\s*(?:[^\s。！？；]+|[。！？；]+[{_CLOSING}]*)|\s+")
_LATIN_END = regex.compile(rf"[.!?…]+[{_CLOSING}]*$")
_WIDE_END = regex.compile(rf"[。！？；]+[{_CLOSING}]*$")


@dataclass(slots=True)
class _Piece:
    start: int
    end: int
    tokens: int
    rank: int = _CLUSTER  # how good a cut its end is


def token_counter(tokenizer: Any) -> Callable[[str], int]:
    """The number of tokens of a piece of text under a transformers tokenizer, without special tokens."""
    return lambda piece: len(tokenizer(piece, add_special_tokens=False)["input_ids"])


def windows(
    text: str,
    max_tokens: int,
    count: Callable[[str], int],
    unbroken: Iterable[tuple[int, int]] = (),
) -> list[Window]:
    """Cut `text` into windows of at most `max_tokens` tokens, in order; `count` gives a piece's tokens.

    No cut falls inside one of the `unbroken` (start, end) stretches, sorted and not overlapping: training
    passes its gold spans. Where one is longer than a window, that window is longer than `max_tokens`,
    as is the window of a single grapheme cluster that is. A text without a visible character gives [].
    """
    if max_tokens < 1:
        raise UsageError(f"a window of {max_tokens} tokens: expected at least 1")
    pieces = _allowed(_pieces(text, max_tokens, count), list(unbroken))
    found: list[Window] = []
    first = 0
    while first < len(pieces):
        last = _last_piece(pieces, first, max_tokens)
        window = _stripped(text, pieces[first].start, pieces[last].end)
        if window is not None:
            found.append(window)
        first = last + 1
    _prove_covered(text, found)
    return found


def _pieces(text: str, max_tokens: int, count: Callable[[str], int]) -> list[_Piece]:
    known: dict[str, int] = {}

    def tokens(piece: str) -> int:
        if piece not in known:
            known[piece] = count(piece)
        return known[piece]

    pieces: list[_Piece] = []
    for match in _PIECE.finditer(text):
        word = match.group()
        if len(word) <= 4 * max_tokens and (size := tokens(word)) <= max_tokens:
            pieces.append(_Piece(match.start(), match.end(), size))
        else:  # a long word is counted cluster by cluster: an upper bound
            pieces += [
                _Piece(match.start() + c.start(), match.start() + c.end(), tokens(c.group()))
                for c in regex.finditer(r"\X", word)
            ]
    for piece, after in itertools.pairwise(pieces):
        piece.rank = _rank(text[max(piece.start, piece.end - 16) : piece.end], text[after.start : after.end])
    if pieces:
        pieces[-1].rank = _PARAGRAPH
    return pieces


def _rank(tail: str, following: str) -> int:
    """How good a cut is between `tail`, the end of one piece, and the piece `following`."""
    lead = following[: len(following) - len(following.lstrip())]
    if lead.count("\n") > 1:
        return _PARAGRAPH
    if (
        "\n" in lead
        or (lead and _LATIN_END.search(tail))
        or (_WIDE_END.search(tail) and following[0] not in "。！？；")
    ):
        return _SENTENCE
    return _SPACE if lead else _CLUSTER


def _allowed(pieces: list[_Piece], unbroken: list[tuple[int, int]]) -> list[_Piece]:
    """Join the pieces between which a cut would fall inside an unbroken stretch."""
    joined: list[_Piece] = []
    at = 0
    for piece in pieces:
        while at < len(unbroken) and unbroken[at][1] <= piece.start:
            at += 1
        if joined and at < len(unbroken) and unbroken[at][0] < piece.start:
            before = joined[-1]
            joined[-1] = _Piece(before.start, piece.end, before.tokens + piece.tokens, piece.rank)
        else:
            joined.append(piece)
    return joined


def _last_piece(pieces: Sequence[_Piece], first: int, max_tokens: int) -> int:
    """The index of the last piece of the window that starts with piece `first`."""
    total = 0
    after = first
    while after < len(pieces) and (after == first or total + pieces[after].tokens <= max_tokens):
        total += pieces[after].tokens
        after += 1
    if after == len(pieces):
        return after - 1
    best, held = after - 1, total
    for index in range(after - 1, first - 1, -1):  # the latest of the best cuts
        if pieces[index].rank > pieces[best].rank and held * 3 >= total:
            best = index
        held -= pieces[index].tokens
    return best


def _stripped(text: str, start: int, end: int) -> Window | None:
    part = text[start:end]
    visible = part.strip()
    if not visible:
        return None
    start += len(part) - len(part.lstrip())
    return Window(start, start + len(visible), visible)


def _prove_covered(text: str, found: Sequence[Window]) -> None:
    """A character that no window holds would stay unread, so visible: never let that pass."""
    done = 0
    for window in [*found, Window(len(text), len(text), "")]:
        if window.start < done or text[done : window.start].strip():
            raise EngineError(f"windows: characters {done} to {window.start} lie in no window: please report this")
        done = window.end
