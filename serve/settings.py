"""What an operator may set, and the limits that protect a gateway.

Sizes are in bytes of the request's body or code points of a text, times in seconds.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from pathlib import Path

from ficha.errors import UsageError
from serve.keys import Keys

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Limits:
    """The most of everything; what is beyond is refused before it is read or queued."""

    body_bytes: int = 4_000_000
    text_characters: int = 1_000_000
    texts: int = 256
    waiting: int = 64  # requests that may wait for the engine; one more is answered 429
    seconds: float = 120.0  # from arrival to answer


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the gateway listens and who may call it; `keys` None: no key is asked for."""

    host: str = "127.0.0.1"
    port: int = 8000
    keys: Keys | None = None
    limits: Limits = Limits()

    def check(self) -> None:
        """Raises UsageError for an address that others can reach without a key."""
        if self.keys is None and not is_loopback(self.host):
            raise UsageError(
                f"--host {self.host} can be reached from other machines: make keys with "
                "`python -m serve key NAME --file KEYS` and name them with --keys KEYS, or listen on 127.0.0.1"
            )


def is_loopback(host: str) -> bool:
    """True for a name or address that only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def load_keys(path: Path | None) -> Keys | None:
    """The keys of a file, or None where no file is named. Raises UsageError."""
    return Keys.read(path) if path is not None else None
