"""`python -m serve.bulk`: a redaction job over several processes or machines, on Ray Data.

    $ python -m serve.bulk --engine ray notes/ --out redacted/ --endpoint http://127.0.0.1:8000/v1 --workers 8

Outputs, `failed.jsonl`, the exit status and going on after a kill are those of `ficha redact --out`. Inputs
and `--out` lie in a folder that every machine sees at the same path. Without --address a Ray is started here,
on loopback; with it, a cluster that is there is joined. docs/scaling.md says how many machines a job needs.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from ficha import batch
from ficha.cli.redacting import EngineName, OutputFormat
from ficha.cli.streams import progress_bar
from ficha.errors import EngineError, FichaError, UsageError
from ficha.inputs import STDIN, read_inputs
from ficha.io.source import Source, TableOptions
from ficha.locales import load_locale
from ficha.outputs import targets
from ficha.policy import load_policy
from serve.shards import Order, Shard, Worker, results, shards_of

OBJECT_STORE = 256 << 20  # bytes, of a Ray that is started here: rows are a few numbers
STARTS = 3  # tries to start a Ray here
BLOCKS_A_WORKER = 64  # shards are dealt out in so many portions a worker

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


class Spreader(StrEnum):
    """What spreads the documents."""

    ray = "ray"


@app.command(help=__doc__)
def bulk(
    inputs: Annotated[list[str], typer.Argument(metavar="[FILE|DIR]...", help="Files or folders.")],
    out: Annotated[Path, typer.Option(help="Write below this folder; every machine sees it.")],
    engine: Annotated[Spreader, typer.Option(help="What spreads the documents: Ray Data.")] = Spreader.ray,
    processor: Annotated[
        EngineName, typer.Option(help="What a worker redacts with: the model with the rules, or the rules alone.")
    ] = EngineName.local,
    endpoint: Annotated[
        str | None, typer.Option(help="Workers ask this OpenAI-compatible server instead; key: $FICHA_API_KEY.")
    ] = None,
    served_model: Annotated[str | None, typer.Option(help="The model's name there; its only one by default.")] = None,
    model: Annotated[Path | None, typer.Option(help="A model folder; the shipped one by default.")] = None,
    lang: Annotated[str | None, typer.Option(help="ISO 639-3 code; detected where absent.")] = None,
    policy: Annotated[str | None, typer.Option(help="A policy's name or YAML file.")] = None,
    operator: Annotated[str, typer.Option(help="How hidden text looks; numbers reach over one text.")] = "typed",
    output: Annotated[
        OutputFormat | None, typer.Option("--format", help="Output form; the input's by default.")
    ] = None,
    columns: Annotated[str | None, typer.Option(help="Of a table: the columns to redact, by commas.")] = None,
    hide_columns: Annotated[str | None, typer.Option(help="Of a table: the columns to hide whole, by commas.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes, over all machines.")] = 2,
    jobs: Annotated[int, typer.Option(min=1, help="Documents each worker asks an endpoint at once.")] = 8,
    shard: Annotated[int, typer.Option(min=1, help="Documents a shard: what is done again after a crash.")] = 1000,
    address: Annotated[
        str | None, typer.Option(help="A Ray cluster to join, HOST:PORT; a local one if absent.")
    ] = None,
) -> None:
    """Redact many documents with several workers."""
    if STDIN in inputs:
        raise UsageError("standard input can't be read by several workers: name files or folders")
    if lang is not None:
        load_locale(lang)
    options = TableOptions(_by_commas(columns), _by_commas(hide_columns))
    items = [_absolute(item) for item in read_inputs(inputs, None, options)]
    order = Order(
        tuple(items),
        out.resolve(),
        "rules" if processor is EngineName.rules else "both",
        model.resolve() if model else None,
        endpoint,
        served_model,
        load_policy(policy) if policy else None,
        lang,
        operator,
        output.value if output else None,
        shard,
        jobs,
    )
    raise typer.Exit(run(order, workers, address).exit_status)


def run(order: Order, workers: int, address: str | None) -> batch.Tally:
    """Redact all inputs of `order` with `workers` processes.

    Raises UsageError before anything is written, EngineError where Ray or a worker fails.
    """
    tally = batch.Tally()
    planned = targets(order.inputs, order.output, order.out)
    job = order.job()  # a setting that is wrong is told here, before a worker starts
    with progress_bar(order.inputs, order.out) as progress, batch.opened(job, order.inputs, order.out) as journal:
        open_targets = [t for t in planned if not batch.skipped(job, t, journal, tally)]
        shards = {t.number: shards_of(t.number, t.item, order.size) for t in open_targets}
        missing = {n: {s for s in of if not s.place(order.out).exists()} for n, of in shards.items()}

        def finish(number: int) -> None:
            of = shards[number]
            batch.finish(job, planned[number], journal, partial(results, of, order.out), tally, sys.stderr)
            for done in of:
                done.place(order.out).unlink(missing_ok=True)

        progress(sum(s.count for n, of in shards.items() for s in of if s not in missing[n]))
        for target in open_targets:
            if not missing[target.number]:
                finish(target.number)
        for s in (s for of in missing.values() for s in of):
            s.tries(order.out).unlink(missing_ok=True)
        left = [s for n in shards for s in sorted(missing[n], key=lambda s: s.shard)]
        for done in _spread(order, left, workers, address) if left else ():
            progress(done.count)
            missing[done.input].remove(done)
            if not missing[done.input]:
                finish(done.input)
    return tally


def _spread(order: Order, shards: list[Shard], workers: int, address: str | None) -> Iterator[Shard]:
    """Let Ray's workers do the shards; each is handed back when its results are there."""
    # Nothing about a job over patients' texts goes to Ray's makers.
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # notes on its own workings, on the user's stderr
    try:
        import ray
        from ray.data import ActorPoolStrategy, DataContext
    except ImportError:
        raise UsageError("--engine ray needs Ray Data: pip install 'ficha[ray]'") from None
    try:
        _start(ray, workers, address)
        context = DataContext.get_current()
        context.enable_progress_bars = False
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        blocks = min(len(shards), workers * BLOCKS_A_WORKER)
        rows = ray.data.from_items([asdict(shard) for shard in shards], override_num_blocks=blocks)
        done = rows.map(
            Worker,
            fn_constructor_args=(order,),
            compute=ActorPoolStrategy(size=min(workers, blocks)),
        )
        for row in done.iter_rows():
            yield Shard(**row)
    except ray.exceptions.RayError as error:
        raise EngineError(_told(error)) from None
    finally:
        ray.shutdown()


