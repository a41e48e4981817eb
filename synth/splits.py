"""Who belongs to train, dev and test: templates, clauses, name tokens and listed places.

A value's split depends on a hash of the value alone, so it is the same in every language and on every run:

    >>> split_of("achieng") == split_of("ACHIENG") == split_of("Achiéng")
    True

Names are split by token: "Mary Anne" may be used in a split only if both tokens are of that split. Places,
facilities and organisations are split by their whole value, and one that holds a value or a name token of a
held-out split is left out of train, so that nothing of test occurs anywhere in a train span.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from synth.carrier import draws_from
from synth.nodes import Node, Slot, walk
from synth.pack import Pack
from synth.reserved import DOMAINS
from synth.slots import CLOSED_LISTS, NAME_LISTS, OSM_SUFFIX, SPLIT_LISTS
from synth.templates import Clause, Template, Texts
from synth.words import fold, name_tokens, words_of

SPLITS = ("train", "dev", "test")
SHARES = {"train": 0.76, "dev": 0.08, "test": 0.16}  # of templates, clauses, names and places
# Of the documents, as a cycle of 20 that spreads them over the file: 80%, 5% and 15%.
DOCUMENT_CYCLE = tuple("test" if i in (3, 9, 16) else "dev" if i == 12 else "train" for i in range(20))

BARRED = {"train": ("dev", "test"), "dev": ("test",), "test": ()}  # whose values a split may not show


def hash_of(text: str) -> int:
    """A stable 64-bit hash of the folded text."""
    return int.from_bytes(hashlib.blake2b(fold(text).encode(), digest_size=8).digest(), "big")


@lru_cache(maxsize=200_000)
def split_of(text: str) -> str:
    """The split of a name token or of a listed value."""
    point = hash_of(text) / 2**64
    return "train" if point < SHARES["train"] else "dev" if point < SHARES["train"] + SHARES["dev"] else "test"


def assign(values: Sequence[str]) -> list[str]:
    """The split of each value by its hash; from three values on, every split gets one at least.

    A value keeps its split when others come or go, so that a pack may grow without moving what a trained
    model has seen into test; only the value that fills an empty split (the one nearest to it) may move.
    """
    splits = [split_of(value) for value in values]
    if len(values) < len(SPLITS):
        return splits
    ends = {"train": 0.0, "dev": SHARES["train"] + SHARES["dev"] / 2, "test": 1.0}
    for needed, end in ends.items():
        if needed in splits:
            continue
        spare = [i for i, split in enumerate(splits) if splits.count(split) > 1]
        splits[min(spare, key=lambda i: abs(hash_of(values[i]) / 2**64 - end))] = needed
    return splits


def has_personal(nodes: tuple[Node, ...], texts: Texts, labels: Iterable[str]) -> bool:
    """True where some alternative, or some clause that may be drawn, holds a labelled slot."""
    known = frozenset(labels)
    drawn = (c.nodes for bank in draws_from(nodes) for c in texts.clauses[bank])
    return any(isinstance(node, Slot) and node.kind in known for part in (nodes, *drawn) for node in walk(part))


def split_templates(rows: Iterable[tuple[Template, bool]]) -> dict[str, str]:
    """Template id -> split; each register's templates with and without personal data reach every split."""
    groups: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for template, personal in rows:
        groups[template.register, personal].append(template.id)
    return {name: split for names in groups.values() for name, split in zip(names, assign(names), strict=True)}


def split_clauses(bank: Sequence[Clause]) -> dict[str, tuple[Clause, ...]]:
    """A bank's lines by split, at least one line each where the bank has three."""
    splits = assign([clause.text for clause in bank])
    return {name: tuple(c for c, split in zip(bank, splits, strict=True) if split == name) for name in SPLITS}


