"""Fidelity: how much of what must stay was kept exactly, and how far the generation drifted before alignment.

    kept      characters that aren't personal and stand in the redacted text as in the source
    visible   characters that the system did not hide; `same` of them stand there unchanged
    drift     characters that the generation changed or added outside placeholders, before the aligner put the
              source's own back (`edits` of the result; 0 for a system that gives spans)

A text that is the source with its spans replaced keeps all that is visible. Where it isn't (a model that
writes its output), the two texts are aligned, and every word that was touched counts as changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from eval.hidden import Mask, altered, mask_of
from eval.predictions import Prediction
from eval.records import objects, offset
from eval.scheme import Gold, Item
from ficha.align import align
from ficha.errors import WorkLimitError
from ficha.policy import Policy


@dataclass(frozen=True, slots=True)
class Fidelity:
    """Counts in code points; all 0 for a failed answer, which gives no text back."""

    plain: int = 0
    kept: int = 0
    visible: int = 0
    same: int = 0
    drift: int = 0
    source: int = 0


def fidelity(text: str, gold: Gold, predicted: Iterable[Item], prediction: Prediction, policy: Policy) -> Fidelity:
    """The counts of one document; `predicted` are the items to be scored.

    No character counts as plain where nothing is demanded or punished (`gold.free`), or where it is hidden as a kind
    that the set doesn't mark: whether it is personal can't be told.
    """
    if prediction.failed:
        return Fidelity()
    shown = ~mask_of(len(text), ((span.start, span.end) for span in prediction.spans))
    same = shown & ~_changed(text, prediction, policy)
    personal = mask_of(len(text), ((item.start, item.end) for item in gold.items)) | mask_of(len(text), gold.free)
    personal |= ~shown & ~mask_of(len(text), ((item.start, item.end) for item in predicted))
    return Fidelity(
        plain=int((~personal).sum()),
        kept=int((same & ~personal).sum()),
        visible=int(shown.sum()),
        same=int(same.sum()),
        drift=_drift(prediction.record, prediction.where),
        source=len(text),
    )


def _changed(text: str, prediction: Prediction, policy: Policy) -> Mask:
    if prediction.text is None or not altered(text, prediction):
        return np.zeros(len(text), dtype=np.bool_)
    try:
        edits = align(text, prediction.text, policy).edits
    except WorkLimitError:  # two texts so unlike that finding what they share takes too long
        return np.ones(len(text), dtype=np.bool_)
    return mask_of(len(text), ((edit.source_start, edit.source_end) for edit in edits))


def _drift(record: Mapping[str, Any], where: str) -> int:
    if record.get("edits") is None:
        return 0
    edits = objects(record, "edits", where)
    return sum(max(offset(e, "end", where) - offset(e, "start", where), offset(e, "length", where)) for e in edits)