def _start(ray: Any, workers: int, address: str | None) -> None:
    """Join the cluster at `address`, or start one here. Raises EngineError."""
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address is not None:
        try:
            ray.init(address=address, **quiet)
        except (ConnectionError, RuntimeError, ValueError):
            raise EngineError(f"no Ray cluster answers at {address}: start one with `ray start --head`") from None
        return
    for _ in range(STARTS):
        try:
            ray.init(
                num_cpus=workers,
                include_dashboard=False,
                object_store_memory=OBJECT_STORE,
                _node_ip_address="127.0.0.1",
                **quiet,
            )
            return
        except Exception:  # a plain one: Ray gives its own processes 30 s, which a busy machine may not have
            ray.shutdown()
    raise EngineError(f"Ray did not start on this machine in {STARTS} tries: is it overloaded, or short of memory?")


def _told(error: Exception) -> str:
    """What of Ray's error is told: a worker's own words, which hold no text; else its kind alone."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, FichaError):
            return str(cause.args[0])
        cause = getattr(cause, "cause", None) or cause.__cause__
    return f"a worker failed ({type(error).__name__}): give the command again, and it goes on from the last shard"


def _absolute(item: Any) -> Any:
    path = item.source.path.resolve()
    return type(item)(Source(item.name, path), item.form, item.options, item.count)


def _by_commas(names: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (names or "").split(",") if part.strip())


if __name__ == "__main__":
    try:
        app()
    except FichaError as error:
        print(f"serve: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
