"""Canaries: is what is served really the adapter that was trained, and not its base or another one?

`ficha.json` holds texts with the answers given at training time. They are asked again before the
gateway calls itself ready; spans are compared, not letters. The bare base is asked as well: an
adapter that was never applied answers as its base does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ficha.align import align
from ficha.contract import Canary
from ficha.engine import Engine
from ficha.errors import FichaError
from ficha.locales import load_locale
from ficha.policy import Policy, load_policy

Spans = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether to serve, and if not, why."""

    passed: bool
    reason: str = "ok"


def check(canaries: Sequence[Canary], served: Engine, base: Engine | None) -> Verdict:
    """Ask every canary of the served model, and of its bare base where there is one to ask."""
    if not canaries:
        return Verdict(False, "ficha.json holds no canaries: train the adapter anew, or serve another")
    try:
        expected = [_spans(c, c.answer) for c in canaries]
        answered = [_ask(c, served) for c in canaries]
        of_base = [_ask(c, base) for c in canaries] if base is not None else None
    except FichaError as error:
        return Verdict(False, f"the canaries could not be asked ({type(error).__name__})")
    wrong = [n for n, (a, e) in enumerate(zip(answered, expected, strict=True)) if a != e]
    if of_base is not None and answered == of_base:
        return Verdict(False, f"{served.model} answers every canary as its bare base does: the adapter is not applied")
    if wrong:
        which = ", ".join(f"{n + 1} ({canaries[n].lang}, {canaries[n].policy})" for n in wrong)
        return Verdict(
            False,
            f"{served.model} answers {len(wrong)} of {len(canaries)} canaries otherwise than at training: {which}; "
            "this is not the adapter of its ficha.json, or its weights are damaged",
        )
    return Verdict(True)


def _ask(canary: Canary, engine: Engine) -> Spans:
    policy = load_policy(canary.policy)
    answer = engine.generate(canary.text, policy, load_locale(canary.lang))
    return _spans(canary, answer.text, policy)


def _spans(canary: Canary, twin: str, policy: Policy | None = None) -> Spans:
    alignment = align(canary.text, twin, policy or load_policy(canary.policy))
    return tuple((span.start, span.end, span.category.id) for span in alignment.spans)
