"""Raw edits of tokens become edits of whole words, for a reader.

    source     "BP 148/92. Mrs Khumalo denies chest pain. Metformin 850 mg bd."
    generation "BP 148/90. Mrs [name] denies any chest pain. Metformin 850 mg twice daily."
    edits      148/92 -> 148/90, denies -> denies any, bd -> twice daily

An edit never reaches into a span or a placeholder; where only white space changed it is that alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import regex

from ficha.align.records import AlignedSpan, Edit
from ficha.align.solve import RawEdit

# Words run on over such characters; where a script writes no spaces a word is one character.
_RUNS_ON = regex.compile(r"(?V1)[\S--[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]]")


def whole_word_edits(
    source: str, generated: str, raw: Iterable[RawEdit], spans: Sequence[AlignedSpan]
) -> tuple[Edit, ...]:
    """`raw` in whole words, joined where they touch. All arguments are in the order of the text."""
    fitted = list(_fitted(source, generated, _joined(_next_to_each_other(source, generated, _joined(raw))), spans))
    words: list[RawEdit] = []
    for index, (edit, room) in enumerate(fitted):
        low_s, high_s, low_g, high_g = room
        if words:  # it stops at its neighbours, and is joined with them if it comes that far
            low_s, low_g = max(low_s, words[-1][1]), max(low_g, words[-1][3])
        if index + 1 < len(fitted):
            (next_s, _, next_g, _), _ = fitted[index + 1]
            high_s, high_g = min(high_s, next_s), min(high_g, next_g)
        words.append(_whole_words(source, generated, edit, (low_s, high_s, low_g, high_g)))
    # Equal where a span gave back what the generation has too.
    return tuple(Edit(*e) for e in _joined(words) if source[e[0] : e[1]] != generated[e[2] : e[3]])


def _fitted(
    source: str, generated: str, raw: Iterable[RawEdit], spans: Sequence[AlignedSpan]
) -> Iterator[tuple[RawEdit, RawEdit]]:
    """Each edit with its room: from the span and placeholder before it to those behind it.

    An edit beside a placeholder takes the punctuation that the span gave back, and none of the span.
    """
    behind = 0
    for s0, s1, g0, g1 in raw:
        while behind < len(spans) and spans[behind].generated_end <= g0:
            behind += 1
        low_s, low_g, high_s, high_g = 0, 0, len(source), len(generated)
        if behind:
            low_s, low_g = spans[behind - 1].end, spans[behind - 1].generated_end
        if behind < len(spans):
            high_s, high_g = spans[behind].start, spans[behind].generated_start
        if g0 > high_g:
            continue  # white space between two placeholders that became one span
        start = low_s if behind and g0 == low_g else min(max(s0, low_s), high_s)
        end = high_s if behind < len(spans) and g1 == high_g else min(max(s1, start), high_s)
        yield (start, end, g0, g1), (low_s, high_s, low_g, high_g)


def _next_to_each_other(source: str, generated: str, raw: Iterable[RawEdit]) -> Iterator[RawEdit]:
    """`raw`, where inserted or dropped words reach over white space to the edit behind them.

    "bd" -> "twice daily" is one change, though the space in it may be aligned with the one before "bd".
    """
    last: RawEdit | None = None
    for edit in raw:
        if last is not None:
            blank = source[last[1] : edit[0]]
            beside = blank.isspace() and edit[2] - last[3] == len(blank)
            if beside and any(_is_one_sided(source, generated, each) for each in (last, edit)):
                last = (last[0], edit[0], last[2], edit[2])
            yield last
        last = edit
    if last is not None:
        yield last


def _is_one_sided(source: str, generated: str, edit: RawEdit) -> bool:
    s0, s1, g0, g1 = edit
    return (s0 == s1 or g0 == g1) and any(map(str.isalnum, source[s0:s1] + generated[g0:g1]))


def _joined(edits: Iterable[RawEdit]) -> list[RawEdit]:
    """Edits that touch or overlap in both texts become one."""
    joined: list[RawEdit] = []
    for s0, s1, g0, g1 in edits:
        if joined and s0 <= joined[-1][1] and g0 <= joined[-1][3]:
            last = joined.pop()
            joined.append((min(last[0], s0), max(last[1], s1), min(last[2], g0), max(last[3], g1)))
        else:
            joined.append((s0, s1, g0, g1))
    return joined


def _whole_words(source: str, generated: str, edit: RawEdit, room: RawEdit) -> RawEdit:
    """The edit widened to whole words within `room`, and without what both sides share at the ends."""
    s0, s1, g0, g1 = edit
    if source[s0:s1] == generated[g0:g1] or (s0 < s1 and not (source[s0:s1] + generated[g0:g1]).strip()):
        return edit
    s0, s1, g0, g1 = _without_outer_blanks(source, generated, edit, room[3])
    low_s, high_s, low_g, high_g = room
    if s0 == s1:
        # "any " before a word and " any" behind one are the same insertion: take the second.
        while g0 > low_g and s0 > low_s and generated[g1 - 1].isspace():
            if not generated[g1 - 1] == generated[g0 - 1] == source[s0 - 1]:
                break
            s0, s1, g0, g1 = s0 - 1, s1 - 1, g0 - 1, g1 - 1
    back = _run_back(source, generated, s0, g0, min(s0 - low_s, g0 - low_g))
    on = _run_on(source, generated, s1, g1, min(high_s - s1, high_g - g1))
    s0, s1, g0, g1 = s0 - back, s1 + on, g0 - back, g1 + on
    if s0 == s1:
        before = _with_word_before(source, generated, (s0, s1, g0, g1), min(s0 - low_s, g0 - low_g))
        if before[0] < s1:
            return before
        return _with_word_behind(source, generated, (s0, s1, g0, g1), min(high_s - s1, high_g - g1))
    return _without_equal_marks(source, generated, (s0, s1, g0, g1))


def _with_word_before(source: str, generated: str, edit: RawEdit, most: int) -> RawEdit:
    """An insertion with the word before it, over equal white space and `most` characters at most."""
    s0, s1, g0, g1 = edit
    blank = 0
    while blank < most and source[s0 - blank - 1] == generated[g0 - blank - 1] and source[s0 - blank - 1].isspace():
        blank += 1
    s0, g0, most = s0 - blank, g0 - blank, most - blank
    word = _run_back(source, generated, s0, g0, most)
    if not word and most and source[s0 - 1] == generated[g0 - 1]:
        word = 1
    return (s0 - word, s1, g0 - word, g1) if word else edit


def _with_word_behind(source: str, generated: str, edit: RawEdit, most: int) -> RawEdit:
    """An insertion with the word behind it, over equal white space and `most` characters at most."""
    _, s1, g0, g1 = edit
    blank = 0
    while blank < most and source[s1 + blank] == generated[g1 + blank] and source[s1 + blank].isspace():
        blank += 1
    word = _run_on(source, generated, s1 + blank, g1 + blank, most - blank)
    if not word:
        return edit
    lead = 0
    while lead < blank and generated[g0 + lead] == source[s1 + lead]:  # both sides begin with the white space
        lead += 1
    return s1 + lead, s1 + blank + word, g0 + lead, g1 + blank + word


def _run_back(source: str, generated: str, s: int, g: int, most: int) -> int:
    """How many characters before both places are equal and of one word, `most` at most."""
    count = 0
    while count < most and source[s - count - 1] == generated[g - count - 1] and _RUNS_ON.match(source[s - count - 1]):
        count += 1
    return count


def _run_on(source: str, generated: str, s: int, g: int, most: int) -> int:
    """How many characters behind both places are equal and of one word, `most` at most."""
    count = 0
    while count < most and source[s + count] == generated[g + count] and _RUNS_ON.match(source[s + count]):
        count += 1
    return count


def _without_outer_blanks(source: str, generated: str, edit: RawEdit, high_g: int) -> RawEdit:
    """Without equal white space at an end of both sides; dropped words without any around them."""
    s0, s1, g0, g1 = edit
    if g0 == g1:
        text = source[s0:s1]
        lead = len(text) - len(text.lstrip())
        if (
            generated.startswith(text[:lead], g0) and g0 + lead <= high_g
        ):  # the white space behind the words was dropped
            g0 = g1 = g0 + lead
        return s0 + lead, s0 + len(text.rstrip()), g0, g1
    while s0 < s1 and g0 < g1 and source[s0] == generated[g0] and source[s0].isspace():
        s0, g0 = s0 + 1, g0 + 1
    while s0 < s1 and g0 < g1 and source[s1 - 1] == generated[g1 - 1] and source[s1 - 1].isspace():
        s1, g1 = s1 - 1, g1 - 1
    return s0, s1, g0, g1


def _without_equal_marks(source: str, generated: str, edit: RawEdit) -> RawEdit:
    """Without the punctuation and white space that both sides begin or end with."""
    s0, s1, g0, g1 = edit
    while s1 - s0 > 1 and g1 > g0 and source[s1 - 1] == generated[g1 - 1] and not source[s1 - 1].isalnum():
        s1, g1 = s1 - 1, g1 - 1
    while s1 - s0 > 1 and g1 > g0 and source[s0] == generated[g0] and not source[s0].isalnum():
        s0, g0 = s0 + 1, g0 + 1
    return s0, s1, g0, g1
