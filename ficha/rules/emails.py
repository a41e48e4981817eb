"""E-mail addresses, by the form that mail systems accept and people write.

    cc: a.okello@example.org  b.atim@example.org    -> two matches, never one

Also the spoken form `name (at) example (dot) org`. Quoted local parts are not searched for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ficha.locales import Locale
from ficha.normalise import HAN, NormalText
from ficha.rules.base import Match

LABELS = ("contact.email",)
PRIORITY = 90

# RFC 5321 lengths: 64 signs before the @, labels of 63. The lookbehind makes the scan linear.
_LOCAL = r"(?<![\w.!#$%&'*+/=?^`{|}~@-])[\w!#$%&*+/=?^`{|}~-][\w.!#$%&'*+/=?^`{|}~-]{0,63}"
# A domain in plain letters ends where Chinese goes on behind a full stop; one in other letters is tried next.
_EMAIL = re.compile(
    _LOCAL + rf"@(?:(?a:(?:[^\W_](?:[\w-]{{0,61}}[^\W_])?\.){{1,8}}[^\W\d_][\w-]{{0,30}}[^\W_])(?!@|(?![{HAN}])\w)"
    r"|(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_][\w-]{0,30}[^\W_](?![\w@]))"
)
_SPOKEN = re.compile(
    r"(?<![\w.+-])[\w+-]{1,30}(?:\.[\w+-]{1,30}){0,4} ?[(\[](?:at|@|kwenye|arroba)[)\]] ?"
    r"[\w-]{1,63}(?: ?(?:\.|[(\[](?:dot|nukta|ponto|\.)[)\]]) ?[\w-]{2,63}){1,4}",
    re.IGNORECASE,
)
# Typed with spaces, `joyce . phiri @ gmail . com`: only under an ending that is known.
# A full stop with a blank behind it alone ends a sentence, unless the @ has blanks too.
_SPACED = re.compile(
    r"(?<![\w.+-])[\w+-]{1,30}(?:(?:(?:\.| \. ?| ?\. )[\w+-]{1,30}){0,4}(?: {1,2}@ {0,2}|@ {1,2})"
    r"|(?:(?:\.| \. ?)[\w+-]{1,30}){0,4}@)"
    r"[\w-]{1,63}(?: ?\. ?[\w-]{2,63}){0,3} ?\. ?(?:com|org|net|edu|info|gov|co|ac|ke|tz|ug|rw|uk|pt|cn)(?!\w)",
    re.IGNORECASE,
)


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Every address, in any language."""
    for found in _EMAIL.finditer(text.text):
        start = found.start() + len(found.group()) - len(found.group().lstrip("'*/=|"))
        yield Match(start, found.end(), "contact.email", 0.99, "emails", "address form")
    for found in _SPACED.finditer(text.text):
        yield Match(found.start(), found.end(), "contact.email", 0.9, "emails", "address form with spaces")
    for found in _SPOKEN.finditer(text.text):
        yield Match(found.start(), found.end(), "contact.email", 0.9, "emails", "spoken address form")
