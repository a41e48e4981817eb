"""The plan of a bulk job, against numbers that were worked out by hand."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from ficha.errors import UsageError
from serve.plan import plan


def test_machines_hours_and_cost() -> None:
    # 36 million notes at 100 a second are 100 hours; a quarter more are 125; in a day that takes 6 machines.
    found = plan(36_000_000, 100, 2.0, 1)
    assert (found.machine_hours, found.machines, found.cost) == (125.0, 6, 250.0)
    assert found.hours == pytest.approx(125 / 6)


def test_longer_notes_and_people_are_counted() -> None:
    found = plan(3_600_000, 100, 1.0, 30, length_ratio=3, spare=0, review_share=0.02, review_seconds=30)
    assert (found.machine_hours, found.machines) == (30.0, 1)
    assert (found.review_notes, found.review_hours) == (72_000, 600.0)


@pytest.mark.parametrize(
    "given",
    [{"notes": 0}, {"rate": 0.0}, {"rate": float("nan")}, {"days": -1.0}, {"price": -1.0}, {"review_share": 1.5}],
)
def test_what_can_not_be_planned_is_refused(given: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="--"):
        plan(**{"notes": 10, "rate": 1.0, "price": 1.0, "days": 1.0, **given})  # type: ignore[arg-type]


def test_the_command_gives_a_line_for_each_deadline() -> None:
    command = [sys.executable, "-m", "serve.plan", "--notes", "100000000", "--rate", "50", "--price", "1", "--json"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert [json.loads(line)["machines"] for line in lines] == [29, 5, 1]
    refused = subprocess.run([*command, "--days", "0"], check=False, capture_output=True, text=True)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
