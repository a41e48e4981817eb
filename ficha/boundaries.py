"""Where a placeholder may start and end: word boundaries, never inside a grapheme cluster.

Half a name left visible is a leak, so an edge lies between words. An apostrophe or hyphen between
letters belongs to the word (`Ng'ombe`, `Okoth-Ouma`), unless what stands before it is one of the
locale's attached prefixes (`w'Achieng`, `kwa-Otieno`). Scripts without word spaces have an edge at
every grapheme cluster. Source for clusters: Unicode UAX 29, as the `regex` library does it.

    >>> edges("Ask Okoth-Ouma.")
    [0, 3, 4, 14, 15]
"""

from __future__ import annotations

from collections.abc import Iterable

import regex

# Scripts that write words without spaces, and Ethiopic, whose clitics are written on.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Ethiopic}"
_PIECE = regex.compile(
    rf"(?:(?![{_UNSPACED}])\p{{L}}\p{{M}}*(?:['’ʼ‘\-‐‑](?=\p{{L}})(?![{_UNSPACED}]))?)+"  # a word
    r"|\p{Nd}+"  # a run of digits
    r"|\s+"
    r"|\X"  # anything else: one cluster
)
_JOINT = regex.compile(r"['’ʼ‘\-‐‑]")


def edges(text: str, attached_prefixes: Iterable[str] = ()) -> list[int]:
    """All code-point offsets at which a hidden span of `text` may start or end, ascending.

    `attached_prefixes` are written with their joint (`w'`, `kwa-`) and matched without case.
    """
    prefixes = {_JOINT.sub("'", p).casefold() for p in attached_prefixes}
    found = [0]
    for match in _PIECE.finditer(text):
        if prefixes and match.end() - match.start() > 1:
            found += _after_prefix(match.group(), match.start(), prefixes)
        found.append(match.end())
    clusters = None
    if not text.isascii():
        clusters = {m.end() for m in regex.finditer(r"\X", text)} | {0}
    return sorted({e for e in found if clusters is None or e in clusters})


def _after_prefix(word: str, at: int, prefixes: set[str]) -> list[int]:
    out = []
    for joint in _JOINT.finditer(word):
        if _JOINT.sub("'", word[: joint.end()]).casefold() in prefixes:
            out.append(at + joint.end())
    return out
