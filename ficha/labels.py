"""The fine labels: what a corpus says about a span, before any policy.

A label is dotted; a prefix stands for all below it (`person` for `person.patient`, ...).
Policies (`ficha.policy`) map every fine label to a placeholder or leave it visible.
"""

from __future__ import annotations

from collections.abc import Iterable

from ficha.errors import LabelError

FINE_LABELS: tuple[str, ...] = (
    "person.patient",
    "person.relative",
    "person.clinician",
    "person.official",
    "person.other",
    "contact.phone",
    "contact.fax",
    "contact.email",
    "contact.handle",
    "contact.url",
    "contact.ip",
    "id.national",
    "id.health",
    "id.record",
    "id.booking",
    "id.insurance",
    "id.account",
    "id.vehicle",
    "id.case",
    "id.device",
    "id.licence",
    "id.biometric",
    "date.birth",
    "date.event",
    "time",
    "age",
    "location.address",
    "location.village",
    "location.city",
    "location.region",
    "location.country",
    "location.postcode",
    "facility.practice",
    "facility.hospital",
    "facility.pharmacy",
    "organisation.employer",
    "organisation.school",
    "organisation.other",
    "profession",
    "position",
    "degree",
    "tribe",
    "religion",
    "clan",
    "relationship",
    "vehicle",
    "artwork",
    "other",
)

_KNOWN = frozenset(FINE_LABELS)


def is_fine_label(label: str) -> bool:
    """True where `label` is one of FINE_LABELS (a prefix alone is not)."""
    return label in _KNOWN


def expand(name: str) -> tuple[str, ...]:
    """The fine labels that `name`, a fine label or a prefix, stands for.

    Raises LabelError where it stands for none.
    """
    found = tuple(label for label in FINE_LABELS if label == name or label.startswith(name + "."))
    if not found:
        raise LabelError(f"unknown label {name!r}: expected one of {', '.join(prefixes())} or a label below one")
    return found


def expand_all(names: Iterable[str]) -> frozenset[str]:
    """The union of `expand` over `names`."""
    return frozenset(label for name in names for label in expand(name))


def prefixes() -> tuple[str, ...]:
    """The first parts of all fine labels, in their order."""
    return tuple(dict.fromkeys(label.split(".")[0] for label in FINE_LABELS))
