"""What stands behind a gateway: the local engine, the rules alone, or a server that speaks OpenAI's API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from ficha.contract import load_contract
from ficha.engine.endpoint import EndpointEngine
from ficha.engine.loading import default_model
from ficha.engine.local import LocalEngine
from ficha.redactor import Redactor
from serve.canary import Verdict, check
from serve.gate import Service
from serve.vllm import Launch, counters, idle, running

ENDPOINT_THREADS = 8


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

    def ask() -> Verdict:
        # The bare base is loaded only for this, and let go.
        return check(load_contract(folder).canaries, engine, LocalEngine.load_base(folder))

    return Service(_redactors(engine), ask)


def endpoint_service(model: Path | None, url: str, served_model: str | None) -> Service:
    """A server that was started by somebody else; its base is asked for comparison where it serves it, too.

    Raises ModelError, UsageError, EngineError.
    """
    folder = model or default_model()
    engine = EndpointEngine.load(folder, url, served_model)

    def ask() -> Verdict:
        contract = load_contract(folder)
        others = [name for name in engine.served_models() if name == contract.base.name]
        base = EndpointEngine.load(folder, url, others[0]) if others else None
        return check(contract.canaries, engine, base)

    return Service(_redactors(engine), ask, ENDPOINT_THREADS)


@contextmanager
def vllm_service(launch: Launch) -> Iterator[Service]:
    """vLLM, started and stopped with the gateway; `/ready` also proves that its speed-ups are at work."""
    with running(launch) as address:
        service = endpoint_service(launch.adapter or launch.model, f"{address}/v1", launch.served)

        def ask() -> Verdict:
            before = counters(address)
            verdict = service.check()
            asleep = idle(before, counters(address))
            if verdict.passed and asleep:
                return Verdict(False, f"vLLM answers, but {' and '.join(asleep)} did nothing: check its options")
            return verdict

        yield Service(service.redactor_of, ask, service.threads)


def _redactors(engine: LocalEngine | EndpointEngine) -> Callable[[str], Redactor]:
    """A redactor an operator, all on one engine."""

    @lru_cache
    def redactor_of(operator: str) -> Redactor:
        return Redactor(engine, "both", operator, thresholds=engine.dial.thresholds)

    return redactor_of
