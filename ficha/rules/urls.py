"""Web addresses: `https://...`, `www....`, and bare hosts under a known ending (`clinic.co.ke/book`).

Where a sentence ends without a space (`at home.She`) the ending isn't known, so nothing is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules.base import Match

LABELS = ("contact.url",)
PRIORITY = 80

_ENDINGS = r"(?:com|org|net|edu|gov|int|info|biz|nhs\.uk|(?:co|or|go|ac|sc|ne|org|gov|com|net)\.[a-z]{2}|test|example)"
_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_REST = r"(?::\d{1,5})?(?:[/?#][^\s<>\"|\\^`{}\[\]]{0,2000})?"
_URL = re.compile(
    rf"(?<![\w@.-])(?:(?:https?|ftp)://[^\s<>\"|\\^`{{}}\[\]]{{2,2000}}"
    rf"|www\.(?:{_LABEL}\.){{1,6}}[a-z]{{2,20}}(?![\w-]){_REST}"
    rf"|(?:{_LABEL}\.){{1,5}}{_ENDINGS}(?![\w@-]|\.\w){_REST}"
    rf"|(?:{_LABEL}\.){{1,3}}(?:me|ly|gl|io|be|co|app|us|uk|ke|tz|ug|rw|pt|cn|link)/[^\s<>\"|\\^`{{}}\[\]]{{1,2000}})",
    re.IGNORECASE,
)


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Every address, without the punctuation of the sentence that it ends."""
    for found in _URL.finditer(text.text):
        url = found.group().rstrip(".,;:!?'\"*")
        if url.endswith(")") and url.count(")") > url.count("("):
            url = url[:-1]
        yield Match(found.start(), found.start() + len(url), "contact.url", 0.97, "urls", "address form")
