"""`python -m serve.plan`: machines, hours and money for a bulk job, from a rate that was measured.

    $ python -m serve.plan --notes 100000000 --rate 250 --price 3.50 --days 7

    machine hours = notes x length ratio / (3600 x rate) x (1 + spare)
    machines      = machine hours / (24 x days), rounded up
    cost          = machine hours x price
    review hours  = notes x review share x review seconds / 3600

Rates are one machine's, in notes a second; docs/scaling.md says how one is measured. Nothing here is estimated
that could be measured: what is not given is not in the plan.
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ficha.errors import FichaError, UsageError

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@dataclass(frozen=True)
class Plan:
    """What a job needs; `cost` in the unit of the price, without people's time."""

    machine_hours: float
    machines: int
    hours: float  # of the clock, with that many machines
    cost: float
    review_notes: int
    review_hours: float


def plan(
    notes: int,
    rate: float,
    price: float,
    days: float,
    length_ratio: float = 1.0,
    spare: float = 0.25,
    review_share: float = 0.0,
    review_seconds: float = 0.0,
) -> Plan:
    """Work out a job of `notes` notes at `rate` notes a second and machine, to be done in `days` days.

    `length_ratio` is the mean length of these notes over that of the notes that were measured. `spare` is the part
    of the work that is added for starting, stragglers and shards that are done again. Raises UsageError.
    """
    positive = {"notes": notes, "rate": rate, "days": days, "length-ratio": length_ratio}
    for name, value in positive.items():
        if not (value > 0 and math.isfinite(value)):
            raise UsageError(f"--{name} {value}: expected a number above 0")
    for name, value in {"price": price, "spare": spare, "review-seconds": review_seconds}.items():
        if not (value >= 0 and math.isfinite(value)):
            raise UsageError(f"--{name} {value}: expected 0 or more")
    if not 0 <= review_share <= 1:
        raise UsageError(f"--review-share {review_share}: expected a share from 0 to 1")
    machine_hours = notes * length_ratio / (3600 * rate) * (1 + spare)
    machines = math.ceil(machine_hours / (24 * days))
    review = round(notes * review_share)
    return Plan(
        machine_hours,
        machines,
        machine_hours / machines,
        machine_hours * price,
        review,
        review * review_seconds / 3600,
    )


@app.command(help=__doc__)
def work_out(
    notes: Annotated[int, typer.Option(help="How many notes.")],
    rate: Annotated[float, typer.Option(help="Notes a second of one machine, as measured.")],
    price: Annotated[float, typer.Option(help="Of one machine, an hour.")],
    days: Annotated[list[float] | None, typer.Option(help="In how many days; repeatable. 1, 7 and 30.")] = None,
    length_ratio: Annotated[float, typer.Option(help="Mean length of these notes over that of those measured.")] = 1.0,
    spare: Annotated[float, typer.Option(help="Work added for starts, stragglers and repeats.")] = 0.25,
    review_share: Annotated[float, typer.Option(help="Share with the verdict review (`ficha audit` of a pilot).")] = 0,
    review_seconds: Annotated[float, typer.Option(help="Seconds a person needs for one of them.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line instead of a table.")] = False,
) -> None:
    """Plan a bulk job."""
    table = Table("days", "machines", "hours", "machine hours", "cost", "review, notes", "review, hours")
    for within in days or (1.0, 7.0, 30.0):
        found = plan(notes, rate, price, within, length_ratio, spare, review_share, review_seconds)
        if as_json:
            print(json.dumps({"days": within, **asdict(found)}))
        table.add_row(
            f"{within:g}",
            f"{found.machines:,}",
            f"{found.hours:,.1f}",
            f"{found.machine_hours:,.0f}",
            f"{found.cost:,.0f}",
            f"{found.review_notes:,}",
            f"{found.review_hours:,.0f}",
        )
    if not as_json:
        Console().print(table)


if __name__ == "__main__":
    try:
        app()
    except FichaError as error:
        print(f"serve: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
