"""What prefix caching and n-gram speculation gain on this machine: vLLM with them against vLLM without, in one run.

$ python -m serve.speedup --merged runs/merged --data data/eng/kept.jsonl --limit 40

Both servers answer the same notes, eight requests at a time, as a bulk job asks them; the canaries warm each up.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ficha.document import Document
from ficha.engine.endpoint import EndpointEngine
from ficha.errors import FichaError
from ficha.io import jsonl
from ficha.io.source import Source, TableOptions
from ficha.redactor import Redactor
from serve.vllm import Launch, counters, find_python, idle, running

_WARM_UP = 4  # notes that are asked for first and not timed
_SERVED = "ficha"


def main(
    merged: Annotated[Path, typer.Option(help="The merged model (`python -m train.merge`).")],
    data: Annotated[Path, typer.Option(help="JSONL of documents.")],
    limit: Annotated[int, typer.Option(min=1)] = 40,
    vllm_env: Annotated[Path, typer.Option(help="vLLM's own environment.")] = Path(".venv-vllm"),
    port: Annotated[int, typer.Option()] = 8001,
) -> None:
    """Time both and print the ratio. Status 1 where answers differ or a speed-up did nothing."""
    console = Console()
    try:
        source = Source(data.name, data)
        source.prove_utf8()
        notes = list(islice(jsonl.read(source, TableOptions()), limit))
        launch = Launch(find_python(vllm_env), merged, _SERVED, port)
        plain, slow, _ = _timed(replace(launch, speed_ups=False), notes)
        quick, fast, asleep = _timed(launch, notes)
    except FichaError as error:
        print(f"speedup: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None
    table = Table("vLLM", "seconds", title=f"{len(notes)} notes")
    table.add_row("without", f"{slow:.1f}")
    table.add_row("with prefix caching and n-gram speculation", f"{fast:.1f}")
    console.print(table)
    differ = sum(a != b for a, b in zip(plain, quick, strict=True))
    console.print(f"ratio {slow / fast:.2f}; {len(notes) - differ} of {len(notes)} texts agree")
    for name in asleep:
        console.print(f"{name} did nothing", style="red")
    raise typer.Exit(1 if differ or asleep else 0)


def _timed(launch: Launch, notes: Sequence[Document]) -> tuple[list[str | None], float, list[str]]:
    """The verified texts, the seconds they took, and the speed-ups that did nothing meanwhile."""
    with running(launch) as address:
        engine = EndpointEngine.load(launch.model, f"{address}/v1", launch.served)
        redactor = Redactor(engine, "both", thresholds=engine.dial.thresholds)
        list(redactor.redact_all(notes[:_WARM_UP]))
        before, started = counters(address), time.monotonic()
        results = list(redactor.redact_all(notes))
        seconds = time.monotonic() - started
        return [result.text for result in results], seconds, idle(before, counters(address))


if __name__ == "__main__":
    typer.run(main)
