"""Words, as the factory compares them: without case and accents, a Chinese character being a word of its own.

>>> words_of("Area 25, Kisumu"), name_tokens("J. Ochieng'"), word_count("Nina homa kali.")
(('area', '25', 'kisumu'), ('ochieng',), 3)
"""

from __future__ import annotations

import re
import unicodedata

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_WORD = re.compile(rf"[{_HAN}]|[^\W_{_HAN}]+")
_TOKEN = re.compile(r"[^\W\d_]{2,}")
HAN_PER_WORD = 1.5
_HAN_SIGN = re.compile(rf"[{_HAN}]")


def fold(text: str) -> str:
    """Case and accents away: what two spellings of one name have in common."""
    folded = text.casefold()
    if folded.isascii():
        return folded
    return "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))


def name_tokens(text: str) -> tuple[str, ...]:
    """The folded words of two letters or more; initials and digits are no tokens."""
    return tuple(_TOKEN.findall(fold(text)))


def words_of(text: str) -> tuple[str, ...]:
    """All folded words, numbers included: "Area 25" is not "Area"."""
    return tuple(_WORD.findall(fold(text)))


def word_count(text: str) -> int:
    """The length in words parted by white space; three Chinese characters count as two words.

    Chinese words have one to two characters, 1.5 on the average of running text, so a limit in words means about as
    much text in Chinese as in other languages.
    """
    han = len(_HAN_SIGN.findall(text))
    rest = _HAN_SIGN.sub(" ", text).split() if han else text.split()
    others = sum(any(c.isalnum() for c in word) for word in rest) if han else len(rest)
    return round(han / HAN_PER_WORD) + others
