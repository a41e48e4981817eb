"""From the teacher's anonymised twin to exact spans with fine labels.

The teacher writes fine labels as placeholders (`[person.patient_1]`; the number tells two persons apart), the aligner
finds what they hide, and each span must look like what it is called:

    >>> label_twin("Naitwa Achieng.", "Naitwa [person.patient_1].").spans
    (Span(start=7, end=14, label='person.patient', entity='person.patient#1'),)
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import yaml

from ficha.align import AlignedSpan, align
from ficha.align.placeholders import find_placeholders
from ficha.document import Span, checked_spans
from ficha.errors import SpanError, WorkLimitError
from ficha.labels import FINE_LABELS
from ficha.locales import load_locale
from ficha.policy import Policy, parse_policy
from synth.teacher.borders import Place, settled

ALTERED = "twin alters the text"
UNPLACEABLE = "placeholder that hides nothing"
UNKNOWN = "placeholder that is no fine label"
ODD = "span does not look like its label"
OVERLAP = "spans overlap"
BORDER = "border between two values unknown"
TOO_MUCH = "twin is too far from the text"
NEVER = {"kin": frozenset({"tribe", "clan"})}  # never in a corpus of this language (a law of Rwanda asks for it)
FORBIDDEN = "label that this language never carries"

_APOSTROPHES = ("'", "’")
_FIRST = re.compile(r"(\S+)\s+(?=\S)")
_NUMBER = re.compile(r"[\s_-]*\d{1,3}\Z")


@dataclass(frozen=True, slots=True)
class Labelled:
    """The spans of a text, or the `reason` why its twin gives none that can be trusted."""

    spans: tuple[Span, ...] = ()
    reason: str | None = None


@lru_cache(maxsize=1)
def fine_policy() -> Policy:
    """A policy whose categories are the fine labels themselves."""
    categories = [{"id": f, "placeholder": f, "tag": f, "covers": [f], "description": f} for f in FINE_LABELS]
    return parse_policy(yaml.safe_dump({"name": "fine", "categories": categories}), "the policy of fine labels")


def label_twin(text: str, twin: str, code: str | None = None) -> Labelled:
    """The spans that `twin` hides in `text`; `code` is the language, of which some never carry some labels."""
    policy = fine_policy()
    try:
        alignment = align(text, twin, policy)
    except WorkLimitError:
        return Labelled(reason=TOO_MUCH)
    written = [p for p in find_placeholders(twin, text, policy, {}) if not p.literal]
    if any(_label_of(twin[p.start : p.end]) is None for p in written):
        return Labelled(reason=UNKNOWN)
    placed = alignment.spans
    if any(not any(s.generated_start <= p.start and p.end <= s.generated_end for s in placed) for p in written):
        return Labelled(reason=UNPLACEABLE)
    if alignment.edits:
        return Labelled(reason=ALTERED)
    places = settled(text, twin, placed, load_locale(code) if code else None)
    if places is None:
        return Labelled(reason=BORDER)
    titles = _titles(code) if code else frozenset[str]()
    try:
        spans = checked_spans(
            text, (_span(s, at, text, twin, titles) for s, at in zip(placed, places, strict=True)), "twin"
        )
    except SpanError:
        return Labelled(reason=OVERLAP)
    if any(span.label in NEVER.get(code or "", ()) for span in spans):
        return Labelled(reason=FORBIDDEN)
    if any(not looks_like(text[span.start : span.end], span.label) for span in spans):
        return Labelled(reason=ODD)
    return Labelled(spans)


def _label_of(placeholder: str) -> str | None:
    """The fine label that a placeholder writes, in whatever case and brackets."""
    inner = _NUMBER.sub("", placeholder[1:-1].strip()).casefold().replace(" ", "")
    return inner if inner in FINE_LABELS else None


@lru_cache(maxsize=16)
def _titles(code: str) -> frozenset[str]:
    return frozenset(title.casefold().rstrip(".") for title in load_locale(code).settings.honorifics)


def _span(aligned: AlignedSpan, place: Place, text: str, twin: str, titles: frozenset[str]) -> Span:
    """The span at its place; a form of address before a name (`Dr`, `Mama`) stays outside it.

    The aligner leaves an apostrophe behind a value visible; one that the twin hides belongs to the word (`gweng'`).
    """
    start, end = place
    if text[end : end + 1] in _APOSTROPHES and not twin.startswith(text[end : end + 1], aligned.generated_end):
        end += 1
    while aligned.category.id.startswith("person.") and (word := _FIRST.match(text, start, end)):
        if word[1].casefold().rstrip(".") not in titles:
            break
        start = word.end()
    entity = None if aligned.number is None else f"{aligned.category.id}#{aligned.number}"
    return Span(start, end, aligned.category.id, entity)


def _digits(value: str) -> int:
    return sum(c.isdigit() for c in value)


# Small words inside names; any other small word beside a capitalised one was lost from the twin and fell into the span.
_PARTICLES = frozenset(
    ["da", "de", "do", "das", "dos", "e", "van", "von", "bin", "binti", "wa", "ole", "arap", "al", "el", "ibn", "y"]
)


def _like_a_name(value: str) -> bool:
    words = [word for word in value.split() if word.casefold() not in _PARTICLES and word[0].isalpha()]
    mixed = len({word[0].islower() for word in words}) > 1
    return any(c.isalpha() for c in value) and _digits(value) == 0 and len(value) <= 80 and not mixed


def _like_a_phone(value: str) -> bool:
    return 3 <= _digits(value) <= 20 and not value[0].isalpha()


def _like_an_id(value: str) -> bool:
    carrier = value[0].islower() and len(value.split()) > 1  # `faili 0451/24`
    return (_digits(value) > 0 or any(c.isupper() for c in value)) and not carrier


# What a value must have to be what its label says; words of numbers and months are not looked up here.
_SHAPES: dict[str, Callable[[str], bool]] = {
    "contact.phone": _like_a_phone,
    "contact.fax": _like_a_phone,
    "contact.email": lambda v: "@" in v and not any(c.isspace() for c in v),
    "contact.url": lambda v: "." in v and not any(c.isspace() for c in v),
    "contact.ip": lambda v: "." in v or ":" in v,
    "person": _like_a_name,
    "id": _like_an_id,
    "location.postcode": lambda v: _digits(v) > 0,
}
LONGEST = 160  # code points of a span


def looks_like(value: str, label: str) -> bool:
    """False where a value can't be what `label` says: an e-mail address without @, a name with digits."""
    shape = _SHAPES.get(label) or _SHAPES.get(label.partition(".")[0])
    return len(value) <= LONGEST and (shape is None or shape(value))


def patient_of(text: str, spans: Sequence[Span], country: str) -> str | None:
    """`patient` of a document's meta: equal for one name in one country, None where no patient is named."""
    span = max((s for s in spans if s.label == "person.patient"), key=lambda s: s.end - s.start, default=None)
    if span is None:
        return None
    name = f"{country}/{text[span.start : span.end]}"
    return "p-" + hashlib.blake2b(name.encode(), digest_size=6).hexdigest()
