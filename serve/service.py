"""What stands behind a gateway: the local engine, or the rules alone."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from ficha.contract import load_contract
from ficha.engine.loading import default_model
from ficha.engine.local import LocalEngine
from ficha.redactor import Redactor
from serve.canary import Verdict, check
from serve.gate import Service


def rules_service() -> Service:
    """No model: there is nothing to ask canaries of."""

    @lru_cache
    def redactor_of(operator: str) -> Redactor:
        return Redactor(None, "rules", operator)

    return Service(redactor_of, check=lambda: Verdict(True, "rules alone: no model is served"))


def local_service(model: Path | None) -> Service:
    """The model in this process. Raises ModelError where its folder can't be used."""
    folder = model or default_model()
    engine = LocalEngine.load(folder)

    @lru_cache
    def redactor_of(operator: str) -> Redactor:
        return Redactor(engine, "both", operator)

    def ask() -> Verdict:
        # The bare base is loaded only for this, and let go.
        return check(load_contract(folder).canaries, engine, LocalEngine.load_base(folder))

    return Service(redactor_of, ask)
