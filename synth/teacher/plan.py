"""What to ask for: how many documents of each register and split, and the seeds that are expanded to reach it.

    >>> quotas(pack, 100)[Cell("message", "train")]
    21
    >>> seeds(pack, {Cell("message", "train"): 21}, ideas, number=0, seed=13)
    [Seed(Cell('message', 'train'), 'a mother asks about her child's dose', 'KE', free=False, number=0, count=20)]

A seed is what a template is for the template teacher: it belongs to one split, with all that grows from it.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from synth.pack import Pack
from synth.splits import DOCUMENT_CYCLE, SPLITS, assign

TEXTS = 20  # of one seed, in one call
YIELD = 0.6  # of the texts that are asked for, about so many are kept: ask for more than is missing
MINUTES = "minutes"


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """Documents of one register and split."""

    register: str
    split: str


@dataclass(frozen=True, slots=True)
class Seed:
    """One call for `count` texts; `free` asks for texts without personal data, `number` tells calls apart."""

    cell: Cell
    category: str
    country: str
    free: bool
    number: int
    count: int

    @property
    def template(self) -> str:
        """What stands as `template` in the documents: the register and a hash of the category."""
        digest = hashlib.blake2b(self.category.encode(), digest_size=5).hexdigest()
        return f"seed-{self.cell.register}-{digest}"


def registers_of(pack: Pack) -> Mapping[str, float]:
    """The registers that the teacher writes, with their shares."""
    own = pack.settings.teacher.registers
    return own or {r: share for r, share in pack.settings.registers.items() if r != MINUTES}


def quotas(pack: Pack, count: int) -> dict[Cell, int]:
    """`count` documents spread over registers and splits by their shares (largest remainders)."""
    shares = registers_of(pack)
    cells = {
        Cell(register, split): count * share / sum(shares.values()) * DOCUMENT_CYCLE.count(split) / len(DOCUMENT_CYCLE)
        for register, share in shares.items()
        for split in SPLITS
    }
    whole = {cell: math.floor(size) for cell, size in cells.items()}
    by_remainder = sorted(cells, key=lambda cell: (whole[cell] - cells[cell], cell))
    for cell in by_remainder[: count - sum(whole.values())]:
        whole[cell] += 1
    return {cell: size for cell, size in whole.items() if size}


def by_split(categories: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Categories sorted into splits, at least one for each from three on."""
    distinct = list(dict.fromkeys(" ".join(category.split()) for category in categories))
    splits = assign(distinct)
    return {name: tuple(c for c, split in zip(distinct, splits, strict=True) if split == name) for name in SPLITS}


def seeds(
    pack: Pack, missing: Mapping[Cell, int], ideas: Mapping[str, Mapping[str, Sequence[str]]], number: int, seed: int
) -> list[Seed]:
    """The calls of round `number`. The first round makes one a cell, so that faults are seen before most is paid."""
    found: list[Seed] = []
    for cell, lacking in sorted(missing.items()):
        categories = ideas.get(cell.register, {}).get(cell.split, ())
        if not categories:
            continue
        wanted = math.ceil(lacking / YIELD)
        calls = 1 if number == 0 else math.ceil(wanted / TEXTS)
        for index in range(calls):
            rng = random.Random(f"{seed}/{pack.code}/{cell.register}/{cell.split}/{number}/{index}")
            country = rng.choices(list(pack.settings.countries), weights=list(pack.settings.countries.values()))[0]
            free = rng.random() < pack.settings.pii_free
            category = categories[(number + index) % len(categories)]
            count = min(TEXTS, math.ceil(wanted / calls))
            found.append(Seed(cell, category, country, free, 1000 * number + index, count))
    return found
