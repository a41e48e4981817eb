"""What the tests of the teacher share: settings for a server of the tests, and a teacher for one question."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from synth.teacher.account import Account, Prices
from synth.teacher.asking import Teacher
from synth.teacher.cache import Cache
from synth.teacher.requests import Request, Shape
from synth.teacher.settings import Calls, EndpointSettings
from tests.synth.teacher.server import TeacherServer

T = TypeVar("T")
FAULTS = Shape("faults", many=True)
QUESTION = Request("look", 'What is wrong? Answer with JSON: {"faults": ["..."]}', FAULTS, max_tokens=100)


def settings(server: TeacherServer, attempts: int = 4, timeout_s: float = 0.8) -> EndpointSettings:
    return EndpointSettings("m", server.url, "sk-secret", timeout_s, attempts, first_wait_s=0.02)


def calls(server: TeacherServer, cache: Path, budget_usd: float | None = None, attempts: int = 4) -> Calls:
    return Calls(settings(server, attempts), cache, Prices(10.0, 10.0), budget_usd, concurrency=6)


def asking(server: TeacherServer, cache: Path, work: Callable[[Teacher], Awaitable[T]], attempts: int = 4) -> T:
    """What `work` comes to with a teacher of the server."""

    async def run() -> T:
        teacher = Teacher(settings(server, attempts), Cache(cache), Account(Prices(), None), concurrency=4)
        try:
            return await work(teacher)
        finally:
            await teacher.close()

    return asyncio.run(run())
