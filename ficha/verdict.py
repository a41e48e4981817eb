"""Verdicts: `ok`, `review` or `failed`, with reasons that never quote the text.

`failed` is decided where the failure happens (an engine error, a cut answer, a limit of work) and
returns no text. Here a finished document is judged: what makes a person look at it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ficha.merge import Found

# More hidden text than this, in a text of some length where no rule found anything, is suspicious:
# the model may have marked a whole sentence. It stays hidden all the same.
MAX_HIDDEN_SHARE = 0.6
MIN_LENGTH_FOR_SHARE = 20
LOW_SCORE = 0.5


@dataclass
class Evidence:
    """What was met on the way to a result and speaks for a second look."""

    edits: int = 0
    unknown_placeholders: int = 0
    common_word_name: bool = False
    language_unsure: bool = False
    rules_found: bool = False
    listed_terms: int = 0  # words of tribe or clan that only a term list knows


def verdict(text: str, kept: Sequence[Found], evidence: Evidence) -> tuple[Literal["ok", "review"], tuple[str, ...]]:
    """Judge a finished document. Returns its status and the reasons, none for `ok`."""
    reasons: list[str] = []
    if evidence.edits:
        reasons.append(f"edits: the generation changed the text in {evidence.edits} places (the source was kept)")
    if evidence.unknown_placeholders:
        reasons.append(f"placeholders: {evidence.unknown_placeholders} outside the policy's list, hidden as other")
    if evidence.language_unsure:
        reasons.append("language: not recognised surely; the rules of all languages were run")
    if evidence.common_word_name:
        reasons.append("names: a part of a name is also a common word and was left elsewhere")
    if evidence.listed_terms:
        reasons.append(f"terms: {evidence.listed_terms} words of tribe or clan, hidden by a term list")
    unsure = sum(f.score < LOW_SCORE for f in kept)
    if unsure:
        reasons.append(f"scores: {unsure} spans have a score below {LOW_SCORE}")
    hidden = sum(f.end - f.start for f in kept)
    length = len(text.strip())
    if length > MIN_LENGTH_FOR_SHARE and hidden > MAX_HIDDEN_SHARE * length and not evidence.rules_found:
        reasons.append(f"share: {hidden} of {length} characters are hidden, and no rule found anything")
    return ("review" if reasons else "ok"), tuple(reasons)
