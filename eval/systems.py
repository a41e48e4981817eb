"""Systems to be scored: one file each in `eval/baselines`, found by name, all with one interface.

    eval/baselines/presidio.py     load(options) -> System
    system.predict(documents, policy) -> Iterator[Prediction], one for each document, in order

A system is named by a spec, `rules` or `presidio=en_core_web_lg`: behind the `=` stands the model, so that one run
can hold several of a kind. A system reads a document's `text`, `id` and `lang`, never its spans.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, cast

from eval import baselines
from eval.predictions import Prediction
from eval.system_labels import SystemLabels
from ficha.document import Document
from ficha.errors import UsageError
from ficha.policy import Policy


@dataclass(frozen=True, slots=True)
class Options:
    """What a system may be told; each says in its file which of these it reads.

    `model`: folder, package or hub name. `lang`: for documents of one language. `endpoint`: base URL of an
    OpenAI-compatible server. `settings`: a YAML file of the system's own. `examples`, `shots`: a corpus to draw
    examples from, and how many.
    """

    model: str | None = None
    lang: str | None = None
    endpoint: str | None = None
    settings: Path | None = None
    examples: Path | None = None
    shots: int = 0


class System(Protocol):
    """Something that anonymises documents; `labels` is None where it speaks the policy's own categories."""

    @property
    def labels(self) -> SystemLabels | None: ...

    def predict(self, documents: Iterable[Document], policy: Policy) -> Iterator[Prediction]: ...


class _Baseline(Protocol):
    def load(self, options: Options) -> System: ...


def system_names() -> tuple[str, ...]:
    """The systems that can be run: the modules of `eval/baselines`, with `-` for `_`."""
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(baselines.__path__)))


def load_system(spec: str, options: Options) -> System:
    """Load the system that a spec names; a model in the spec goes before `options.model`.

    Raises UsageError for an unknown one or for options that it can't use, ModelError where its model can't be loaded.
    """
    name, _, model = spec.partition("=")
    if name not in system_names():
        raise UsageError(f"unknown system {name!r}: expected one of {', '.join(system_names())}")
    module = importlib.import_module(f"{baselines.__name__}.{name.replace('-', '_')}")
    return cast(_Baseline, module).load(replace(options, model=model) if model else options)
