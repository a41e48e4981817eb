"""Systems to be scored: one file each in `eval/baselines`, found by name, all with one interface.

    eval/baselines/rules.py     load(model=None, lang="swa") -> System
    system.predict(documents, policy) -> Iterator[Prediction], one for each document, in order

A system reads a document's `text`, `id` and `lang`, never its spans.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol, cast

from eval import baselines
from eval.predictions import Prediction
from ficha.document import Document
from ficha.errors import UsageError
from ficha.policy import Policy


class System(Protocol):
    """Something that anonymises documents."""

    def predict(self, documents: Iterable[Document], policy: Policy) -> Iterator[Prediction]: ...


class _Baseline(Protocol):
    def load(self, model: Path | None, lang: str | None) -> System: ...


def system_names() -> tuple[str, ...]:
    """The systems that can be run: the modules of `eval/baselines`, with `-` for `_`."""
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(baselines.__path__)))


def load_system(name: str, model: Path | None = None, lang: str | None = None) -> System:
    """Load a system by name. Raises UsageError for an unknown one, ModelError where its model can't be loaded."""
    if name not in system_names():
        raise UsageError(f"unknown system {name!r}: expected one of {', '.join(system_names())}")
    module = importlib.import_module(f"{baselines.__name__}.{name.replace('-', '_')}")
    return cast(_Baseline, module).load(model, lang)
