"""From suspects to flags: what the label should be, as the fold's model writes it, in fine labels.

The model that left a document out redacts it under the copy grammar; what it hides at the flagged place is the
proposal. A category stands for several fine labels: the proposal takes the label's own where the category is the
same, else the one that the corpus has most often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ficha.document import Document, Span
from ficha.engine.local import LocalEngine
from ficha.policy import Policy
from ficha.redactor import Redactor
from train.selfclean.evidence import Suspect
from train.selfclean.flags import Evidence, Flag, Proposal, kind_of
from train.selfclean.learn import Loop
from train.selfclean.places import Place

Hidden = Mapping[str, Sequence[Span]]  # document id -> what its model hides, with category ids


def hidden_by_model(adapter: Path, documents: Iterable[Document], loop: Loop) -> dict[str, list[Span]]:
    """What the model in the folder `adapter` alone hides in each document. Raises ModelError."""
    redactor = Redactor(LocalEngine.load(adapter), "model")
    found = {}
    for document in documents:
        result = redactor.redact(document.text, loop.policy_of(document), document.lang, document.id)
        found[document.id] = [Span(s.start, s.end, s.label) for s in result.spans]
    return found


def fine_labels(documents: Iterable[Document], loop: Loop) -> dict[str, str]:
    """Category id -> the fine label that stands for it most often."""
    counts: dict[str, Counter[str]] = {}
    for document in documents:
        policy = loop.policy_of(document)
        for span in document.spans:
            if category := policy.category_of(span.label):
                counts.setdefault(category.id, Counter())[span.label] += 1
    return {category: found.most_common(1)[0][0] for category, found in counts.items()}


def flag_of(
    place: Place, suspect: Suspect, pattern: str | None, document: Document, policy: Policy, hidden: Hidden,
    fine: Mapping[str, str]
) -> Flag | None:  # fmt: skip
    """The flag of a place, or None where the model writes just what the label says."""
    item = place.lead
    own = next((s for s in document.spans if s.start < item.end and item.start < s.end), None)
    if item.label is None or own is None:
        start, end, label = place.start, place.end, None
    else:
        start, end, label = own.start, own.end, own.label
    proposed = _proposal(place, own, label, policy, hidden.get(document.id, ()), fine)
    as_labelled = proposed and own and (proposed.start, proposed.end, proposed.label) == (own.start, own.end, own.label)
    if as_labelled or (proposed is None and label is None):
        return None
    return Flag(
        flag=f"{document.id}:{item.start}-{item.end}",
        id=document.id,
        lang=document.lang,
        split=str(document.meta.get("split", "train")),
        start=start,
        end=end,
        label=label,
        proposed=proposed,
        kind=kind_of(label, start, end, proposed),
        score=round(suspect.score, 3),
        evidence=Evidence(
            odds=round(suspect.odds, 3),
            contradicted=round(suspect.contradicted, 3),
            judges=suspect.judges,
            rules=suspect.rules,
            pattern=pattern,
        ),
    )


def _proposal(
    place: Place, own: Span | None, label: str | None, policy: Policy, hidden: Sequence[Span], fine: Mapping[str, str]
) -> Proposal | None:
    there = [s for s in hidden if s.start < place.end and place.start < s.end]
    if not there:
        return None
    best = max(there, key=lambda s: min(s.end, place.end) - max(s.start, place.start))
    category = policy.category(best.label)
    own_category = policy.category_of(label) if label else None
    if label is not None and own_category is not None and own_category.id == category.id:
        return Proposal(start=best.start, end=best.end, label=label)
    named = fine.get(category.id) or min(category.covers)
    return Proposal(start=best.start, end=best.end, label=named)
