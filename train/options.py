"""What the command lines of training share: lists of numbers, and logging that is quiet but for our own lines.

>>> numbers("13,42", "--seeds")
[13, 42]
"""

from __future__ import annotations

import logging

from datasets import disable_progress_bars
from transformers.utils import logging as transformers_logging

from ficha.errors import UsageError


def numbers(text: str, option: str) -> list[int]:
    """Whole numbers with commas between them. Raises UsageError."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"{option}: expected whole numbers with commas between them") from None


def quiet() -> None:
    """Our log lines with a clock; no progress bars of libraries."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    transformers_logging.disable_progress_bar()
    disable_progress_bars()
