"""Several processes over the sets of a study."""

from __future__ import annotations

import os

import pytest

from eval.jobs import at_once
from ficha.errors import EngineError


def _named(name: str, times: int) -> tuple[str, str | None]:
    return name * times, os.environ.get("OMP_NUM_THREADS")


def _failing(name: str) -> str:
    if name == "b":
        raise EngineError(f"{name} went wrong")
    return name


def test_results_keep_the_order_of_the_pieces_and_each_process_has_one_thread() -> None:
    assert at_once(_named, [("a", 1), ("b", 2), ("c", 3)], [1, 3, 2], jobs=2) == [("a", "1"), ("bb", "1"), ("ccc", "1")]


def test_the_error_of_a_piece_is_raised() -> None:
    """Not the cancelling of those that had not begun, though one of them stands before it."""
    with pytest.raises(EngineError, match="b went wrong"):
        at_once(_failing, [("a",), ("b",), *[("c",)] * 9], [1, 2, *[1] * 9], jobs=1)
