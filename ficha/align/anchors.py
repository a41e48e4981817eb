"""Cuts source and generation into regions between exact anchors, so that work grows with the edits alone.

From a place where both agree, follow them while they are equal; where they part (an edit, or a
placeholder), look for the nearest place ahead where at least PROBE characters of the generation's text
stand in the source again. What lies between is a region, for `exact` and `solve`:

    source      Mrs Nomvula Khumalo denies chest pain, and has been well since ...
    generation  Mrs [name] denied chest pain, and has been well since ...
    regions         "Nomvula Khumalo denies" with "[name] denied"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from ficha.align.exact import Region
from ficha.align.placeholders import Placeholder
from ficha.align.solve import Work
from ficha.align.tokens import inside_word

PROBE = 24  # characters that make an anchor; shorter pieces count together, over the placeholders between
HIDE_REACH = 256  # how far behind a placeholder the next piece of a probe may stand
WINDOWS = (2_048, 16_384, 131_072, 1 << 30)  # how far ahead to look, in characters, one after the other
PROBES_A_WINDOW = 340
USUAL_HIDDEN = 6  # characters that a placeholder hides at least, as a rule
INSERTION_WEIGHT = 2  # an inserted character, against one of a text that is skipped
LONGEST_WORD = 100  # how far an edge moves to spare a word
CHARACTERS_A_CELL = 256  # a search reads this many while solve fills one cell
_OCCURRENCES = 4  # of a probe's first piece
_SHORTEST_FIRST = 4  # a probe's first piece: " of " stands everywhere
_WORD_START = regex.compile(r"(?<![\p{L}\p{N}])[\p{L}\p{N}]|[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]")


@dataclass(frozen=True, slots=True)
class _Place:
    """A place where both texts agree: in the source, in the generation, and in which literal piece."""

    source: int
    generated: int
    piece: int


class _Texts:
    """Both texts, and where the literal pieces of the generation lie."""

    def __init__(self, source: str, generated: str, placeholders: Sequence[Placeholder]) -> None:
        self.source = source
        self.generated = generated
        self.starts = [0, *(p.end for p in placeholders)]
        self.ends = [*(p.start for p in placeholders), len(generated)]


def regions_between_anchors(
    source: str, generated: str, placeholders: tuple[Placeholder, ...], work: Work
) -> Iterator[Region]:
    """The regions that may hold a placeholder or an edit, in order; around them both texts are equal.

    Raises WorkLimitError.
    """
    texts = _Texts(source, generated, placeholders)
    last = len(placeholders)
    at: _Place | None = _Place(0, 0, 0)
    while at is not None:
        at = _follow(texts, at)
        if at.piece == last and at.generated == len(generated) and at.source == len(source):
            return
        ahead = _next_anchor(texts, at, work)
        if ahead is None:
            yield Region(at.source, len(source), at.generated, len(generated), placeholders[at.piece :])
        else:
            yield Region(at.source, ahead.source, at.generated, ahead.generated, placeholders[at.piece : ahead.piece])
        at = ahead


def _follow(texts: _Texts, at: _Place) -> _Place:
    """The end of the equal run that starts at `at`, at a word's edge."""
    end = texts.ends[at.piece]
    equal = _equal_ahead(texts, at.source, at.generated, end - at.generated)
    if at.generated + equal < end:
        for back in range(min(equal, LONGEST_WORD) + 1):
            if not _inside_word(texts, at.source + equal - back, at.generated + equal - back):
                equal -= back
                break
    return _Place(at.source + equal, at.generated + equal, at.piece)


def _inside_word(texts: _Texts, source_at: int, generated_at: int) -> bool:
    return inside_word(texts.generated, generated_at) or inside_word(texts.source, source_at)


