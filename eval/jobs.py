"""Work in several processes of one thread each: on a CPU two of these do more than one process with two threads.

    at_once(score_set, [(entry, options), ...], sizes, jobs=2)

The largest piece goes first, so that none is left alone at the end. Nothing a process prints is lost; progress is a
bar over the pieces, on the standard error, and only on a terminal.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

_T = TypeVar("_T")
_THREADS = "OMP_NUM_THREADS"  # read when PyTorch is imported


def at_once(work: Callable[..., _T], pieces: Sequence[tuple[object, ...]], sizes: Sequence[int], jobs: int) -> list[_T]:
    """`work(*piece)` of every piece, in their order, `jobs` at a time; `sizes` say which pieces take long.

    The first error of a piece is raised, and pieces that have not begun are left.
    """
    console = Console(stderr=True)
    order = sorted(range(len(pieces)), key=lambda n: -sizes[n])
    # spawned, not forked: a fork of a process in which PyTorch has run threads may hang
    pool = ProcessPoolExecutor(min(jobs, len(pieces)), get_context("spawn"), initializer=_one_thread)
    with pool, Progress(console=console, disable=not console.is_terminal, redirect_stdout=False) as progress:
        task = progress.add_task("sets", total=len(pieces))
        futures: dict[int, Future[_T]] = {}
        for n in order:
            futures[n] = pool.submit(work, *pieces[n])
            futures[n].add_done_callback(lambda _: progress.advance(task))
        done, _ = wait(futures.values(), return_when=FIRST_EXCEPTION)
        for future in done:
            if error := future.exception():
                pool.shutdown(cancel_futures=True)
                raise error
        return [futures[n].result() for n in range(len(pieces))]


def _one_thread() -> None:
    os.environ[_THREADS] = "1"
