"""Neighbours: a name that another span cut in two is one name again.

"NOK: DANFORD KOMBO 0787-064-382" of which the model hid "DANFORD" as a person and "KOMBO 0787-064-382" as a phone
number   ->   the person "DANFORD KOMBO" and the phone number

The rules know where a number or an address of the net begins and ends; what the model hid with it is a word, and
beside a person it is the rest of that person's name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace

import regex

from ficha.merge import Found
from ficha.overlaps import Layout
from ficha.repeats import REPEAT
from ficha.whole_names import is_person

_FORMATS = ("contact.", "id.")
_WORDS = regex.compile(r"\p{L}[\p{L}\p{M}'’.\- ]+")


def cut_at_formats(text: str, found: Iterable[Found], by_rule: Iterable[Found]) -> list[Found]:
    """`found` with the model's spans cut where a rule's number lies in them and only words beside it.

    All stays hidden: words next to a person's span go to that person, others keep their category.
    """
    spans = list(found)
    formats = sorted((r for r in by_rule if (r.fine or "").startswith(_FORMATS)), key=lambda r: r.start)
    persons = [f for f in spans if is_person(f)]
    ends, starts = {f.end: f for f in persons}, {f.start: f for f in persons}
    out: list[Found] = []
    for span in spans:
        first = bisect_left(formats, span.start, key=lambda r: r.start)
        last = bisect_left(formats, span.end, key=lambda r: r.start)
        inside = [r for r in formats[first:last] if r.category is span.category and r.end <= span.end]
        rests = _rests(text, span, inside) if inside else ()
        if not rests or not all(_WORDS.fullmatch(text, r.start, r.end) for r in rests):
            out.append(span)
            continue
        out += [replace(span, start=r.start, end=r.end) for r in inside]
        for rest in rests:
            before = ends.get(rest.start - 1) if text[rest.start - 1 : rest.start] == " " else None
            after = starts.get(rest.end + 1) if text[rest.end : rest.end + 1] == " " else None
            person = before or after
            out.append(replace(rest, category=person.category) if person else rest)
    return out


def join_neighbours(text: str, kept: Sequence[Found]) -> list[Found]:
    """One span for two that one space parts: of persons, or of what the model alone hides under one category.

    `joseph` and the `njoroge` that repeats a part of another's name are one person's words, and so are a given name
    that the model took for the patient's and a family name that it took for a relative's: two persons in a list have a
    comma or more between them. The likelier category stands, that of a mere repeat never.
    """
    out: list[Found] = []
    for span in kept:
        last = out[-1] if out else None
        if last is None or text[last.end : span.start] != " " or not _belong(last, span):
            out.append(span)
            continue
        head = max((f for f in (last, span) if f.why != REPEAT), key=lambda f: f.score, default=last)
        out[-1] = replace(head, start=last.start, end=span.end, score=max(last.score, span.score))
    return out


def _belong(left: Found, right: Found) -> bool:
    if is_person(left) and is_person(right):
        return True
    return left.category is right.category and left.source == right.source == "model"


def _rests(text: str, span: Found, inside: Sequence[Found]) -> tuple[Found, ...]:
    """What of `span` lies outside of the spans in it."""
    layout = Layout[Found](text)
    for rule in inside:
        layout.add(rule)
    return layout.add(span)[1]
