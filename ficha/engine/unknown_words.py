"""Where a name is likelier than the model thinks: at words that the language doesn't know.

A small model misses names that it never read, most of all in texts without capitals. A word that is neither an
ordinary word of the language or a form of its verbs nor a drug, disease, test or eponym is lifted, whatever its case:
the dial adds `name_bias` to its odds of opening a placeholder. A language without the list `ordinary_words` lifts
nothing.

    >>> from ficha.locales import load_locale
    >>> text = "Leo Zukunduje alipewa Panadol na nyabuto"
    >>> [text[n:][:9] for n in sorted(lifted(text, load_locale("swa")))]
    ['Zukunduje', 'nyabuto']
"""

from __future__ import annotations

import regex

from ficha.locales import Locale

_WORD = regex.compile(r"(?<![\p{L}\p{M}\p{Nd}])\p{L}[\p{L}\p{M}]+(?:['’ʼ‑-]\p{L}[\p{L}\p{M}]*)*")


def lifted(text: str, locale: Locale | None) -> frozenset[int]:
    """The UTF-8 byte offsets at which an unknown word begins."""
    if locale is None or not locale.ordinary_words:
        return frozenset()
    found, at, byte = [], 0, 0
    for word in _WORD.finditer(text):
        byte += len(text[at : word.start()].encode("utf-8"))
        at = word.start()
        if not locale.knows(word.group()):
            found.append(byte)
    return frozenset(found)
