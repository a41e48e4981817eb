"""Which mentions are one person, and how far a number reaches: a document, a batch, or everything under one key.

Persons are linked by their words: the whole name, a part of it, an initial, in any case, with or
without an honorific. Full names that only share a part stay two; a lone part goes to the one person
it fits, or to the one of several that was named last. Other values are linked by equal text.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import regex

from ficha.locales import Locale
from ficha.operators.mention import Mention

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*(?:['’ʼ‘`´\-]\p{L}[\p{L}\p{M}]*)*")
_HAN_RUN = regex.compile(r"\p{Han}+")
_POSSESSIVE = regex.compile(r"['’ʼ‘`´]s\Z")
SCOPES = ("document", "batch", "project")


@dataclass(slots=True)
class _Person:
    number: int
    words: set[str]
    last: int  # when it was named last, in mentions


@dataclass
class Memory:
    """What was met in this document, or in this batch: entities by category, and words that were replaced."""

    persons: dict[str, list[_Person]] = field(default_factory=dict)
    values: dict[tuple[str, str], int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    surrogates: dict[tuple[str, str], str] = field(default_factory=dict)
    originals: set[str] = field(default_factory=set)  # folded words that no surrogate may be equal to
    clock: int = 0

    def next_number(self, category: str) -> int:
        """One more than the last number of the category."""
        self.counts[category] = self.counts.get(category, 0) + 1
        return self.counts[category]


class Scope:
    """How far pseudonyms reach. `project` needs a key; the others draw a secret that nobody else has.

    Safe for several threads. Raises ValueError for an unknown name or a project without a key.
    """

    def __init__(self, reach: str = "document", key: bytes | None = None) -> None:
        if reach not in SCOPES or (reach == "project" and key is None):
            raise ValueError(f"scope {reach!r}: expected one of {', '.join(SCOPES)}; project needs a key")
        self.reach, self.key = reach, key
        self._secret = key if reach == "project" and key else secrets.token_bytes(32)
        self._batch = Memory()
        self._lock = threading.RLock()

    @contextmanager
    def document(self, text: str) -> Iterator[Memory]:
        """The memory for one text: new, or that of the batch, held by this thread."""
        words = _words(text)
        if self.reach == "document":
            memory = Memory()
            memory.originals |= words
            # another secret a document: equal dates in two documents shift differently
            memory.surrogates[("secret", "")] = secrets.token_hex(16)
            yield memory
            return
        with self._lock:
            self._batch.originals |= words
            yield self._batch

    def reserve(self, text: str) -> None:
        """Keep the words of a text of this batch from becoming surrogates, before it or any other is redacted."""
        if self.reach == "batch":
            with self._lock:
                self._batch.originals |= _words(text)

    def draw(self, memory: Memory, what: str, value: str) -> int:
        """A number that only the secret and `what`/`value` decide, 256 bits."""
        salt = memory.surrogates.get(("secret", ""), "")
        digest = hmac.new(self._secret, f"{salt}\0{what}\0{value}".encode(), hashlib.sha256).digest()
        return int.from_bytes(digest)


def _words(text: str) -> set[str]:
    """The folded words of a text; of a run of Chinese signs every stretch that may be a name."""
    words = {fold(w) for w in _WORD.findall(text)}
    for run in _HAN_RUN.findall(text):
        words |= {run[i : i + n] for n in range(1, 5) for i in range(len(run) - n + 1)}
    return words


def fold(text: str) -> str:
    """A form in which spellings of one value are equal: compatibility composed, no case, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def name_words(text: str, locales: Sequence[Locale]) -> tuple[str, ...]:
    """The folded words of a name without honorifics and possessives."""
    titles = {fold(t.rstrip(".")) for locale in locales for t in locale.settings.honorifics}
    words = [_POSSESSIVE.sub("", fold(w)) for w in _WORD.findall(text)]
    return tuple(w for w in words if w not in titles) or tuple(words)


def link(mentions: Sequence[Mention], memory: Memory, locales: Sequence[Locale]) -> list[Mention]:
    """Give every mention its entity. Full names are read first: a part may come before the name it belongs to."""
    out: list[Mention | None] = [None] * len(mentions)
    words = [name_words(m.text, locales) if is_person(m) else () for m in mentions]
    for n, mention in enumerate(mentions):
        if not words[n]:
            out[n] = _value(mention, memory)
    order = sorted((n for n in range(len(mentions)) if words[n]), key=lambda n: (_full(words[n]) < 2, n))
    start = memory.clock
    chosen = {n: _person(mentions[n], words[n], memory, start + n) for n in order}
    memory.clock = start + len(mentions)
    # Numbers follow the order of the text, not that of linking.
    for n in sorted(chosen):
        person = chosen[n]
        if person.number == 0:
            person.number = memory.next_number(mentions[n].category.id)
        out[n] = replace(mentions[n], entity=person.number, canonical=" ".join(sorted(person.words)))
    return [mention for mention in out if mention is not None]


def is_person(mention: Mention) -> bool:
    if mention.fine is not None:
        return mention.fine.startswith("person.")
    return any(label.startswith("person.") for label in mention.category.covers)


def _full(words: Sequence[str]) -> int:
    """How many words are more than an initial; a Chinese name of three signs is two."""
    return sum(len(w) - 1 if _HAN_RUN.fullmatch(w) else len(w) > 1 for w in words)


def _person(mention: Mention, words: tuple[str, ...], memory: Memory, now: int) -> _Person:
    known = memory.persons.setdefault(mention.category.id, [])
    fitting = [p for p in known if _fits(words, p.words)]
    if fitting:
        before = [p for p in fitting if p.last <= now]
        person = max(before, key=lambda p: p.last) if before else min(fitting, key=lambda p: p.last)
        if len(fitting) == 1:
            person.words |= {w for w in words if len(w) > 1}
        person.last = now
        return person
    person = _Person(0, set(words), now)
    known.append(person)
    return person


def _fits(words: Sequence[str], known: set[str]) -> bool:
    """Whether one of both names is a part of the other; an initial fits a word that begins with it."""
    small, large = (words, known) if len(words) <= len(known) else (known, words)
    if not any(len(w) > 1 or _HAN_RUN.fullmatch(w) for w in small):
        return False
    return all(any(_same(w, k) for k in large) for w in small)


def _same(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    if _HAN_RUN.fullmatch(a) and _HAN_RUN.fullmatch(b):
        # the family name in front (one sign, seldom two), or the given name behind it
        return a == b or (len(short) == 1 and long.startswith(short)) or (len(short) > 1 and long[1:] == short)
    return a == b or (len(short) == 1 and short == long[0])


def _value(mention: Mention, memory: Memory) -> Mention:
    value = fold(mention.text)
    digits = "".join(c for c in value if c.isdigit())
    is_number = mention.fine is not None and mention.fine.startswith(("contact.phone", "contact.fax", "id."))
    if is_number and digits:  # `0712 345 678` and `+254 712-345-678` are one phone
        value = digits[-9:] if mention.fine in ("contact.phone", "contact.fax") else "".join(value.split())
    key = (mention.category.id, value)
    if key not in memory.values:
        memory.values[key] = memory.next_number(mention.category.id)
    return replace(mention, entity=memory.values[key], canonical=value)
