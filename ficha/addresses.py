"""Whole addresses: a place grows over the house, plot or block beside it, and over the place behind that.

"Kitalu F, nyumba na. 16, Matamankwe" of which the model hid "Kitalu" and "Matamankwe"   ->   one address

The words for a house are the locale's (`house_words`); what stands behind them is a number or a single capital.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

import regex

from ficha.locales import Locale
from ficha.merge import Found
from ficha.policy import Policy

_GAP = r"(?:,[ ]?\r?\n?[ ]?|[ ]|\r?\n)"
_NUMBER = r"(?:[A-Z]?[ ]?\p{Nd}{1,5}(?:[A-Z]|[/\-]\p{Nd}{1,5})?|[A-Z])(?![\p{L}\p{M}\p{Nd}])"
_NO = r"(?:(?:no|nos|na|nambari|namba|nomba|nimero|number|n[°º])\.?[ ]?)?"
_REACH = 48  # code points: the longest part of an address
_JOINS = regex.compile(r",[ ]?\r?\n?[ ]?|\r?\n")


def grow_addresses(text: str, found: Iterable[Found], policy: Policy, locales: Sequence[Locale]) -> list[Found]:
    """`found` with the model's places grown over house numbers beside them, and joined where such a number parts them.

    Spans of other categories stay as they are, in the order of the text.
    """
    spans = sorted(found, key=lambda f: (f.start, -f.end))
    category = policy.category_of("location.address")
    words = tuple(sorted({word for locale in locales for word in locale.settings.house_words}, key=len, reverse=True))
    if category is None or not words:
        return spans
    before, after = _patterns(words)
    out: list[Found] = []
    last: int | None = None  # where the address stands that was written last
    for span in spans:
        if span.source != "model" or span.category is not category:
            out.append(span)
            continue
        start, end = span.start, span.end
        while house := before.search(text, max(0, start - _REACH), start):
            start = house.start(1)
        while house := after.match(text, end, end + _REACH):
            end = house.end(1)
        grown = replace(span, start=start, end=end)
        if last is not None and _is_one(text, out[last], grown):
            out[last] = replace(out[last], end=max(end, out[last].end), score=max(out[last].score, span.score))
        else:
            last = len(out)
            out.append(grown)
    return out


def _is_one(text: str, left: Found, right: Found) -> bool:
    """Whether two places are parts of one address: they touch, or a comma parts them and one has a number."""
    if right.start <= left.end:
        return True
    has_number = any(char.isdigit() for char in text[left.start : left.end] + text[right.start : right.end])
    return has_number and _JOINS.fullmatch(text, left.end, right.start) is not None


@lru_cache(maxsize=64)
def _patterns(words: tuple[str, ...]) -> tuple[regex.Pattern[str], regex.Pattern[str]]:
    """A house before a place, and behind it; the house is the first group."""
    either = "|".join(map(regex.escape, words))
    house = rf"((?i:(?<![\p{{L}}\p{{M}}])(?:{either})\.?[ ]{_NO}){_NUMBER})"
    # `Block D ot 33` of which the model hid `Block`: its letter stands right behind
    letter = r"(?:[ ]([A-Z](?![\p{L}\p{M}\p{Nd}'.])))"
    return regex.compile(rf"{house}{_GAP}\Z"), regex.compile(rf"(?|{_GAP}{house}|(?<=(?i:{either})){letter})")
