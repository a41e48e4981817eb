"""Running a system over documents, with a progress bar and the result lines written as they come.

predictions = predict(load_system("rules"), documents, load_policy("afrimed"), Path("runs/rules"))
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from eval.predictions import Prediction
from eval.systems import System
from ficha.document import Document
from ficha.errors import EngineError, InputError
from ficha.policy import Policy


def predict(system: System, documents: Sequence[Document], policy: Policy, out: Path | None) -> dict[str, Prediction]:
    """The system's prediction by document id; with `out`, `out/predictions.jsonl` is written line by line.

    Progress goes to the standard error, and only to a terminal. Raises EngineError where the system answers
    for other documents than it was given, InputError where `out` can't be written.
    """
    console = Console(stderr=True)
    found: dict[str, Prediction] = {}
    steps = track(
        _written(system.predict(documents, policy), out),
        description="documents",
        total=len(documents),
        console=console,
        disable=not console.is_terminal,
    )
    for document, prediction in zip(documents, steps, strict=False):
        if prediction.id != document.id:
            raise EngineError(f"the system answered for {prediction.id!r} where {document.id!r} was due")
        found[prediction.id] = prediction
    if len(found) != len(documents):
        raise EngineError(f"the system answered for {len(found)} of {len(documents)} documents")
    return found


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write one JSON object to a file."""
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _written(predictions: Iterator[Prediction], out: Path | None) -> Iterator[Prediction]:
    if out is None:
        yield from predictions
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
        file = (out / "predictions.jsonl").open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"can't write to {out}: {error.strerror}") from None
    with file:
        for prediction in predictions:
            file.write(json.dumps(prediction.record, ensure_ascii=False) + "\n")
            yield prediction
