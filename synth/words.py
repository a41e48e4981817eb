"""Words, as the factory compares them: without case and accents, a Chinese character being a word of its own.

>>> words_of("Area 25, Kisumu"), name_tokens("J. Ochieng'")
(('area', '25', 'kisumu'), ('ochieng',))
"""

from __future__ import annotations

import re
import unicodedata

from ficha.normalise import HAN

_WORD = re.compile(rf"[{HAN}]|[^\W_{HAN}]+")
_TOKEN = re.compile(r"(?<![^\W_])(?=[^\W_]*[^\W\d_]{2})[^\W_]+")  # `Mal1ya`, misread, is one word and not `ya`


def fold(text: str) -> str:
    """Case and accents away: what two spellings of one name have in common."""
    folded = text.casefold()
    if folded.isascii():
        return folded
    parts = unicodedata.normalize("NFKD", folded)
    return parts.translate({ord(c): None for c in set(parts) if unicodedata.combining(c)})


def name_tokens(text: str) -> tuple[str, ...]:
    """The folded words with two letters or more in a row; initials and numbers are no tokens."""
    return tuple(_TOKEN.findall(fold(text)))


def words_of(text: str) -> tuple[str, ...]:
    """All folded words, numbers included: "Area 25" is not "Area"."""
    return tuple(_WORD.findall(fold(text)))
