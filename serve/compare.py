"""Two gateways beside each other: does an OpenAI client get the same verified text from both?

$ python -m serve.compare http://127.0.0.1:8001 http://127.0.0.1:8002 --data data/eng/kept.jsonl --limit 100

One is asked after the other, `--clients` requests at a time; no text is printed, only the ids of documents that differ.
"""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from openai import APIError, AsyncOpenAI
from rich.console import Console
from rich.table import Table

from ficha.errors import FichaError
from ficha.io import jsonl
from ficha.io.source import Source, TableOptions
from ficha.locales import load_locale

_FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Note:
    """A document to send: its id, its text, and the model id that names policy and language."""

    id: str
    text: str
    model: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back of one note: the verified text and its verdict."""

    text: str
    status: str


def main(
    first: Annotated[str, typer.Argument(help="The first gateway's address, without /v1.")],
    second: Annotated[str, typer.Argument(help="The second's.")],
    data: Annotated[Path, typer.Option(help="JSONL of documents.")],
    limit: Annotated[int, typer.Option(min=1)] = 100,
    clients: Annotated[int, typer.Option(min=1, help="Requests at a time.")] = 8,
) -> None:
    """Ask both, and say how many answers agree. Status 1 where one doesn't or none came."""
    console = Console()
    try:
        notes = list(islice(_notes(data), limit))
    except FichaError as error:
        print(f"compare: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_status) from None
    table = Table("gateway", "answers", "failed", "seconds")
    replies: list[list[Reply]] = []
    for address in (first, second):
        started = time.monotonic()
        replies.append(asyncio.run(_ask_all(address, notes, clients)))
        failed = sum(reply.status == _FAILED for reply in replies[-1])
        table.add_row(address, str(len(notes) - failed), str(failed), f"{time.monotonic() - started:.1f}")
    pairs = list(zip(notes, *replies, strict=True))
    differ = [note.id for note, a, b in pairs if a.text != b.text]
    verdicts = [note.id for note, a, b in pairs if a.status != b.status]
    console.print(table)
    console.print(f"{len(notes) - len(differ)} of {len(notes)} texts agree, {len(notes) - len(verdicts)} verdicts")
    for title, ids in (("texts that differ", differ), ("verdicts that differ", verdicts)):
        if ids:
            console.print(f"{title}: {', '.join(ids)}")
    nothing = not notes or all(reply.status == _FAILED for reply in replies[0])
    raise typer.Exit(1 if differ or verdicts or nothing else 0)


def _notes(data: Path) -> list[Note]:
    source = Source(data.name, data)
    source.prove_utf8()
    documents = jsonl.read(source, TableOptions())
    return [Note(d.id, d.text, _model_id(d.lang)) for d in documents]


def _model_id(lang: str | None) -> str:
    """What the gateway calls the language's default policy; without a language it detects one."""
    return f"ficha/{load_locale(lang).settings.default_policy}/{lang}" if lang else "ficha"


async def _ask_all(address: str, notes: list[Note], clients: int) -> list[Reply]:
    gate = asyncio.Semaphore(clients)
    async with AsyncOpenAI(base_url=f"{address}/v1", api_key="unused-on-loopback", timeout=600) as client:

        async def ask(note: Note) -> Reply:
            async with gate:
                try:
                    answer = await client.chat.completions.create(
                        model=note.model, messages=[{"role": "user", "content": note.text}]
                    )
                except APIError:
                    return Reply("", _FAILED)
            extra = answer.model_extra or {}
            return Reply(answer.choices[0].message.content or "", extra["ficha"]["status"])

        return await asyncio.gather(*map(ask, notes))


if __name__ == "__main__":
    typer.run(main)
