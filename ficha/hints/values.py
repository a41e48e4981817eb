"""Known phones, ids, e-mails, handles and addresses in the forms in which people write them.

0712345678      ->   0712 345 678, +254 (712) 345-678, 254712345678, and two figures exchanged
CM8801234ABCDE  ->   cm 8801234 abcde, CM-8801234-ABCDE
Plot 12, Milimani, Kisumu   ->   the whole, and each part between commas
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import regex
from rapidfuzz.distance import OSA

from ficha.hints.person import KnownPerson
from ficha.locales import Locale

NATIONAL_DIGITS = 9  # of a phone: more is the country's code or a zero
MIN_FUZZY = 8  # signs of an id or phone in which one error is forgiven
_NUMBER = re.compile(r"(?<!\w)\+?\(?\d(?:[ \t.\-/()]{0,2}\d){5,16}(?!\d)")
_SEPARATORS = r"[ \t.\-/\\]{0,2}"
_TOKEN = re.compile(r"(?<![^\W_])[^\W_]+(?:[/\-][^\W_]+)*(?![^\W_])")
_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*")
_MIN_PART_LETTERS = 4  # an address part of one shorter word says nothing alone


def find(text: str, person: KnownPerson, locales: Sequence[Locale]) -> Iterator[tuple[int, int, str, float]]:
    """(start, end, fine label, score) of every value of `person` that stands in `text`."""
    if person.phones:
        known = [_digits(phone)[-NATIONAL_DIGITS:] for phone in person.phones]
        for number in _NUMBER.finditer(text):
            if score := _phone_score(_digits(number.group()), known):
                yield number.start(), _end(number), "contact.phone", score
    for value in person.ids:
        yield from ((a, b, "id.national", score) for a, b, score in _ids(text, value))
    for label, values in (("contact.email", person.emails), ("contact.handle", person.handles)):
        for value in values:
            pattern = rf"(?<!\w){re.escape(value.lstrip('@')).replace(' ', r'[ ]{1,2}')}(?!\w)"
            yield from ((*m.span(), label, 1.0) for m in re.finditer(pattern, text, re.IGNORECASE))
    for address in person.addresses:
        yield from ((a, b, "location.address", 1.0) for a, b in _address(text, address))


def _digits(value: str) -> str:
    return "".join(c for c in value if c.isdigit())


def _end(number: re.Match[str]) -> int:
    return number.end() + (number.string[number.end() : number.end() + 1] == ")" and "(" in number.group()[:2])


def _phone_score(digits: str, known: Sequence[str]) -> float:
    """1 for a number with the same national part, 0.8 for one error in it, else 0."""
    for national in known:
        if len(national) >= 6 and digits.endswith(national) and len(digits) - len(national) <= 5:
            return 1.0
    for national in known:
        own = digits[-len(national) :]
        if len(national) >= MIN_FUZZY and OSA.distance(own, national, score_cutoff=1) <= 1:
            return 0.8
    return 0.0


def _ids(text: str, value: str) -> Iterator[tuple[int, int, float]]:
    signs = [c for c in value if c.isalnum()]
    if len(signs) < 4:
        return
    exact = re.compile(rf"(?<![^\W_]){_SEPARATORS.join(map(re.escape, signs))}(?![^\W_])", re.IGNORECASE)
    for found in exact.finditer(text):
        yield found.start(), found.end(), 1.0
    bare = "".join(signs).casefold()
    if len(bare) < MIN_FUZZY or not any(c.isdigit() for c in bare):
        return
    for token in _TOKEN.finditer(text):
        own = "".join(c for c in token.group() if c.isalnum()).casefold()
        if abs(len(own) - len(bare)) <= 1 and OSA.distance(own, bare, score_cutoff=1) == 1:
            yield token.start(), token.end(), 0.8


def _address(text: str, address: str) -> Iterator[tuple[int, int]]:
    parts = [address, *re.split(r"[,;\n]+", address)]
    for part in dict.fromkeys(p.strip() for p in parts):
        words = [w.group() for w in _WORD.finditer(part)]
        if not words or (len(words) == 1 and (len(words[0]) < _MIN_PART_LETTERS or words[0].isdigit())):
            continue
        joint = r"[\s.,;:/#()\-]{1,4}"
        pattern = joint.join(re.escape(w) for w in words)
        for found in re.finditer(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE):
            yield found.span()
        if regex.fullmatch(r"[\p{Han}\p{N}]+", part) and len(part) >= _MIN_PART_LETTERS:
            yield from (m.span() for m in re.finditer(re.escape(part), text))
