"""Cuts a document into windows that fit the model; the engine and the training rows cut alike.

    >>> [w.text for w in windows("One two. Three four. Five.", 4, lambda piece: len(piece.split()))]
    ['One two. Three four.', 'Five.']

A window ends at the end of a paragraph or a sentence where one lies in its last two thirds, else at
white space, else (a word longer than a window) between two grapheme clusters. No window starts or
ends with white space, and together they hold every other character. The engine's windows overlap, so that
what lies at a cut is read with what stands before it. Time is linear in the text, memory that of one window.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from ficha.errors import EngineError, UsageError


@dataclass(frozen=True, slots=True)
class Window:
    """Code points `start` to `end` (half-open) of a document, and their text."""

    start: int
    end: int
    text: str


_KNOWN = 4096  # words whose number of tokens is remembered
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
    return list(_cut(text, max_tokens, count, unbroken, overlap=0))


def overlapping(text: str, max_tokens: int, count: Callable[[str], int], overlap: int) -> Iterator[Window]:
    """Windows of at most `max_tokens` tokens, each but the first begun up to `overlap` tokens before its cut.

    It begins with a sentence where one starts in that stretch. What two windows hold is seen twice.
    """
    return _cut(text, max_tokens, count, (), overlap)


def _cut(
    text: str, max_tokens: int, count: Callable[[str], int], unbroken: Iterable[tuple[int, int]], overlap: int
) -> Iterator[Window]:
    if max_tokens < 1:
        raise UsageError(f"a window of {max_tokens} tokens: expected at least 1")
    pieces = _allowed(_ranked(text, _pieces(text, max_tokens, lru_cache(_KNOWN)(count))), list(unbroken))
    waiting: deque[_Piece] = deque()
    before: deque[_Piece] = deque()  # the end of what is done
    done = total = 0
    following = next(pieces, None)
    while waiting or following is not None:
        first = waiting[0] if waiting else following
        context = _context(before, max_tokens - (first.tokens if first else 0))
        room = max_tokens - sum(piece.tokens for piece in context)
        while following is not None and total <= room:
            waiting.append(following)
            total += following.tokens
            following = next(pieces, None)
        last = _last_piece(waiting, room, at_end=following is None)
        taken = [waiting.popleft() for _ in range(last + 1)]
        total -= sum(piece.tokens for piece in taken)
        window = _stripped(text, (context or taken)[0].start, taken[-1].end)
        if text[done : taken[0].start].strip():
            raise EngineError(f"windows: characters {done} to {taken[0].start} lie in no window: please report this")
        done = taken[-1].end
        if window is not None and window.end > taken[0].start:
            yield window
        before.extend(taken)
        while before and sum(piece.tokens for piece in before) > overlap:
            before.popleft()
    if text[done:].strip():
        raise EngineError(f"windows: characters {done} to {len(text)} lie in no window: please report this")


def _context(before: Sequence[_Piece], most: int) -> list[_Piece]:
    """The pieces that a window begins with, `most` tokens at most: from a sentence start on, where there is one."""
    pieces = list(before)
    starts = [n + 1 for n, piece in enumerate(pieces[:-1]) if piece.rank >= _SENTENCE]
    pieces = pieces[starts[0] :] if starts else pieces
    while pieces and sum(piece.tokens for piece in pieces) > most:
        pieces.pop(0)
    return pieces


def _pieces(text: str, max_tokens: int, tokens: Callable[[str], int]) -> Iterator[_Piece]:
    for match in _PIECE.finditer(text):
        word = match.group()
        if len(word) <= 4 * max_tokens and (size := tokens(word)) <= max_tokens:
            yield _Piece(match.start(), match.end(), size)
        else:  # a long word is counted cluster by cluster: an upper bound
            for c in regex.finditer(r"\X", word):
                yield _Piece(match.start() + c.start(), match.start() + c.end(), tokens(c.group()))


def _ranked(text: str, pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """The pieces with how good a cut the end of each is."""
    last: _Piece | None = None
    for piece in pieces:
        if last is not None:
            last.rank = _rank(text[max(last.start, last.end - 16) : last.end], text[piece.start : piece.end])
            yield last
        last = piece
    if last is not None:
        last.rank = _PARAGRAPH
        yield last


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


def _allowed(pieces: Iterator[_Piece], unbroken: list[tuple[int, int]]) -> Iterator[_Piece]:
    """Join the pieces between which a cut would fall inside an unbroken stretch."""
    held: _Piece | None = None
    at = 0
    for piece in pieces:
        while at < len(unbroken) and unbroken[at][1] <= piece.start:
            at += 1
        if held is not None and at < len(unbroken) and unbroken[at][0] < piece.start:
            held = _Piece(held.start, piece.end, held.tokens + piece.tokens, piece.rank)
            continue
        if held is not None:
            yield held
        held = piece
    if held is not None:
        yield held


def _last_piece(pieces: Sequence[_Piece], max_tokens: int, at_end: bool) -> int:
    """The index of the last piece of the window that starts with the first; `at_end`: none follow `pieces`."""
    total = after = 0
    while after < len(pieces) and (after == 0 or total + pieces[after].tokens <= max_tokens):
        total += pieces[after].tokens
        after += 1
    if after == len(pieces) and at_end:
        return after - 1
    best, held = after - 1, total
    for index in range(after - 1, -1, -1):  # the latest of the best cuts
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
