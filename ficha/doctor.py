"""`ficha doctor`: what of this installation works, and what to do about the rest."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata, util

from ficha.errors import FichaError
from ficha.locales import language_codes, load_locale
from ficha.policy import load_policy, policy_names


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the installation; `required` parts decide the exit status."""

    part: str
    ok: bool
    state: str
    advice: str = ""
    required: bool = True


def examine() -> list[Finding]:
    """Look at everything; no part's fault hides another's."""
    return [
        Finding("Python", True, platform.python_version()),
        _check("policies", _policies),
        _check("languages", _languages),
        _packages(),
        _check("base model", _base),
        _check("model", _model),
        _check("processor", _processor),
    ]


def _check(part: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(part, True, look())
    except (FichaError, ImportError) as error:
        return Finding(part, False, "", str(error))


def _policies() -> str:
    return ", ".join(load_policy(name).name for name in policy_names())


def _languages() -> str:
    return ", ".join(load_locale(code).code for code in language_codes())


def _packages() -> Finding:
    wanted = ("torch", "transformers", "peft")
    missing = [name for name in wanted if util.find_spec(name) is None]
    if missing:
        return Finding(
            "model packages", False, ", ".join(missing), "pip install 'ficha[model]'; the rules work without", False
        )
    return Finding("model packages", True, ", ".join(f"{name} {metadata.version(name)}" for name in wanted))


def _base() -> str:
    from ficha.base_model import BASE_NAME, gguf_file

    gguf_file()
    return BASE_NAME


def _model() -> str:
    from ficha.contract import load_adapter_contract
    from ficha.engine.loading import default_model

    folder = default_model()
    contract = load_adapter_contract(folder)
    return f"{folder.name}, for {', '.join(sorted(contract.data.languages))}"


def _processor() -> str:
    import torch

    from ficha.device import best_device, best_dtype

    device = best_device()
    return f"{device.type}, {torch.get_num_threads()} threads, {str(best_dtype(device)).removeprefix('torch.')}"
