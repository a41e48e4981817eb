"""Names of accounts: `@mama_joy`, or any account name behind a word such as `Instagram:`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ficha.locales import Locale
from ficha.normalise import HAN, NormalText
from ficha.rules._register import announced
from ficha.rules.base import Match

LABELS = ("contact.handle",)
PRIORITY = 45

_AT = re.compile(r"(?<![\w@.+/-])@(?=[._]?[^\W\d])[\w.]{1,29}\w(?![@\w])")
# Without an @ a name must have a sign that words lack.
_NAMED = re.compile(
    r"(?=[\w.-]{0,29}[A-Za-z0-9])(?=[^\W_]{0,29}[._\d]\w|[\w-]{2,29}\d(?!\w))[^\W\d][\w.-]{1,28}\w(?![@\w])"
)

# WeChat's own names; and a name that ends a clause about an account: `加个微信方便发片子: gaochen75`.
_WXID = re.compile(r"(?<![\w@])wxid_\w{6,24}(?!\w)")
_CLAUSE = re.compile(rf"[ ]?(?:[{HAN}][ ]?){{1,12}}:")
_NUMBER = re.compile(r"[1-9]\d{4,9}(?![\w@]|[.\-/]\d)")  # of a QQ account


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Every `@name`, and names announced by the locale's words."""
    for found in _AT.finditer(text.text):
        yield Match(found.start(), found.end(), "contact.handle", 0.93, "handles", "@ and a name")
    for found in _WXID.finditer(text.text):
        yield Match(found.start(), found.end(), "contact.handle", 0.95, "handles", "form of an account's name")
    starts = announced(text.text, locale, "contact.handle")
    for start in starts if locale.settings.has_word_spaces else starts | _behind_clauses(text.text, starts):
        if named := _NAMED.match(text.text, start):
            yield Match(start, named.end(), "contact.handle", 0.8, "handles", "behind a word for an account")
        elif number := _NUMBER.match(text.text, start):
            yield Match(start, number.end(), "contact.handle", 0.93, "handles", "number behind a word for an account")


def _behind_clauses(view: str, starts: frozenset[int]) -> set[int]:
    """Where a clause ends in a colon that a word for an account began."""
    ends = {view.find(":", start, start + 28) for start in starts} - {-1}
    return {
        end + 1 + (view[end + 1 : end + 2] == " ")
        for end in ends
        for start in starts
        if start < end and _CLAUSE.fullmatch(view, start, end + 1)
    }
