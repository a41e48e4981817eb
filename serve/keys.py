"""API keys: only their hashes are kept, and a comparison takes the same time whatever was sent.

A key is 256 random bits, so a plain SHA-256 is enough: there is nothing to guess, and no slow hash is
needed as for passwords (OWASP, Password Storage). A file of keys has one `name:sha256` a line.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from ficha.errors import UsageError

PREFIX = "ficha-"
_LINE = re.compile(r"(?P<name>[A-Za-z0-9_.-]{1,64}):(?P<digest>[0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Keys:
    """The hashes of the keys that may call, by the name of their holder."""

    digests: tuple[tuple[str, bytes], ...]

    @classmethod
    def read(cls, path: Path) -> Keys:
        """Read a file of keys. Raises UsageError: it can't be read, is empty, or has a broken line."""
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            raise UsageError(f"{path}: can't be read: expected a file of `name:sha256` lines") from None
        found = []
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            match = _LINE.fullmatch(line.strip())
            if match is None:
                raise UsageError(f"{path}:{number}: not a `name:sha256` line: make keys with `python -m serve key`")
            found.append((match["name"], bytes.fromhex(match["digest"])))
        if not found:
            raise UsageError(f"{path} holds no key: make one with `python -m serve key NAME --file {path}`")
        return cls(tuple(found))

    def holder(self, key: str) -> str | None:
        """Whose key this is, or None. Every stored hash is compared, so that time tells nothing."""
        digest = hashlib.sha256(key.encode()).digest()
        holder = None
        for name, known in self.digests:
            if hmac.compare_digest(digest, known):
                holder = name
        return holder


def add_key(path: Path, name: str) -> str:
    """Make a key for `name`, add its hash to the file (made readable by its owner only), and return the key.

    Raises UsageError for a name that can't stand in the file or stands there already.
    """
    if not _LINE.fullmatch(f"{name}:{'0' * 64}"):
        raise UsageError(f"key name {name!r}: expected up to 64 letters, digits and . _ -")
    if path.exists() and any(known == name for known, _ in Keys.read(path).digests):
        raise UsageError(f"{path} has a key for {name} already: take its line out first")
    key = PREFIX + secrets.token_urlsafe(32)
    line = f"{name}:{hashlib.sha256(key.encode()).hexdigest()}\n"
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w", encoding="utf-8") as stream:
            stream.write(line)
    except OSError as error:
        raise UsageError(f"{path}: can't be written ({error.strerror})") from None
    return key
