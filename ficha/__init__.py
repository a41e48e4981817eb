"""Ficha: text in, redacted text and exact spans out.

from ficha import Redactor
Redactor.load("models/ficha-smol").redact("Naitwa Achieng.", lang="swa").text
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ficha.redactor import Redactor
    from ficha.result import Result

__all__ = ["Redactor", "Result"]


def __getattr__(name: str) -> Any:
    # Imported on first use (PEP 562): a caller of one room doesn't wait for all of them.
    if name == "Redactor":
        from ficha.redactor import Redactor

        return Redactor
    if name == "Result":
        from ficha.result import Result

        return Result
    raise AttributeError(f"module 'ficha' has no attribute {name!r}")
