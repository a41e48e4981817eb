"""Register words: where in a text a value is announced.

In `Namba ya simu ni: 0712 345 678` the words `namba ya simu` announce what stands behind
`ni:`. `value_starts` gives the offsets at which an announced value may begin:

    >>> value_starts("OP No: 04512/24", ("OP",), ("no",))
    frozenset({7})
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from ficha.locales import Locale
from ficha.normalise import HAN

# Up to five signs or connecting words, then at most one line break (forms write the value below).
_ASIDE = r"(?:[ \t]{1,3}[(/]?[^\W\d_](?:[^\W\d]|['.]){0,20}\)?){1,3}[ \t]{0,3}"  # `SSN of tenant:`, `Tel (home):`
_SIGNS = r"[:=#|.,\-_]{1,20}"
_BEFORE_VALUE = "(['\"<+"
LETTER = rf"[^\W{HAN}]"  # a letter or digit of a script that parts words
_LEAST_PLAIN = 4
_HAN_BORDER = re.compile(rf"(?<=[{HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{HAN}])")  # a blank in the view


def words_of(locale: Locale, label: str) -> tuple[str, ...]:
    """The words of `locale` that announce a value of the fine label `label`."""
    return locale.settings.register_words.get(label, ())


def announced(text: str, locale: Locale, label: str) -> frozenset[int]:
    """Offsets at which a value of the fine label `label` is announced in the locale's words."""
    return value_starts(text, words_of(locale, label), locale.settings.connectors)


def value_starts(text: str, words: Sequence[str], connectors: tuple[str, ...]) -> frozenset[int]:
    """Offsets behind every mention of `words` and its connectors; none where there are no words."""
    if not words:
        return frozenset()
    starts: set[int] = set()
    for found in _announcer(tuple(words), connectors).finditer(text):
        start = found.end()
        starts.add(start)
        if text[start : start + 1] in tuple(_BEFORE_VALUE):
            starts.add(start + 1)
    return frozenset(starts)


@lru_cache(maxsize=256)
def any_word(words: tuple[str, ...], glued: bool = False) -> str:
    """A regular expression, in a group, that is one of `words` as whole words; no case (`re.I`).

    `glued` words may follow a digit, as units do (`46yo`). A word isn't sought behind a fraction
    sign of units: `g/dL` holds no `DL`.
    """
    ordered = sorted({*words, *filter(None, map(_plain, words))}, key=lambda word: (-len(word), word))
    # The edge stands once before all words that need one: tried word by word it is most of a scan's time.
    edged = [_word(word) for word in ordered if _needs_edge(word[0])]
    free = [_word(word) for word in ordered if not _needs_edge(word[0])]
    edge = r"(?<![^\W\d_])" if glued else r"(?<!\w)(?<!\b\w/)"
    return "(?:" + "|".join([*([f"{edge}(?:{'|'.join(edged)})"] if edged else []), *free]) + ")"


def _plain(word: str) -> str:
    """`word` as a plain keyboard writes it (`oficio`); nothing where too short a word comes out (`às`, `há`)."""
    plain = "".join(unicodedata.normalize("NFD", c)[0] if unicodedata.category(c)[0] == "L" else c for c in word)
    return plain if len(plain) >= _LEAST_PLAIN else ""


def _word(word: str) -> str:
    after = r"(?!\w)" if _needs_edge(word[-1]) else ""
    return r"[ \t]+".join(re.escape(part) for part in _HAN_BORDER.sub(" ", word).split()) + after


def _needs_edge(char: str) -> bool:
    """True for letters and digits of scripts that put spaces between words."""
    return char.isalnum() and not "\u3040" <= char <= "\u9fff"


@lru_cache(maxsize=256)
def _announcer(words: tuple[str, ...], connectors: tuple[str, ...]) -> re.Pattern[str]:
    joined = f"|{any_word(connectors)}\\.?" if connectors else ""
    between = f"(?:{_ASIDE}[:=])?(?:[ \\t]{{0,20}}(?:{_SIGNS}{joined})){{0,5}}+"
    return re.compile(f"{any_word(words)}{between}[ \\t]{{0,40}}(?:\\r?\\n[ \\t]{{0,20}})?", re.IGNORECASE)
