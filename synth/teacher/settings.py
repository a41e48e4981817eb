"""How the teacher is called: the endpoint, the cache, what it may cost. Light: no client is loaded for it.

>>> Calls(EndpointSettings("gpt-4o-mini", None, os.environ["OPENAI_API_KEY"]), Path("data/teacher-cache"))
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from synth.teacher.account import Prices


@dataclass(frozen=True)
class EndpointSettings:
    """Where and how to call; `base_url` is OpenAI's own where None.

    The key is held here and goes into the requests' header, nowhere else.
    """

    model: str
    base_url: str | None
    api_key: str = field(repr=False)
    timeout_s: float = 120.0
    attempts: int = 6  # of one call
    first_wait_s: float = 0.5  # doubles with every attempt, and is spread at random


@dataclass(frozen=True)
class Calls:
    """The endpoint, the folder of paid answers, prices and budget in US dollars, calls at a time."""

    endpoint: EndpointSettings
    cache: Path
    prices: Prices = field(default_factory=Prices)
    budget_usd: float | None = None
    concurrency: int = 8
