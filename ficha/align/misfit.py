"""How badly a piece of source suits a category, by its look alone: digits, letters, an at sign.

Used only to choose among places that are equal otherwise, so it need not be clever:

    "Phiri 0722 111" as a tel costs 5 (five letters), "Jo Phiri" as a name costs nothing.
"""

from __future__ import annotations

from typing import Literal

from ficha.align.tokens import inside_word
from ficha.policy import Category

# Labels written with digits, and labels that can hold both a number and words.
_DIGIT_LABELS = ("contact.phone", "contact.fax", "contact.ip", "id.", "date.", "time", "age", "location.postcode")
_MIXED_LABELS = ("location.address", "contact.handle", "contact.url", "other")
_DIGIT_IN_WORDS = 20  # a name holds no digit; a date may hold a month's name
_LETTER_IN_DIGITS = 1
_AT_SIGN = 30
_HALF_WORD = 3
_NO_SPACE = 1  # no white space at an edge
_PUNCTUATION = 1  # it should stay outside

Look = Literal["digits", "words", "mixed", "email"]


def look(category: Category) -> Look:
    """What the category's text looks like."""
    covers = category.covers
    if "contact.email" in covers:
        return "email"
    if any(label.startswith(_MIXED_LABELS) for label in covers):
        return "mixed"
    if all(label.startswith(_DIGIT_LABELS) for label in covers):
        return "digits"
    return "mixed" if any(label.startswith(_DIGIT_LABELS) for label in covers) else "words"


def misfit(source: str, start: int, end: int, kind: Look) -> int:
    """Zero where `source[start:end]` has that look, more the less it does."""
    text = source[start:end]
    cost = 0
    if kind == "digits":
        cost += _LETTER_IN_DIGITS * sum(map(str.isalpha, text))
    elif kind == "words":
        cost += _DIGIT_IN_WORDS * sum(map(str.isdigit, text))
    if ("@" in text) != (kind == "email"):
        cost += _AT_SIGN
    return cost + _edge(source, start, text[0]) + _edge(source, end, text[-1])


def _edge(source: str, at: int, hidden: str) -> int:
    """What a cut at `at` costs, with the `hidden` character beside it; nothing at white space."""
    if hidden.isspace():
        return 0
    cost = 0 if hidden.isalnum() else _PUNCTUATION
    if 0 < at < len(source) and not source[at - 1].isspace() and not source[at].isspace():
        cost += _HALF_WORD if inside_word(source, at) else _NO_SPACE
    return cost
