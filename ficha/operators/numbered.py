"""Numbers and codes: one a person, place or value, so that a reader can follow who is who."""

from __future__ import annotations

import hashlib
import hmac

from ficha.operators.mention import Context, Mention

CODE_HEX = 10  # 40 bits: among 100,000 persons two share a code with a chance of 0.5%
PROJECT_DIGITS = 8


def number(mention: Mention, context: Context) -> str:
    """`[name_1]` in the policy's style; under a project key the number is the key's, equal in every run."""
    shown = mention.entity
    if context.scope.reach == "project":
        shown = context.scope.draw(context.memory, mention.category.id, mention.canonical) % 10**PROJECT_DIGITS
    return context.policy.render(mention.category, shown)


def hash_code(mention: Mention, context: Context) -> str | None:
    """`[name:9f2c71aa03]`: HMAC-SHA256 (RFC 2104) of category and value; without the key nobody can test a guess."""
    if context.scope.key is None:
        return None
    message = f"{mention.category.id}\0{mention.canonical}".encode()
    code = hmac.new(context.scope.key, message, hashlib.sha256).hexdigest()[:CODE_HEX]
    return f"[{mention.category.placeholder}:{code}]"
