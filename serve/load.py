"""A load run against a real gateway: are answers right, is memory bounded, are refusals 429 and not time-outs?

$ python -m serve.load --clients 200 --seconds 120
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Annotated

import httpx
import typer
from rich.console import Console
from rich.table import Table

# Invented; each client sends one of them with its own number in it, so that a mixed-up answer is seen.
NOTES = (
    ("swa", "Mgonjwa Achieng Otieno namba {n}, simu 0712 345 678, alifika Kituo cha Afya Kibera tarehe 3/4/2026."),
    ("eng", "Hi, it's Priya Raman, case {n}. Send my tablets to Wellbrook Pharmacy? 07700 900461"),
    ("swa", "Presha 148/92, natumia metformin 850 mg, kipimo {n}."),
)
_MEGABYTE = 1 << 20
_PAUSE = 0.2  # seconds a client waits after a 429; less than it is told, which is what a flood does


@dataclass
class Outcome:
    """What a run saw."""

    statuses: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    seconds: list[float] = field(default_factory=list)


def main(
    clients: Annotated[int, typer.Option(min=1)] = 200,
    seconds: Annotated[float, typer.Option(min=1)] = 120.0,
    engine: Annotated[str, typer.Option(help="local or rules")] = "local",
    port: Annotated[int, typer.Option()] = 8099,
) -> None:
    """Start a gateway, flood it, and say what came back."""
    gateway = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "serve", "--engine", engine, "--port", str(port)], stderr=subprocess.DEVNULL
    )
    try:
        base = f"http://127.0.0.1:{port}"
        expected = _expected(base)
        before = _memory(gateway.pid)
        outcome = asyncio.run(_flood(base, clients, seconds, expected))
        _report(outcome, before, _memory(gateway.pid), clients, seconds)
    finally:
        gateway.terminate()
        gateway.wait(timeout=30)
    raise typer.Exit(1 if outcome.wrong or any(s not in ("200", "429") for s in outcome.statuses) else 0)


def _expected(base: str) -> list[str]:
    """The right answer to each note, one at a time; waits until the gateway is ready."""
    until = time.monotonic() + 180
    with httpx.Client(base_url=base, timeout=60) as client:
        while True:
            try:
                if client.get("/ready").status_code == httpx.codes.OK:
                    break
            except httpx.HTTPError:
                pass
            if time.monotonic() > until:
                raise SystemExit("the gateway did not become ready")
            time.sleep(0.5)
        answers = [client.post("/v1/redact", json={"text": t.format(n=4711), "lang": lang}) for lang, t in NOTES]
    return [answer.json()["text"] for answer in answers]


async def _flood(base: str, clients: int, seconds: float, expected: list[str]) -> Outcome:
    outcome = Outcome()
    until = time.monotonic() + seconds
    limits = httpx.Limits(max_connections=clients)
    async with httpx.AsyncClient(base_url=base, timeout=180, limits=limits) as client:
        await asyncio.gather(*(_client(client, n, until, expected, outcome) for n in range(clients)))
    return outcome


async def _client(client: httpx.AsyncClient, n: int, until: float, expected: list[str], outcome: Outcome) -> None:
    which = n % len(NOTES)
    lang, note = NOTES[which]
    number = 1000 + n  # as many digits as in the expected answer: the model sees the same kind of text
    while time.monotonic() < until:
        started = time.monotonic()
        try:
            answer = await client.post("/v1/redact", json={"text": note.format(n=number), "lang": lang})
        except httpx.HTTPError as error:
            outcome.statuses[type(error).__name__] += 1
            continue
        outcome.statuses[str(answer.status_code)] += 1
        if answer.status_code == httpx.codes.OK:
            outcome.seconds.append(time.monotonic() - started)
            outcome.wrong += answer.json()["text"] != expected[which].replace("4711", str(number))
        else:
            await asyncio.sleep(_PAUSE)


def _memory(pid: int) -> float:
    """Resident memory of a process in MB (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) * 1024 / _MEGABYTE


def _report(outcome: Outcome, before: float, after: float, clients: int, seconds: float) -> None:
    table = Table("what", "value", title=f"{clients} clients, {seconds:.0f} s")
    for status, count in sorted(outcome.statuses.items()):
        table.add_row(f"answers {status}", str(count))
    table.add_row("wrong answers", str(outcome.wrong))
    if len(outcome.seconds) > 1:
        cuts = quantiles(outcome.seconds, n=20)
        table.add_row("seconds an answer, median and 95%", f"{cuts[9]:.2f}, {cuts[18]:.2f}")
    table.add_row("memory of the gateway, MB, before and after", f"{before:.0f}, {after:.0f}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
