"""Operators: how a hidden span looks in the redacted text. They never change what is hidden.

    typed      Naitwa [PERSON], simu [CONTACT_PHONE].          anonymous as far as spans were found
    mask       Naitwa ██████ ███████, simu ████ ███ ███.       shows lengths
    numbered   Naitwa [PERSON_1], simu [CONTACT_PHONE_1].      one number a person, place or value
    hash       Naitwa [PERSON:9f2c71aa03], ...                 the same code wherever the key is the same
    surrogate  Naitwa Atieno Ouma, simu [CONTACT_PHONE].       an invented name of the same kind
    shift      tarehe 14/5/2026                                dates moved by one constant a document
    age90      Miaka 90+                                       ages of 90 and over in one group
    keep       what is found stays visible

All but typed and mask leave something that can link texts or lead back: pseudonymised, still personal
data (GDPR, art. 4(5)); `docs/pseudonymisation.md` says more. What an operator can't do for a value becomes
the typed placeholder, never the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ficha.errors import UsageError
from ficha.locales import Locale
from ficha.merge import Found
from ficha.operators import numbered, shift, surrogate
from ficha.operators.mention import Context, Mention, Operator
from ficha.operators.scope import Scope, link
from ficha.policy import Category, Policy


def _typed(mention: Mention, context: Context) -> str:
    return context.policy.render(mention.category)


def _mask(mention: Mention, context: Context) -> str:
    return "".join(c if c.isspace() else "█" for c in mention.text)


def _keep(mention: Mention, context: Context) -> str:
    return mention.text


# Returning None means: this value can't be done, render it typed.
OPERATORS: dict[str, Operator] = {
    "typed": _typed,
    "mask": _mask,
    "keep": _keep,
    "numbered": numbered.number,
    "hash": numbered.hash_code,
    "surrogate": surrogate.invent,
    "shift": shift.shift_date,
    "age90": shift.group_age,
}
# What needs no key and keeps no memory between texts: what a gateway may offer to strangers.
STATELESS = ("typed", "mask")


@dataclass(frozen=True)
class Rendering:
    """Which operator renders which category; `default` all others."""

    default: str = "typed"
    by_category: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, spec: str) -> Rendering:
        """`numbered`, or `name=surrogate,DATE=shift`, or both. Raises UsageError for an unknown operator."""
        default, chosen = "typed", []
        for part in (p.strip() for p in spec.split(",") if p.strip()):
            category, _, name = part.rpartition("=")
            if name not in OPERATORS:
                raise UsageError(f"unknown operator {name!r}: expected one of {', '.join(OPERATORS)}")
            if category:
                chosen.append((category.strip(), name))
            else:
                default = name
        return cls(default, tuple(chosen))

    def check(self, policy: Policy, key: bytes | None) -> None:
        """Raises UsageError: a category that the policy doesn't have, or an operator that needs a key."""
        known = [category.id for category in policy.categories]
        for category, _ in self.by_category:
            if category not in known:
                raise UsageError(
                    f"--operator: policy {policy.name} has no category {category!r}: expected one of {', '.join(known)}"
                )
        if key is None and "hash" in (self.default, *(name for _, name in self.by_category)):
            raise UsageError("--operator hash needs a key: make one with `ficha key FILE` and name it with --key-file")

    def of(self, category: Category) -> str:
        """The operator's name for a category."""
        return dict(self.by_category).get(category.id, self.default)

    @property
    def links(self) -> bool:
        """Whether mentions of one person must be known as such."""
        return bool({self.default, *(name for _, name in self.by_category)} - {"typed", "mask", "keep", "age90"})


def render(
    rendering: Rendering, text: str, kept: Sequence[Found], policy: Policy, locales: Sequence[Locale], scope: Scope
) -> list[str]:
    """The rendered text of every span, in order."""
    rendering.check(policy, scope.key)
    mentions = [Mention(text[f.start : f.end], f.category, f.fine) for f in kept]
    with scope.document(text) as memory:
        if rendering.links:
            mentions = link(mentions, memory, locales)
        context = Context(policy, locales[0], scope, memory)
        out = []
        for mention in mentions:
            rendered = OPERATORS[rendering.of(mention.category)](mention, context)
            out.append(policy.render(mention.category) if rendered is None else rendered)
        return out
