"""Which characters were hidden, against which should have been: coverage, over-redaction, alteration.

A gold item is covered where every one of its characters lies in the union of the predicted spans,
whatever their categories. Over-redaction is a hidden character that is not personal, save white space and
punctuation between a gold item and the edge of what was hidden: `[Joyce Phiri.]` is no fault, `[Ask Joyce]` is.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from eval.predictions import Prediction
from eval.scheme import Gold, Item
from ficha.twin import write_twin

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Hidden:
    """Counts in items and in code points; `over`: something not personal was hidden or altered."""

    covered: int
    over: bool
    gold_chars: int
    hidden_chars: int
    both_chars: int


def mask_of(length: int, spans: Iterable[tuple[int, int]]) -> Mask:
    """Which of `length` characters lie in one of the spans (half-open)."""
    mask = np.zeros(length, dtype=np.bool_)
    for start, end in spans:
        mask[start:end] = True
    return mask


def hidden_text(text: str, gold: Gold, predicted: Iterable[Item], prediction: Prediction) -> Hidden:
    """Compare what was hidden with what had to be; `predicted` are the items to be scored."""
    wanted = mask_of(len(text), ((item.start, item.end) for item in gold.items))
    free = mask_of(len(text), gold.free) & ~wanted
    hidden = mask_of(len(text), ((item.start, item.end) for item in predicted))
    return Hidden(
        covered=sum(1 for item in gold.items if bool(hidden[item.start : item.end].all())),
        over=_over_redacted(text, hidden, wanted | free) or altered(text, prediction),
        gold_chars=int(wanted.sum()),
        hidden_chars=int((hidden & ~free).sum()),
        both_chars=int((hidden & wanted).sum()),
    )


def altered(text: str, prediction: Prediction) -> bool:
    """Whether the redacted text is something else than the source with its spans replaced.

    False where it can't be told: no text, a span without placeholder, or spans that overlap.
    """
    spans = sorted(prediction.spans, key=lambda span: (span.start, span.end))
    looks = {span.start: span.placeholder for span in spans if span.placeholder is not None}
    disjoint = all(left.end <= right.start for left, right in pairwise(spans))
    if prediction.text is None or len(looks) < len(spans) or not disjoint:
        return False
    return prediction.text != write_twin(text, ((s.start, s.end, looks[s.start]) for s in spans), str)


def is_edge(char: str) -> bool:
    """White space and punctuation: ASCII punctuation and the Unicode categories P."""
    return char.isspace() or char in string.punctuation or unicodedata.category(char).startswith("P")


def _over_redacted(text: str, hidden: Mask, allowed: Mask) -> bool:
    extra = np.concatenate(([False], hidden & ~allowed, [False]))
    turns = np.flatnonzero(extra[1:] != extra[:-1])
    for start, end in zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True):
        beside = (start > 0 and bool(allowed[start - 1])) or (end < len(text) and bool(allowed[end]))
        if not beside or not all(map(is_edge, text[start:end])):
            return True
    return False
