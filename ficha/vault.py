"""The vault: an encrypted file with which a redaction can be undone, by whoever has its key.

    ficha key K                                              # makes a key file
    ficha redact note.txt --vault V --key-file K > redacted.txt
    ficha restore redacted.txt --vault V --key-file K        # the source, byte for byte

One line a document, each a Fernet token (AES-128-CBC and HMAC-SHA256, https://github.com/fernet/spec).
An unchanged redaction is restored by its places; a text that was worked on (translated, shortened) by
its placeholders, where each stands for one value only (`--operator numbered`).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet, InvalidToken

from ficha.errors import InputError, UsageError
from ficha.io.placed import placed
from ficha.result import Result

_WORD = re.compile(r"[\w ]*\w")


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored text, the placeholders that stood there changed and were read all the same, and those left."""

    text: str
    repaired: tuple[str, ...] = ()
    unresolved: tuple[str, ...] = ()


def make_key(path: Path) -> None:
    """Write a new key to a file that only its owner can read. Raises UsageError where the file is there already."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(Fernet.generate_key() + b"\n")
    except FileExistsError:
        raise UsageError(f"{path} is there already: a key that is overwritten can't be had back") from None
    except OSError as error:
        raise UsageError(f"{path}: can't be written ({error.strerror})") from None


def read_key(path: Path) -> bytes:
    """The key in a file. Raises UsageError where there is none."""
    try:
        key = path.read_bytes().strip()
        Fernet(key)
    except (OSError, ValueError):
        raise UsageError(f"{path}: holds no key: make one with `ficha key {path}`") from None
    return key


class Vault:
    """The encrypted records of a file. Adding appends, so that a killed job loses nothing; safe for threads."""

    def __init__(self, path: Path, key: bytes) -> None:
        self._path, self._fernet = path, Fernet(key)
        self._lock = threading.Lock()

    def add(self, source: str, result: Result) -> None:
        """Keep what a result hid. A result without a text has nothing to restore."""
        if result.text is None:
            return
        hidden: list[tuple[int, int, str, str]] = [
            (p.start, p.end, p.text, source[s.start : s.end]) for p, s in zip(placed(result), result.spans, strict=True)
        ]
        # A placeholder that the author typed is text: by its name alone it must not be restored.
        typed = sorted({shown for _, _, shown, _ in hidden if shown in source})
        record = {"id": result.id, "sha256": _sha256(result.text), "hidden": hidden, "typed": typed}
        token = self._fernet.encrypt(json.dumps(record, ensure_ascii=False).encode())
        try:
            with self._lock, os.fdopen(os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "wb") as out:
                out.write(token + b"\n")
        except OSError as error:
            raise UsageError(f"{self._path}: can't be written ({error.strerror})") from None

    def records(self) -> Iterator[dict[str, Any]]:
        """Every record, in order. Raises InputError for a missing or damaged file, or another key."""
        try:
            lines = self._path.read_bytes().splitlines()
        except OSError as error:
            raise InputError(f"{self._path}: can't be read ({error.strerror})") from None
        for number, line in enumerate(lines, 1):
            try:
                yield json.loads(self._fernet.decrypt(line))
            except (InvalidToken, ValueError):
                raise InputError(f"{self._path}, line {number}: damaged, or made with another key") from None

    def restore(self, text: str, id: str | None = None) -> Restored:
        """The source of a redacted text.

        By places where the text is unchanged (`id` decides between equal redactions of different sources),
        else by placeholders, over the documents of that `id`, or all. Raises InputError where equal
        redactions have different sources and no `id` tells which.
        """
        records = list(self.records())
        same = [r for r in records if r["sha256"] == _sha256(text)]
        if of_id := [r for r in same if r["id"] == id]:
            same = of_id
        sources = {_by_place(text, record) for record in same}
        if len(sources) == 1:
            return Restored(sources.pop())
        if sources:
            raise InputError(f"{len(sources)} documents have this redaction: name the one that is meant with --id")
        if of_id := [r for r in records if r["id"] == id]:
            records = of_id
        return _by_name(text, records)


def _by_place(text: str, record: dict[str, Any]) -> str:
    out, at = [], 0
    for start, end, _, original in record["hidden"]:
        out += [text[at:start], original]
        at = end
    return "".join([*out, text[at:]])


def _by_name(text: str, records: list[dict[str, Any]]) -> Restored:
    """Replace placeholders that stand for one value; numbered ones also without brackets or in another case."""
    values: dict[str, set[str]] = {}
    for record in records:
        for _, _, shown, original in record["hidden"]:
            values.setdefault(shown, set()).add(original)
    typed = {shown for record in records for shown in record["typed"]}
    sure = {shown: next(iter(found)) for shown, found in values.items() if len(found) == 1 and shown not in typed}
    bare = {_bare(shown): shown for shown in sure if any(c.isdigit() for c in shown)}
    repaired: list[str] = []
    unresolved: list[str] = []

    def bracketed(match: re.Match[str]) -> str:
        found = match.group()
        if found in sure:
            return sure[found]
        near = bare.get(_bare(found))
        if near is None:
            unresolved.append(found)
            return found
        repaired.append(found)
        return sure[near]

    # One pass: what is put in is never searched again. A longer name is tried before a shorter one.
    names = "|".join(re.escape(name) for name in sorted(bare, key=len, reverse=True))
    pattern = r"[\[<(【]\s*[^\[\]<>()【】\n]{1,60}\s*[\]>)】]" + (rf"|(?<![\w])(?:{names})(?!\w)" if names else "")
    return Restored(re.sub(pattern, bracketed, text, flags=re.IGNORECASE), tuple(repaired), tuple(unresolved))


def _bare(shown: str) -> str:
    """A placeholder without its brackets, in one case."""
    match = _WORD.search(shown.strip("[]<>()【】 "))
    return (match.group() if match else shown).casefold()


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