def _equal_ahead(texts: _Texts, source_at: int, generated_at: int, most: int) -> int:
    """How many characters are equal from both places on, `most` at most; slices compare fast."""
    source, generated = texts.source, texts.generated
    most = min(most, len(source) - source_at)
    done, step = 0, 64
    while done < most:
        step = min(step, most - done)
        if source.startswith(generated[generated_at + done : generated_at + done + step], source_at + done):
            done += step
            step *= 2
        elif step == 1:
            break
        else:
            step = max(1, step // 8)
            most = min(most, done + 8 * step)
    return done


def _next_anchor(texts: _Texts, at: _Place, work: Work) -> _Place | None:
    remaining = max(len(texts.source) - at.source, len(texts.generated) - at.generated)
    for index, window in enumerate(WINDOWS):
        if index and WINDOWS[index - 1] >= remaining:
            break
        found = _nearest(texts, at, min(window, remaining), work)
        if found is not None:
            return _extend_back(texts, at, found)
    return None


def _nearest(texts: _Texts, at: _Place, window: int, work: Work) -> _Place | None:
    """The anchor with the fewest characters of both texts skipped; those that can only be inserted count more."""
    best: _Place | None = None
    nearest = window
    stride = max(1, window // WINDOWS[0])
    for count, (probe, piece, skipped) in enumerate(_probes(texts, at)):
        if skipped >= nearest:
            break
        if count % stride:
            continue
        low = at.source + (piece > at.piece)
        high = at.source + nearest - skipped
        work.spend(1 + (high - low) // CHARACTERS_A_CELL)
        found = _find_probe(texts, probe, piece, low, high)
        if found is None:
            continue
        inserted = max(0, skipped + (piece - at.piece) * USUAL_HIDDEN - (found - at.source))
        distance = found - at.source + skipped + INSERTION_WEIGHT * inserted
        if distance < nearest:
            best, nearest = _Place(found, probe, piece), distance
    return best


def _probes(texts: _Texts, at: _Place) -> Iterator[tuple[int, int, int]]:
    """(place in the generation, its piece, literal characters skipped to get there), nearest first."""
    skipped = 0
    for piece in range(at.piece, len(texts.starts)):
        start, end = texts.starts[piece], texts.ends[piece]
        if piece == at.piece:
            start = at.generated
        elif start < end:
            yield start, piece, skipped
        for match in _WORD_START.finditer(texts.generated, start + 1, end):
            yield match.start(), piece, skipped + match.start() - start
        skipped += end - start


def _find_probe(texts: _Texts, probe: int, piece: int, low: int, high: int) -> int | None:
    """Where in `source[low:high]` the probe's text starts, or None."""
    first = texts.generated[probe : min(texts.ends[piece], probe + PROBE)]
    if len(first) == PROBE:
        found = texts.source.find(first, low, high + PROBE)
        return found if found >= 0 else None
    if len(first) < _SHORTEST_FIRST:
        return None
    found = low - 1
    for _ in range(_OCCURRENCES):
        found = texts.source.find(first, found + 1, high + len(first))
        if found < 0:
            return None
        following = _goes_on(texts, found + len(first), piece, len(first))
        if following is not None:  # the last place before the next piece hides least
            return texts.source.rfind(first, found, max(following - 1, found + len(first)))
    return None


def _goes_on(texts: _Texts, at: int, piece: int, equal: int) -> int | None:
    """Where the piece behind a short one stands if it and those behind it follow, up to PROBE characters in all."""
    following: int | None = None
    for behind in range(piece + 1, len(texts.starts)):
        text = texts.generated[texts.starts[behind] : texts.ends[behind]][: PROBE - equal]
        found = texts.source.find(text, at + 1, at + HIDE_REACH + len(text))
        if found < 0:
            return None
        following = found if following is None else following
        at = found + len(text)
        equal += len(text)
        if equal >= PROBE:
            return following
    return following if at == len(texts.source) else None


def _extend_back(texts: _Texts, low: _Place, found: _Place) -> _Place:
    """The anchor moved back over what is equal before it, to a word's edge."""
    source, generated = found.source, found.generated
    lowest = max(texts.starts[found.piece], low.generated)
    lowest_source = low.source + (found.piece > low.piece)
    while source > lowest_source and generated > lowest and texts.source[source - 1] == texts.generated[generated - 1]:
        source -= 1
        generated -= 1
    if generated > texts.starts[found.piece] or found.piece == low.piece:
        for on in range(min(found.generated - generated, LONGEST_WORD) + 1):
            if not _inside_word(texts, source + on, generated + on):
                return _Place(source + on, generated + on, found.piece)
    return _Place(source, generated, found.piece)
