"""The edges of a span: which white space and punctuation stay outside, and whole grapheme clusters.

A generation often drops the comma or the full stop next to a placeholder. What is visible comes from the
source, so such marks are given back to it, without counting as an edit:

    source "Otieno, call", generation "[name] call": the span is "Otieno", the comma stays visible

Marks that belong to what is hidden stay hidden: "Sarah P.", "(555) 321-0987", "+254 700", "Acme Ltd.".
"""

from __future__ import annotations

import re

from ficha.align.tokens import cluster_end, cluster_start, inside_cluster

_STOPS = ",;:!?…،؛؟۔、，。；：！？｡､।॥።፣፤፥፦፧፨"
_OPENING = "([{<（［｛【〔《「『“‘«‹"
_CLOSING = ")]}>）］｝】〕》」』”’»›"
_QUOTES = "\"'`"
_DASHES = "-–—"
_CLOSER_OF = dict(zip(_OPENING, _CLOSING, strict=True))
_OPENER_OF = {closer: opener for opener, closer in _CLOSER_OF.items()}
# Abbreviations that end a name; an initial ("P.") and letters with stops inside ("M.D.") end one too.
_ABBREVIATIONS = frozenset(
    [
        "jr",
        "sr",
        "ltd",
        "lda",
        "inc",
        "co",
        "corp",
        "plc",
        "llc",
        "bros",
        "st",
        "rd",
        "ave",
        "dr",
        "esq",
        "hosp",
        "dept",
    ]
)
_LAST_WORD = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*\Z")


def trimmed(source: str, start: int, end: int) -> tuple[int, int]:
    """`start` and `end` without white space and punctuation at the edges, on whole grapheme clusters.

    A region of punctuation alone loses only its white space; one of white space alone comes back empty
    (`start == end`).
    """
    while start < end and source[start].isspace():
        start += 1
    while end > start and source[end - 1].isspace():
        end -= 1
    if start < end and source[start].isalnum() and source[end - 1].isalnum():
        return whole_clusters(source, start, end)
    inner_start, inner_end = start, end
    while inner_start < inner_end:
        before = (inner_start, inner_end)
        inner_start, inner_end = _without_pair(source, inner_start, inner_end)
        if _loose_start(source, inner_start, inner_end):
            inner_start += 1
        elif _loose_end(source, inner_start, inner_end):
            inner_end -= 1
        if before == (inner_start, inner_end):
            break
    if inner_start < inner_end:
        start, end = inner_start, inner_end
    return whole_clusters(source, start, end)


def whole_clusters(source: str, start: int, end: int) -> tuple[int, int]:
    """The span widened until neither edge splits a grapheme cluster."""
    if start < end:
        if inside_cluster(source, start):
            start = cluster_start(source, start)
        end = cluster_end(source, end)
    return start, end


def _without_pair(source: str, start: int, end: int) -> tuple[int, int]:
    """Without a pair of brackets or quotes around the whole."""
    first, last = source[start], source[end - 1]
    if end - start > 2 and (_CLOSER_OF.get(first) == last or (first in _QUOTES and first == last)):
        inside = source[start + 1 : end - 1]
        if first not in inside and last not in inside:
            return start + 1, end - 1
    return start, end


def _loose_start(source: str, start: int, end: int) -> bool:
    first, rest = source[start], source[start + 1 : end]
    if first.isspace() or first in _STOPS or first in _CLOSING or first == ".":
        return True
    if first in _OPENING:
        return _CLOSER_OF[first] not in rest
    if first in _QUOTES:
        return first not in rest
    return first in _DASHES and (not rest or rest[0].isspace())


def _loose_end(source: str, start: int, end: int) -> bool:
    last, rest = source[end - 1], source[start : end - 1]
    if last.isspace() or last in _STOPS or last in _OPENING:
        return True
    if last in _CLOSING:
        return _OPENER_OF[last] not in rest
    if last in _QUOTES:
        return last not in rest
    if last == ".":
        return not _ends_abbreviated(rest)
    return last in _DASHES


def _ends_abbreviated(text: str) -> bool:
    word = _LAST_WORD.search(text[-24:])
    return word is not None and (len(word[0]) == 1 or "." in word[0] or word[0].casefold() in _ABBREVIATIONS)
