"""Operators: how a hidden span looks in the redacted text. They never change what is hidden.

typed   Naitwa [PERSON], simu [CONTACT_PHONE].
mask    Naitwa ██████ ███████, simu ████ ███ ███.
"""

from __future__ import annotations

from collections.abc import Callable

from ficha.errors import UsageError
from ficha.policy import Category, Policy

Operator = Callable[[str, Category, Policy], str]


def _typed(surface: str, category: Category, policy: Policy) -> str:
    return policy.render(category)


def _mask(surface: str, category: Category, policy: Policy) -> str:
    return "".join(c if c.isspace() else "█" for c in surface)


OPERATORS: dict[str, Operator] = {"typed": _typed, "mask": _mask}


def operator(name: str) -> Operator:
    """The operator of that name: (hidden text, category, policy) -> placeholder. Raises UsageError."""
    if name not in OPERATORS:
        raise UsageError(f"unknown operator {name!r}: expected {' or '.join(OPERATORS)}")
    return OPERATORS[name]
