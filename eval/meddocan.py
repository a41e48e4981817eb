"""MEDDOCAN's official measures, for figures that stand beside those of the shared task.

    gold = {"S0004": Annotated("Paciente: Ana Ruiz.", {("NOMBRE_SUJETO_ASISTENCIA", 10, 18)})}
    measures(gold, {"S0004": [("NOMBRE_SUJETO_ASISTENCIA", 10, 18)]}, sentences={"S0004": 1})["ner"].f1   # 1.0

`ner` (track 1): label and offsets; `leak` is misses per sentence. `spans` (track 2, strict): offsets alone.
`merged`: spans with no letter or digit between them also count as one. Sums over documents (micro); 0 of 0 is
0, as in the task's script. Source: Marimon et al. 2019, and the rules of its evaluation script.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Tag = tuple[str, int, int]  # label, start, end
Edges = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Annotated:
    """A text with its gold tags, half-open code points."""

    text: str
    tags: frozenset[Tag]


@dataclass(frozen=True, slots=True)
class Official:
    """Micro counts and scores of one track; `leak` is None where sentences play no part."""

    tp: int
    fp: int
    fn: int
    leak: float | None = None

    @property
    def precision(self) -> float:
        return _share(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        return _share(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> float:
        return _share(2 * self.precision * self.recall, self.precision + self.recall)


def measures(
    gold: Mapping[str, Annotated], system: Mapping[str, Iterable[Tag]], sentences: Mapping[str, int]
) -> dict[str, Official]:
    """`ner`, `spans` and `merged`, by document id over the documents that both sides hold, as the script does."""
    shared = sorted(gold.keys() & system.keys())
    found = {name: frozenset(system[name]) for name in shared}
    ner = [_sets(gold[name].tags, found[name]) for name in shared]
    edges = [(_edges(gold[name].tags), _edges(found[name])) for name in shared]
    merged = [_merged(gold[name].text, *pair) for name, pair in zip(shared, edges, strict=True)]
    lost = sum(fn for _, _, fn in ner)
    return {
        "ner": _sum(ner, _share(lost, sum(sentences[name] for name in shared))),
        "spans": _sum(_sets(*pair) for pair in edges),
        "merged": _sum(merged),
    }


def joined(text: str, spans: Iterable[Edges]) -> set[Edges]:
    """Spans in order, each joined to the one before where no letter or digit lies between them."""
    found: list[Edges] = []
    for start, end in sorted(spans):
        if found and not any(char.isalnum() for char in text[found[-1][1] : start]):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return set(found)


def _merged(text: str, gold: frozenset[Edges], found: frozenset[Edges]) -> tuple[int, int, int]:
    right = (gold & found) | (joined(text, gold) & joined(text, found))

    def outside(spans: frozenset[Edges]) -> int:
        return sum(not any(a <= start and end <= b for a, b in right) for start, end in spans)

    return len(right), outside(found - gold), outside(gold - found)


def _sets(gold: frozenset[object], found: frozenset[object]) -> tuple[int, int, int]:
    return len(gold & found), len(found - gold), len(gold - found)


def _edges(tags: Iterable[Tag]) -> frozenset[Edges]:
    return frozenset((start, end) for _, start, end in tags)


def _sum(counts: Iterable[tuple[int, int, int]], leak: float | None = None) -> Official:
    tp, fp, fn = (sum(column) for column in zip((0, 0, 0), *counts, strict=True))
    return Official(tp, fp, fn, leak)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
