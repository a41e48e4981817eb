"""Ficha: text in, redacted text and exact spans out.

    from ficha import Redactor
    Redactor.load("models/ficha-smol").redact("Naitwa Achieng.", lang="swa").text
"""

from ficha.redactor import Redactor
from ficha.result import Result

__all__ = ["Redactor", "Result"]
