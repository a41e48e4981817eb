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
from dataclasses import dataclass, replace

from ficha.errors import UsageError
from ficha.locales import Locale
from ficha.merge import Found
from ficha.operators import numbered, shift, surrogate
from ficha.operators.mention import Context, Mention, Operator
from ficha.operators.scope import Scope, link
from ficha.policy import Policy


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
NO_LINKS = {"typed", "mask", "keep", "age90", "shift"}  # mentions of one person needn't be known as such


@dataclass(frozen=True)
class Rendering:
    """Which operator renders which category: what `by_category` says, else `default`, else the policy, else typed."""

    default: str | None = None
    by_category: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, spec: str | None) -> Rendering:
        """`numbered`, or `name=surrogate,DATE=shift`, or both. Raises UsageError for an unknown operator."""
        default, chosen = None, []
        for part in (p.strip() for p in (spec or "").split(",") if p.strip()):
            category, _, name = part.rpartition("=")
            _prove_operator(name, "--operator")
            if category:
                chosen.append((category.strip(), name))
            else:
                default = name
        return cls(default, tuple(chosen))

    def operators(self, policy: Policy, key: bytes | None) -> dict[str, str]:
        """Category id -> operator's name.

        Raises UsageError: a category that the policy doesn't have (never a silent default), an unknown operator in
        the policy, or one that needs a key.
        """
        known = [category.id for category in policy.categories]
        for category_id, _ in self.by_category:
            if category_id not in known:
                raise UsageError(
                    f"--operator: policy {policy.name} has no category {category_id!r}: "
                    f"expected one of {', '.join(known)}"
                )
        chosen = {c.id: self.default or c.operator or "typed" for c in (*policy.categories, policy.other)}
        chosen |= dict(self.by_category)
        for name in chosen.values():
            _prove_operator(name, f"policy {policy.name}")
        if key is None and "hash" in chosen.values():
            raise UsageError("--operator hash needs a key: make one with `ficha key FILE` and name it with --key-file")
        return chosen

    def adapt(self, policy: Policy) -> Policy:
        """The policy with whole dates hidden where it shifts them: a year that stays visible would be the wrong one."""
        moves_dates = any(
            self.operators(policy, b"").get(c.id) == "shift" and any(label.startswith("date.") for label in c.covers)
            for c in policy.categories
        )
        if policy.switches.years == "hide" or not moves_dates:
            return policy
        return replace(policy, switches=policy.switches.model_copy(update={"years": "hide"}))


def _prove_operator(name: str, where: str) -> None:
    if name not in OPERATORS:
        raise UsageError(f"{where}: unknown operator {name!r}: expected one of {', '.join(OPERATORS)}")


def render(
    rendering: Rendering,
    text: str,
    kept: Sequence[Found],
    policy: Policy,
    locales: Sequence[Locale],
    scope: Scope,
    patient: str | None = None,
) -> list[str]:
    """The rendered text of every span, in order; dates of one `patient` move by one constant."""
    chosen = rendering.operators(policy, scope.key)
    mentions = [Mention(text[f.start : f.end], f.category, f.fine) for f in kept]
    with scope.document(text) as memory:
        if not set(chosen.values()) <= NO_LINKS:
            mentions = link(mentions, memory, locales)
        order = shift.day_first([m.text for m in mentions], locales[0])
        context = Context(policy, locales[0], scope, memory, patient, order)
        out = []
        for mention in mentions:
            rendered = OPERATORS[chosen[mention.category.id]](mention, context)
            out.append(policy.render(mention.category) if rendered is None else rendered)
        return out
