"""How a text falls apart for the aligner: tokens, words, grapheme clusters.

A token is a word, or one grapheme cluster that is no word character; where a script writes no spaces
(Chinese, Thai) every cluster is a token. The CRLF of a Windows text is one cluster.

    >>> [text for text, _ in tokenise("148/92 王芳", 0, 9)]
    ['148', '/', '92', ' ', '王', '芳']
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import regex

# UAX #29 asks for a dictionary to find words in these scripts.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_WORD = rf"[[\p{{L}}\p{{N}}\p{{M}}_\u200c\u200d]--[{_UNSPACED}]]"
_IN_WORD = regex.compile(rf"(?V1){_WORD}{{2}}")
# Pairs that no rule of UAX #29 joins: two characters of class XX, or printable ASCII behind no Prepend.
_PLAIN_PAIR = regex.compile(r"\p{GCB=XX}{2}|\P{GCB=Prepend}[\x20-\x7e]")
_CLUSTER = regex.compile(r"\X")


class Affixes(NamedTuple):
    """Words that a generation writes onto a placeholder, the longest first ("kwa[name]", "[place]ni")."""

    before: tuple[str, ...]
    behind: tuple[str, ...]


NO_AFFIXES = Affixes((), ())


@lru_cache(maxsize=64)
def _token_pattern(whole: frozenset[str]) -> regex.Pattern[str]:
    kept = [regex.escape(text) for text in sorted(whole, key=lambda t: (-len(t), t))]
    return regex.compile("(?V1)" + "|".join([*kept, _WORD + "+", r"\X"]))


def tokenise(
    text: str, start: int, end: int, *, whole: frozenset[str] = frozenset(), affixes: Affixes = NO_AFFIXES
) -> list[tuple[str, int]]:
    """The tokens of `text[start:end]`, each with its offset in `text`.

    A string of `whole` stays one token. A word that begins or ends with one of `affixes` is cut there.
    """
    tokens: list[tuple[str, int]] = []
    for match in _token_pattern(whole).finditer(text, start, end):
        word, at = match.group(), match.start()
        for prefix in affixes.before:
            if len(word) > len(prefix) and word.startswith(prefix):
                tokens.append((prefix, at))
                word, at = word[len(prefix) :], at + len(prefix)
                break
        for suffix in affixes.behind:
            if len(word) > len(suffix) and word.endswith(suffix):
                cut = len(word) - len(suffix)
                tokens.append((word[:cut], at))
                word, at = suffix, at + cut
                break
        tokens.append((word, at))
    return tokens


def inside_word(text: str, at: int) -> bool:
    """True where a cut at `at` would split a word (or a CRLF)."""
    return 0 < at < len(text) and (
        _IN_WORD.match(text, at - 1) is not None or (text[at] == "\n" and text[at - 1] == "\r")
    )


def inside_cluster(text: str, at: int) -> bool:
    """True where a cut at `at` would split a grapheme cluster (UAX #29)."""
    if not 0 < at < len(text):
        return False
    pair = text[at - 1 : at + 1]
    if (pair.isascii() and pair != "\r\n") or _PLAIN_PAIR.match(pair):
        return False
    return cluster_start(text, at) != at


def cluster_start(text: str, at: int) -> int:
    """Where the grapheme cluster begins that holds the character at `at`."""
    safe = at
    while safe > 0 and not _PLAIN_PAIR.match(text, safe - 1, safe + 1):
        safe -= 1
    start = safe
    while (match := _CLUSTER.match(text, start)) and match.end() <= at:
        start = match.end()
    return start


def cluster_end(text: str, at: int) -> int:
    """Where the grapheme cluster ends that a cut at `at` would split; `at` if it splits none."""
    if not inside_cluster(text, at):
        return at
    match = _CLUSTER.match(text, cluster_start(text, at))
    return match.end() if match else at
