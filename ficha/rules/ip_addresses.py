"""IP addresses, versions 4 and 6, proved by the standard library's `ipaddress`.

from 192.0.2.44:8080    -> 192.0.2.44
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import ip_address

from ficha.locales import Locale
from ficha.normalise import NormalText
from ficha.rules.base import Match

LABELS = ("contact.ip",)
PRIORITY = 85

_V4 = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)")
_V6 = re.compile(r"(?<![\w:.])(?=[0-9a-f:]*:[0-9a-f:]*:)[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}+(?![\w:])", re.IGNORECASE)


def find(text: NormalText, locale: Locale) -> Iterator[Match]:
    """Addresses that parse; a clock time such as `10:20:30` doesn't."""
    for pattern in (_V4, _V6):
        for found in pattern.finditer(text.text):
            if _parses(found.group()):
                yield Match(found.start(), found.end(), "contact.ip", 0.95, "ip_addresses", "address form")


def _parses(surface: str) -> bool:
    try:
        ip_address(surface)
    except ValueError:
        return False
    return len(surface) > 4
