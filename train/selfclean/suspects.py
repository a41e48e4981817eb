"""From readings to the run's result: flags in order, requests to the factory, the agreement curve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ficha.document import Document, Span
from train.selfclean.evidence import Size, Suspect, agreement, plateau, rule_opinions, weigh
from train.selfclean.feedback import Request, request_of_suspect
from train.selfclean.flags import Flag
from train.selfclean.folds import fold_of
from train.selfclean.learn import Loop, adapter_folder
from train.selfclean.pattern import spread
from train.selfclean.places import Place, places
from train.selfclean.propose import fine_labels, flag_of, hidden_by_model
from train.selfclean.readings import Reading

CONSISTENT = 0.5  # the share of judges that must contradict a label


@dataclass(frozen=True)
class Found:
    """What a run found; `plateau` are the sizes that were asked."""

    flags: list[Flag]
    requests: list[Request]
    curve: Mapping[Size, float]
    plateau: Sequence[Size]

    @property
    def is_flat(self) -> bool:
        """Whether the curve was flat before its last size."""
        return len(self.plateau) > 1

    @property
    def kinds(self) -> Counter[str]:
        return Counter(flag.kind for flag in self.flags)


def all_opinions(
    loop: Loop, documents: Mapping[str, Document], readings: Sequence[Reading]
) -> dict[tuple[str, int, int, str | None], int]:
    """What the rules say of every item that was read."""
    opinions: dict[tuple[str, int, int, str | None], int] = {}
    met: set[str] = set()
    for reading in readings:
        for id, items in reading.items.items():
            if id not in met:
                met.add(id)
                opinions |= rule_opinions(documents[id], loop.policy_of(documents[id]), items)
    return opinions


def find(
    loop: Loop, documents: Sequence[Document], readings: Sequence[Reading], out: Path, seed: int, folds: int
) -> Found:
    """Weigh the readings, search the patterns, and ask each fold's model of `seed` what the label should be."""
    known = {d.id: d for d in documents}
    texts = {d.id: d.text for d in documents}
    curve = agreement(readings)
    flat = plateau(curve)
    suspects = weigh(readings, flat, all_opinions(loop, known, readings), texts)
    raised = spread(suspects, texts)
    wrong = [(s, like) for s, like in raised if s.score > 0 and (s.contradicted >= CONSISTENT or like)]
    facts = {(s.id, s.item.start, s.item.end, s.item.label): (s, like) for s, like in wrong}
    found = places([(s.id, s.item, s.score) for s, _ in wrong], texts)
    hidden: dict[str, list[Span]] = {}
    for fold in range(folds):
        asked = sorted({p.id for p in found if _judge_of(known[p.id], folds, seed) == fold})
        if asked:
            hidden |= hidden_by_model(adapter_folder(out, seed, fold), [known[id] for id in asked], loop)
    fine = fine_labels(documents, loop)
    flags = []
    for place in found:
        suspect, like = facts[_key(place)]
        flag = flag_of(place, suspect, like, known[place.id], loop.policy_of(known[place.id]), hidden, fine)
        if flag is not None:
            flags.append(flag)
    requests = [request_of_suspect(s, known[s.id]) for s in suspects if _models_error(s)]
    return Found(flags, requests, curve, flat)


def _models_error(suspect: Suspect) -> bool:
    """Most judges contradict a label, but the rules support it, or its like everywhere is contradicted as much."""
    return suspect.contradicted >= CONSISTENT and suspect.score <= 0


def _judge_of(document: Document, folds: int, seed: int) -> int:
    return fold_of(document, folds, seed) if document.meta.get("split", "train") == "train" else 0


def _key(place: Place) -> tuple[str, int, int, str | None]:
    return place.id, place.lead.start, place.lead.end, place.lead.label
