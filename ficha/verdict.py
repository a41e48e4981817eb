"""Verdicts: `ok`, `review` or `failed`, with reasons that never quote the text.

`failed` is decided where the failure happens (an engine error, a cut answer, a limit of work) and
returns no text. Here a finished document is judged: what makes a person look at it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import regex

from ficha.locales import Locale
from ficha.merge import Found
from ficha.policy import Policy
from ficha.result import ResultSpan
from ficha.rules import find_all

# More text than this hidden by the model alone, in a text of some length, is suspicious: it may have marked a
# whole sentence. It stays hidden all the same. What a rule found has a fixed form and counts on neither side.
MAX_HIDDEN_SHARE = 0.6
MIN_LENGTH_FOR_SHARE = 20
LOW_SCORE = 0.5
_WORD = regex.compile(r"(?<![\p{L}\p{M}\p{Nd}])\p{L}[\p{L}\p{M}]+(?:['’ʼ‑-]\p{L}[\p{L}\p{M}]*)*")


@dataclass
class Evidence:
    """What was met on the way to a result and speaks for a second look."""

    edits: int = 0
    unknown_placeholders: int = 0
    undialled: int = 0
    common_word_name: bool = False
    language_unsure: bool = False
    contradictions: int = 0
    residual: int = 0
    visible_names: int = 0
    listed_terms: int = 0  # words of tribe or clan that only a term list knows


def verdict(text: str, kept: Sequence[Found], evidence: Evidence) -> tuple[Literal["ok", "review"], tuple[str, ...]]:
    """Judge a finished document. Returns its status and the reasons, none for `ok`."""
    reasons: list[str] = []
    if evidence.edits:
        reasons.append(f"edits: the generation changed the text in {evidence.edits} places (the source was kept)")
    if evidence.unknown_placeholders:
        reasons.append(f"placeholders: {evidence.unknown_placeholders} outside the policy's list, hidden as other")
    if evidence.undialled:
        reasons.append("dial: the server tells no probabilities, so the recall dial was not asked")
    if evidence.language_unsure:
        reasons.append("language: not recognised surely; the rules of all languages were run")
    if evidence.common_word_name:
        reasons.append("names: a part of a name is also a common word and was left elsewhere")
    if evidence.listed_terms:
        reasons.append(f"terms: {evidence.listed_terms} words of tribe or clan, hidden by a term list")
    unsure = sum(f.score < LOW_SCORE for f in kept)
    if unsure:
        reasons.append(f"scores: {unsure} spans have a score below {LOW_SCORE}")
    if evidence.contradictions:
        reasons.append(f"contradiction: a rule and the model name {evidence.contradictions} spans differently")
    if evidence.residual:
        reasons.append(f"residual: the redacted text still holds {evidence.residual} strings of an identifier's form")
    if evidence.visible_names:
        reasons.append(f"visible: {evidence.visible_names} words that the language lists as names alone were left")
    hidden = sum(f.end - f.start for f in kept if f.source == "model")
    length = len(text.strip()) - sum(f.end - f.start for f in kept if f.source != "model")
    if length > MIN_LENGTH_FOR_SHARE and hidden > MAX_HIDDEN_SHARE * length:
        reasons.append(f"share: the model alone hides {hidden} of {length} characters")
    return ("review" if reasons else "ok"), tuple(reasons)


def contradictions(by_model: Iterable[Found], by_rule: Iterable[Found]) -> int:
    """How many of the model's spans a rule overlaps that names quite another kind (a phone, not a name)."""
    rules = list(by_rule)
    return sum(any(_overlap(span, rule) and not _same_kind(span, rule) for rule in rules) for span in by_model)


def residual(
    redacted: str,
    spans: Iterable[ResultSpan],
    policy: Policy,
    locales: Sequence[Locale],
    allowed: Iterable[tuple[int, int]] = (),
) -> int:
    """How many strings the rules would still hide in the redacted text, outside of what was put in or is allowed."""
    taken = [*_put_in(spans), *allowed]
    matches = [m for m in find_all(redacted, locales).kept if policy.category_of(m.label) is not None]
    return sum(not any(m.start < end and start < m.end for start, end in taken) for m in matches)


def visible_names(
    redacted: str,
    spans: Iterable[ResultSpan],
    policy: Policy,
    locales: Sequence[Locale],
    allowed: Iterable[tuple[int, int]] = (),
) -> int:
    """How many words of the redacted text are names and nothing else by the locales' lists, in any case.

    None where the policy keeps patients' or officials' names. The model reads names, lists don't: what it left may be
    a street or somebody famous, and a person looks.
    """
    if policy.category_of("person.patient") is None or policy.category_of("person.official") is None:
        return 0
    names = frozenset[str]().union(*(locale.surely_names for locale in locales))
    names -= frozenset[str]().union(*(locale.ordinary_words for locale in locales))
    taken = [*_put_in(spans), *allowed]
    return sum(
        word.group().casefold() in names and not any(word.start() < end and start < word.end() for start, end in taken)
        for word in _WORD.finditer(redacted)
    )


def _put_in(spans: Iterable[ResultSpan]) -> Iterator[tuple[int, int]]:
    """Where the placeholders stand in the redacted text."""
    shift = 0
    for span in spans:
        yield span.start + shift, span.start + shift + len(span.placeholder)
        shift += len(span.placeholder) - (span.end - span.start)


def _overlap(a: Found, b: Found) -> bool:
    return a.start < b.end and b.start < a.end


def _same_kind(span: Found, rule: Found) -> bool:
    kinds = {label.split(".")[0] for label in rule.category.covers} | {(rule.fine or "").split(".")[0]}
    return any(label.split(".")[0] in kinds for label in span.category.covers)
