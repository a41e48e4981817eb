"""The teacher's commands: `python -m synth teach` and `python -m synth project` (see docs/teacher.md).

    OPENAI_API_KEY=... python -m synth teach --lang swa --n 200 --model gpt-4o-mini --out data/swa --budget-usd 2

The key is read from the environment and goes nowhere but into the header of the requests. What loads the client is
imported by the command that needs it: `synth make` starts without.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ficha.errors import UsageError
from synth.options import Language, Out, Seed
from synth.pack import load_pack
from synth.teacher.account import Prices
from synth.teacher.settings import Calls, EndpointSettings

if TYPE_CHECKING:
    from synth.teacher.run import Report

KEY, URL, MODEL = "OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"
CACHE = Path("data/teacher-cache")
INTERRUPTED_STATUS = 130  # as a shell has it

Model = Annotated[str | None, typer.Option(envvar=MODEL, help="The model's name at the endpoint.")]
BaseUrl = Annotated[str | None, typer.Option(envvar=URL, help="The endpoint; OpenAI's own by default.")]
PriceIn = Annotated[float | None, typer.Option(min=0, help="US dollars for a million tokens of prompts.")]
PriceOut = Annotated[float | None, typer.Option(min=0, help="US dollars for a million tokens of answers.")]
Budget = Annotated[float | None, typer.Option(min=0, help="Ask for nothing more once this much would be passed.")]
Concurrency = Annotated[int, typer.Option(min=1, help="Calls at a time.")]
Timeout = Annotated[float, typer.Option(min=0.1, help="Seconds that one call may take.")]
CacheFolder = Annotated[Path, typer.Option("--cache", help="Folder of the answers that were paid for.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print what it would take, and ask for nothing.")]


def teach_command(
    *,
    lang: Language,
    out: Out,
    n: Annotated[int, typer.Option(min=1, help="Documents to keep, those from templates included.")] = 2000,
    seed: Seed = 13,
    share: Annotated[float | None, typer.Option(min=0.001, max=1, help="The teacher's; the pack's by default.")] = None,
    model: Model = None,
    base_url: BaseUrl = None,
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    budget_usd: Budget = None,
    concurrency: Concurrency = 8,
    timeout_s: Timeout = 120.0,
    cache: CacheFolder = CACHE,
    dry_run: DryRun = False,
) -> None:
    """Have a language model write documents, and mix them with those from templates."""
    from synth.teacher.estimate import estimate, total
    from synth.teacher.run import Options, teach

    pack = load_pack(lang)
    prices = _prices(price_in, price_out, budget_usd)
    if dry_run:
        count = max(1, round(n * (pack.settings.teacher.share if share is None else share)))
        lines = estimate(pack, count, seed)
        for line in (*lines, total(lines, prices)):
            typer.echo(str(line))
        return
    calls = Calls(endpoint_of(model, base_url, timeout_s), cache, prices, budget_usd, concurrency)
    report = teach(pack, Options(n, seed, out, share), calls)
    _tell(out, n, report)


def project_command(
    *,
    corpus: Annotated[Path, typer.Argument(help="Annotated corpus: a JSONL file, or a folder of brat files.")],
    lang: Language,
    out: Out,
    labels: Annotated[str | None, typer.Option(help="Label map: a name (meddocan) or a YAML file.")] = None,
    local: Annotated[bool, typer.Option("--local/--as-is", help="Put local names and places in, or keep them.")] = True,
    limit: Annotated[int | None, typer.Option(min=1, help="Take only the first documents.")] = None,
    seed: Seed = 13,
    model: Model = None,
    base_url: BaseUrl = None,
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    budget_usd: Budget = None,
    concurrency: Concurrency = 8,
    timeout_s: Timeout = 120.0,
    cache: CacheFolder = CACHE,
) -> None:
    """Translate an annotated corpus into a pack's language with its spans."""
    from synth.projection.project import Projection, project

    pack = load_pack(lang)
    calls = Calls(
        endpoint_of(model, base_url, timeout_s),
        cache,
        _prices(price_in, price_out, budget_usd),
        budget_usd,
        concurrency,
    )
    wanted = Projection(corpus, out, seed, labels, local, limit)
    count, report = project(pack, wanted, calls)
    _tell(out, count, report)


def endpoint_of(model: str | None, base_url: str | None, timeout_s: float) -> EndpointSettings:
    """The endpoint of a command's options and the environment's key. Raises UsageError."""
    key = os.environ.get(KEY)
    if not model:
        raise UsageError(f"no model: name one with --model or {MODEL}")
    if not key:
        raise UsageError(f"no key: set {KEY} in the environment (any word for a server that asks for none)")
    return EndpointSettings(model=model, base_url=base_url, api_key=key, timeout_s=timeout_s)


def _prices(price_in: float | None, price_out: float | None, budget_usd: float | None) -> Prices:
    if budget_usd is not None and (price_in is None or price_out is None):
        raise UsageError("--budget-usd needs the model's prices: give --price-in and --price-out (USD a million)")
    return Prices(price_in or 0.0, price_out or 0.0)


def _tell(out: Path, wanted: int, report: Report) -> None:
    """The run in a few lines, and the exit status: 0, 4 where the endpoint failed, 130 after Ctrl-C."""
    stats = report.stats
    typer.echo(f"{out}: kept {stats.kept} of {wanted}, {sum(stats.rejects.values())} rejected; {report.account}")
    for reason, count in stats.rejects.most_common():
        typer.echo(f"  rejected {count}: {reason}")
    for (step, status), count in sorted(report.statuses.items()):
        if status != "ok":
            typer.echo(f"  answers {count}: {step}, {status}")
    if report.error is not None:
        typer.echo(f"error: {report.error}; what came before is in {out}", err=True)
        raise typer.Exit(report.error.exit_status)
    if report.stopped is not None:
        typer.echo(f"stopped by: {report.stopped}; run the same command again to go on", err=True)
    if report.stopped == "interrupted":
        raise typer.Exit(INTERRUPTED_STATUS)
