"""Plants label errors of five kinds into a clean corpus, to measure how many of them are found.

    missed       a hidden span loses its label            over_long    a span takes in one or two words beside it
    category     a span carries another category's label  over_short   a span of several words loses its first or last
    kept         one or two words that stay visible are labelled

A document gets one error at most, so that each is judged for itself.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import regex

from ficha.boundaries import edges
from ficha.document import Document, Span
from ficha.errors import InputError
from ficha.policy import Policy

_LETTERS = regex.compile(r"[\p{L}\p{N}]+")


@dataclass(frozen=True, slots=True)
class Planted:
    """An error: its kind, and the characters (half-open) that the right and the wrong label cover together."""

    id: str
    kind: str
    start: int
    end: int


Change = tuple[tuple[Span, ...], int, int]  # the document's new spans, and the error's characters


def plant(
    documents: Sequence[Document], policy: Policy, per_kind: int, seed: int
) -> tuple[list[Document], list[Planted]]:
    """The documents, in order, with `per_kind` errors of each kind. Raises InputError where there are too few."""
    draw = random.Random(seed)
    labels = Counter(s.label for d in documents for s in d.spans if policy.category_of(s.label))
    free = draw.sample(range(len(documents)), len(documents))
    out, planted = list(documents), []
    for kind, change in _KINDS.items():
        done = 0
        left = []
        for index in free:
            made = change(out[index], policy, labels, draw) if done < per_kind else None
            if made is None:
                left.append(index)
                continue
            spans, start, end = made
            out[index] = replace(out[index], spans=spans)
            planted.append(Planted(out[index].id, kind, start, end))
            done += 1
        if done < per_kind:
            raise InputError(f"only {done} of {per_kind} errors of the kind {kind} found a place: give more documents")
        free = left
    return out, planted


def _missed(document: Document, policy: Policy, labels: Counter[str], draw: random.Random) -> Change | None:
    if not (hidden := _hidden(document, policy)):
        return None
    lost = draw.choice(hidden)
    return tuple(s for s in document.spans if s != lost), lost.start, lost.end


def _category(document: Document, policy: Policy, labels: Counter[str], draw: random.Random) -> Change | None:
    if not (hidden := _hidden(document, policy)):
        return None
    span = draw.choice(hidden)
    own = policy.category_of(span.label)
    others = sorted(label for label in labels if policy.category_of(label) != own)
    wrong = draw.choices(others, [labels[label] for label in others])[0]
    return _with(document, span, replace(span, label=wrong, entity=None)), span.start, span.end


def _over_long(document: Document, policy: Policy, labels: Counter[str], draw: random.Random) -> Change | None:
    options = []
    for span in _hidden(document, policy):
        before, after = _neighbours(document, span)
        options += [replace(span, start=word[0]) for word in before] + [replace(span, end=word[1]) for word in after]
    if not options:
        return None
    wide = draw.choice(options)
    old = next(s for s in document.spans if s.start < wide.end and wide.start < s.end)
    return _with(document, old, wide), wide.start, wide.end


def _over_short(document: Document, policy: Policy, labels: Counter[str], draw: random.Random) -> Change | None:
    options = []
    for span in _hidden(document, policy):
        words = [w for w in _words(document.text) if span.start <= w[0] and w[1] <= span.end]
        if len(words) > 1:
            options += [(span, replace(span, start=words[1][0])), (span, replace(span, end=words[-2][1]))]
    if not options:
        return None
    old, short = draw.choice(options)
    return _with(document, old, short), old.start, old.end


def _kept(document: Document, policy: Policy, labels: Counter[str], draw: random.Random) -> Change | None:
    free = [w for w in _words(document.text) if all(w[1] + 1 < s.start or s.end + 1 < w[0] for s in document.spans)]
    if not free:
        return None
    start, end = draw.choice(free)
    following = [w for w in free if w[0] == end + 1]
    if following and draw.random() < 0.3:
        end = following[0][1]
    label = draw.choices(list(labels), list(labels.values()))[0]
    return tuple(sorted([*document.spans, Span(start, end, label)])), start, end


_KINDS: dict[str, Callable[[Document, Policy, Counter[str], random.Random], Change | None]] = {
    "over_short": _over_short,  # the rarest places first
    "over_long": _over_long,
    "category": _category,
    "missed": _missed,
    "kept": _kept,
}
KINDS = tuple(_KINDS)


def _hidden(document: Document, policy: Policy) -> list[Span]:
    return [s for s in document.spans if policy.category_of(s.label)]


def _with(document: Document, old: Span, new: Span) -> tuple[Span, ...]:
    return tuple(sorted(new if s == old else s for s in document.spans))


def _words(text: str) -> list[tuple[int, int]]:
    return [(a, b) for a, b in pairwise(edges(text)) if _LETTERS.search(text, a, b)]


def _neighbours(document: Document, span: Span) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The one or two words before and behind a span that no other span touches, one space apart."""
    words = _words(document.text)
    before = _run(document, reversed([w for w in words if w[1] <= span.start]), span, span.start)
    after = _run(document, iter([w for w in words if w[0] >= span.end]), span, span.end)
    return before, after


def _run(document: Document, words: Iterator[tuple[int, int]], span: Span, edge: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for word, _ in zip(words, range(2), strict=False):
        gap = document.text[min(word[1], edge) : max(word[0], edge)]
        taken = any(s.start < word[1] and word[0] < s.end for s in document.spans)
        if gap.strip(" ") or taken:
            break
        found.append(word)
        edge = word[0] if word[1] <= span.start else word[1]
    return found