class ListSplit:
    """The values of a locale's lists by split, with nothing held out inside a train value."""

    def __init__(self, pack: Pack) -> None:
        self._locale = pack.locale
        self._closed = closed_tokens(pack)
        kinds = {kind for kind, _ in pack.locale.list_files}
        self._names = {t for k in kinds & set(NAME_LISTS) for v in pack.locale.entries(k) for t in name_tokens(v)}
        places = [k for k in kinds if k.removesuffix(OSM_SUFFIX) in SPLIT_LISTS]
        self._held: dict[tuple[str, ...], str] = {words_of(t): split_of(t) for t in self._names}
        for kind in places:
            self._held.update({words_of(v): split_of(v) for v in pack.locale.entries(kind)})
        self._held = {value: split for value, split in self._held.items() if split != "train" and value}
        self._longest = max(map(len, self._held), default=0)
        self._parts = {} if pack.locale.settings.has_word_spaces else _held_parts(pack)

    def names(self, kind: str, country: str | None, split: str) -> tuple[str, ...]:
        """Person names of one split; a name that is also a month or a profession is for train only."""
        return tuple(v for v in self._locale.entries(kind, country) if self._name_fits(v, split))

    def places(self, kind: str, country: str | None, split: str) -> tuple[str, ...]:
        """Values of a list of SPLIT_LISTS (or its `_osm` twin) of one split."""
        return tuple(v for v in self._locale.entries(kind, country) if split_of(v) == split and self.fits(v, split))

    def _name_fits(self, value: str, split: str) -> bool:
        own = name_tokens(value) or (fold(value),)
        joined = "".join(words_of(value))  # as an e-mail address writes it: O'Connor is also the held-out Oconnor
        if self._held.get((joined,)) in BARRED[split]:
            return False
        return all(split_of(t) == split and (split == "train" or t not in self._closed) for t in own)

    def may_hold(self, value: str, split: str) -> bool:
        """True where a span of `split` may read `value`: as `fits`, and no full name of a held-out split is inside.

        Without spaces between words one may stand across others: 赫连 伟义 holds 连 伟.
        """
        barred = (self._parts[held] for held in BARRED[split] if held in self._parts)
        return self.fits(value, split) and not any(_holds_name(value, family, given) for family, given in barred)

    def fits(self, value: str, split: str) -> bool:
        """True where `value` holds no listed name or place of a split that is held out from `split`."""
        own = words_of(value)
        barred = BARRED[split]
        inside = (own[i:j] for i in range(len(own)) for j in range(i + 1, min(len(own), i + self._longest) + 1))
        return not any(self._held.get(run) in barred for run in inside)


def _holds_name(value: str, family: Collection[str], given: Collection[str]) -> bool:
    """True where a family name stands right before a given name, each of one or two characters."""
    return any(
        value[i:j] in family and value[j:k] in given
        for i in range(len(value))
        for j in (i + 1, i + 2)
        for k in (j + 1, j + 2)
        if k <= len(value)
    )


def _held_parts(pack: Pack) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Split -> (family names, given names) that are held out for it."""
    kinds = [kind for kind, _ in pack.locale.list_files if kind in NAME_LISTS]
    return {
        split: (
            frozenset(
                v for k in kinds if k.startswith("family") for v in pack.locale.entries(k) if split_of(v) == split
            ),
            frozenset(
                v for k in kinds if k.startswith("given") for v in pack.locale.entries(k) if split_of(v) == split
            ),
        )
        for split in ("dev", "test")
    }


def closed_tokens(pack: Pack) -> frozenset[str]:
    """Words that occur in spans of every split: months, weekdays, closed lists, words of the pack's styles."""
    settings, locale = pack.settings, pack.locale
    texts: list[str] = [*locale.settings.weekdays, *(m for names in locale.settings.months.values() for m in names)]
    texts += [value for kind in CLOSED_LISTS for value in locale.entries(kind)]
    for styles in (settings.date_styles, settings.date_words, settings.time_styles, settings.age_styles):
        texts += [style for group in styles.values() for style in group]
    texts += [style for group in settings.address_styles.values() for style in group]
    texts += [pattern for by_country in settings.ids.values() for group in by_country.values() for pattern in group]
    texts += [*settings.email_domains, *DOMAINS, "https www profile", *(period.text for period in settings.day_periods)]
    return frozenset(t for text in texts for t in name_tokens(re.sub(r"\{\w+\}", " ", text)))


def empty_lists(pack: Pack, kinds: Iterable[str], split: ListSplit) -> list[str]:
    """What is missing: one line for each list that leaves a split of a country without a value."""
    return [
        f"list {kind!r} leaves {which} without a value for {country}: add values"
        for kind in kinds
        for country in pack.settings.countries
        for which in SPLITS
        if not (split.places(kind, country, which) or split.places(kind + OSM_SUFFIX, country, which))
    ]
