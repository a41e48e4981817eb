"""Neighbours: a name that another span cut in two is one name again.

"NOK: DANFORD KOMBO 0787-064-382" of which the model hid "DANFORD" as a person and "KOMBO 0787-064-382" as a phone
number   ->   the person "DANFORD KOMBO" and the phone number

The rules know where a number or an address of the net begins and ends; what the model hid with it is a word, and
beside a person it is the rest of that person's name.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import regex

from ficha.locales import Locale
from ficha.merge import Found
from ficha.overlaps import Layout
from ficha.repeats import REPEAT
from ficha.whole_names import is_person

_FORMATS = ("contact.", "id.", "date.", "age", "time")
_WORDS = regex.compile(r"\p{L}[\p{L}\p{M}'’.\- ]+")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’\-]*")
_NAME_GAPS = (" ", ", ")
_SURE = 0.8  # a rule that says so is believed about its borders
_FIELD_GAP = 3  # code points between a name and what is told of its bearer


def cut_at_formats(
    text: str, found: Iterable[Found], by_rule: Iterable[Found], locales: Sequence[Locale]
) -> list[Found]:
    """`found` with the model's numbers cut where a rule's lie in them, and its names where they run into a rule's.

    All stays hidden: words beside a number that the language doesn't know go to the person beside them. A name that
    runs into a number leaves it whole: of "kuri 073" and "774 1732" a reader sees where the halves meet.
    """
    spans = list(found)
    formats = sorted((r for r in by_rule if (r.fine or "").startswith(_FORMATS)), key=lambda r: r.start)
    persons = [f for f in spans if is_person(f)]
    ends, starts = {f.end: f for f in persons}, {f.start: f for f in persons}
    out: list[Found] = []
    for span in spans:
        touched = formats[bisect_right(formats, span.start, key=lambda r: r.end) :]
        touched = touched[: bisect_left(touched, span.end, key=lambda r: r.start)]
        inside = [r for r in touched if span.start <= r.start and r.end <= span.end]
        if not _is_format(span):
            out += _rests(text, span, [r for r in touched if r not in inside and r.score >= _SURE])
            continue
        rests = _rests(text, span, inside)
        names = {rest: person for rest in rests if (person := _bearer(text, rest, starts, ends, locales))}
        if not names or not all(_WORDS.fullmatch(text, r.start, r.end) for r in rests):
            out.append(span)
            continue
        out += [replace(span, start=r.start, end=r.end) for r in inside if r.category is span.category]
        out += [replace(rest, category=names[rest].category) if rest in names else rest for rest in rests]
    return out


def _bearer(
    text: str, rest: Found, starts: Mapping[int, Found], ends: Mapping[int, Found], locales: Sequence[Locale]
) -> Found | None:
    """The person beside whose name `rest` stands, where its words may be a name."""
    if not _is_unknown(text[rest.start : rest.end], locales):
        return None
    for gap in _NAME_GAPS:
        if text.endswith(gap, 0, rest.start) and (person := ends.get(rest.start - len(gap))):
            return person
    return starts.get(rest.end + 1) if text[rest.end : rest.end + 1] == " " else None


def _is_format(span: Found) -> bool:
    return all(label.startswith(_FORMATS) for label in span.category.covers)


def _is_unknown(words: str, locales: Sequence[Locale]) -> bool:
    """Whether no word is one of the language; where it has no list of these, whether all are capitalised."""
    found: list[str] = _WORD.findall(words)
    listing = [locale for locale in locales if locale.ordinary_words]
    if not listing:
        return all(word[0].isupper() for word in found)
    return not any(locale.knows(word) for word in found for locale in listing)


def join_neighbours(text: str, kept: Sequence[Found]) -> list[Found]:
    """One span for two that one space parts: of persons, or of what the model alone hides under one category.

    `joseph` and the `njoroge` that repeats a part of another's name are one person's words, and so are a given name
    that the model took for the patient's and a family name that it took for a relative's. Two persons in a list have
    a comma between them, which joins them only as registers write names: `Boit, Gladys 44yo`. The likelier category
    stands, that of a mere repeat never.
    """
    out: list[Found] = []
    for n, span in enumerate(kept):
        last = out[-1] if out else None
        if last is None or not (_belong(text, last, span) or _is_register_order(text, out, span, _after(kept, n))):
            out.append(span)
            continue
        head = max((f for f in (last, span) if f.why != REPEAT), key=lambda f: f.score, default=last)
        out[-1] = replace(head, start=last.start, end=span.end, score=max(last.score, span.score))
    return out


def _belong(text: str, left: Found, right: Found) -> bool:
    if text[left.end : right.start] != " ":
        return False
    if is_person(left) and is_person(right):
        return True
    return left.category is right.category and left.source == right.source == "model"


def _is_register_order(text: str, before: Sequence[Found], span: Found, after: Found | None) -> bool:
    """True for a family name, a comma and a given name as registers write them: `Boit, Gladys 44yo`.

    A number of the bearer's follows, and no third name stands in the row, which would be a list of persons.
    """
    family = before[-1]
    if not (is_person(family) and is_person(span)) or text[family.end : span.start] != ", ":
        return False
    if " " in text[family.start : family.end] or after is None or not _is_format(after):
        return False
    if len(before) > 1 and is_person(before[-2]) and text[before[-2].end : family.start] == ", ":
        return False
    return after.start - span.end <= _FIELD_GAP


def _after(kept: Sequence[Found], n: int) -> Found | None:
    return kept[n + 1] if n + 1 < len(kept) else None


def _rests(text: str, span: Found, inside: Sequence[Found]) -> tuple[Found, ...]:
    """What of `span` lies outside of the spans in it."""
    if not inside:
        return (span,)
    layout = Layout[Found](text)
    for rule in inside:
        layout.add(rule)
    return layout.add(span)[1]
