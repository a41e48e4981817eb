"""What a language pack must fulfil (`python -m synth check`), each fault with file and line.

>>> for fault in faults_of(load_pack("swa")): print(fault)
swa/templates/note.txt:41: shares 'alikuja na homa kali ya' with swa/templates/note.txt:12: expected no ...
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from string import Formatter

from ficha.errors import InputError
from synth.carrier import draws_from, shared_runs, words
from synth.factory import Factory
from synth.nodes import Choice, Node, Slot, Text, walk
from synth.pack import ANY, Pack
from synth.slots import LABELS, NAME_LISTS, SPLIT_LISTS
from synth.splits import SPLITS, ListSplit, has_personal
from synth.templates import Clause, Fault, Template, Texts, load_texts
from synth.values import value_of
from synth.words import fold, name_tokens
from synth.world import Scene, World

LEAST_TEMPLATES = 150
LEAST_FREE = 0.15  # of the templates hold no personal data at all
LEAST_CLAUSES = 3  # one for each split

_LONG_NUMBER = re.compile(r"(?:\d[ -]?){8,}")


def faults_of(pack: Pack) -> Iterator[Fault]:
    """Every fault of a pack, in the order in which one would mend them."""
    texts = load_texts(pack)
    yield from texts.faults
    yield from _missing(pack, texts)
    if broken := list(_styles(pack)):
        yield from broken
    else:  # values are drawn here, which takes sound styles
        yield from _lists(pack, texts)
    yield from _literal(pack, texts)
    yield from _touching(pack, texts)
    yield from shared_runs(texts, pack.locale.settings.has_word_spaces)
    if not texts.faults:
        yield from _splits(pack)


def _yaml(pack: Pack, what: str) -> Fault:
    return Fault(f"{pack.code}/pack.yaml", 0, what)


def _missing(pack: Pack, texts: Texts) -> Iterator[Fault]:
    """Too few templates, too few without personal data, banks that are short or never drawn from."""
    count = len(texts.templates)
    if count < LEAST_TEMPLATES:
        yield Fault(f"{pack.code}/templates", 0, f"{count} templates: expected at least {LEAST_TEMPLATES}")
    free = sum(not has_personal(t.nodes, texts, LABELS) for t in texts.templates)
    if free < LEAST_FREE * count:
        yield Fault(
            f"{pack.code}/templates", 0, f"{free} of {count} hold no personal data: expected {LEAST_FREE:.0%} or more"
        )
    for register in pack.settings.registers:
        if register not in pack.template_files:
            yield _yaml(pack, f"register {register!r} has a share and no file: expected templates/{register}.txt")
    drawn = {bank for template in texts.templates for bank in draws_from(template.nodes)}
    for bank, clauses in texts.clauses.items():
        file = f"{pack.code}/clauses/{bank}.txt"
        if len(clauses) < LEAST_CLAUSES:
            yield Fault(file, 0, f"{len(clauses)} clauses: expected at least {LEAST_CLAUSES}, one for each split")
        if bank not in drawn:
            yield Fault(file, 0, f"no template draws from this bank: use [@{bank}] or remove the file")


def _lists(pack: Pack, texts: Texts) -> Iterator[Fault]:
    """Lists that leave a split of a country with nothing to draw."""
    every = [*(t.nodes for t in texts.templates), *(c.nodes for bank in texts.clauses.values() for c in bank)]
    used = {node.kind for nodes in every for node in walk(nodes) if isinstance(node, Slot)}
    styles = [style for group in pack.settings.address_styles.values() for style in group]
    if "address" in used:
        used |= {kind for kind in SPLIT_LISTS if any(f"{{{kind}}}" in style for style in styles)}
    lists = ListSplit(pack)
    for country in pack.settings.countries:
        for split in SPLITS:
            scene = _scene(pack, country, split, lists)
            for kind in sorted(used | {"patient"}):
                try:
                    value_of(scene, Slot(kind))
                except InputError as error:
                    yield Fault(f"{pack.code}/pack.yaml", 0, str(error))


_DATE = frozenset({"d", "dd", "ord", "m", "mm", "yy", "yyyy", "month", "month2", "month3", "mon", "weekday"})
_FIELDS = {
    "date_styles": _DATE,
    "date_words": _DATE,
    "date_short": _DATE,
    "time_styles": frozenset({"H", "HH", "h", "s", "MM", "period"}),
    "address_styles": frozenset({"street", "village", "city", "region", "postcode", "number", "letter", "box"}),
}


def _styles(pack: Pack) -> Iterator[Fault]:
    """Styles with an unknown field, that miss a country, or that never write the year of a birth."""
    settings = pack.settings
    for name, fields in _FIELDS.items():
        by_country = getattr(settings, name)
        for country in settings.countries:
            styles = (*by_country.get(country, ()), *by_country.get(ANY, ()))
            if not styles:
                yield _yaml(pack, f"{name} has nothing for {country}: add it, or the key {ANY}")
            elif name in {"date_styles", "date_words"} and not any("{yy" in style for style in styles):
                yield _yaml(pack, f"{name} writes no year for {country}: a date of birth needs {{yy}} or {{yyyy}}")
        yield from _unknown_fields(pack, name, (s for group in by_country.values() for s in group), fields)
    yield from _unknown_fields(pack, "age_styles", (s for g in settings.age_styles.values() for s in g), {"n"})
    texts = (filler.text for group in settings.fillers.values() for filler in group)
    yield from _unknown_fields(pack, "fillers", texts, {"n", "m"})
    if "duration" not in settings.fillers:
        yield _yaml(pack, "fillers lacks duration: expected number phrases with {n} and the language's unit words")


def _unknown_fields(pack: Pack, name: str, styles: Iterable[str], fields: Collection[str]) -> Iterator[Fault]:
    for style in styles:
        for _, field, _, _ in Formatter().parse(style):
            if field is not None and field not in fields:
                yield _yaml(
                    pack, f"{name}: {style!r} has the unknown field {field!r}: expected {', '.join(sorted(fields))}"
                )


def _scene(pack: Pack, country: str, split: str, lists: ListSplit) -> Scene:
    return Scene(World(pack, country, split, lists), random.Random(13), {}, {})


def _literal(pack: Pack, texts: Texts) -> Iterator[Fault]:
    """Carrier text that looks personal: a listed name with a capital, an address sign, a long number."""
    locale = pack.locale
    allowed = {fold(word) for word in locale.entries("common_words")} | {
        token for term in locale.protected_terms for token in name_tokens(term)
    }
    names = {token for kind in NAME_LISTS for name in locale.entries(kind) for token in name_tokens(name)} - allowed
    every: Iterable[Template | Clause] = (*texts.templates, *(c for bank in texts.clauses.values() for c in bank))
    for item in every:
        for word in words(item.nodes):
            if word[0].isupper() and fold(word) in names:
                what = f"carrier word {word!r} is in the name lists: use a slot, or add it to common_words"
                yield Fault(item.file, item.line, what)
        for text in _literals(item.nodes):
            if "@" in text or _LONG_NUMBER.search(text):
                yield Fault(item.file, item.line, "carrier text holds an @ or a long number: use a slot")


def _touching(pack: Pack, texts: Texts) -> Iterator[Fault]:
    """Values with nothing between them, which no document may hold (`synth.validate`)."""
    dated = not pack.locale.settings.has_word_spaces  # there a date and a time may meet
    every: Iterable[Template | Clause] = (*texts.templates, *(c for bank in texts.clauses.values() for c in bank))
    for item in every:
        choices = (option for node in walk(item.nodes) if isinstance(node, Choice) for option in node.options)
        for nodes in (item.nodes, *choices):
            for first, second in pairwise(nodes):
                if not (
                    isinstance(first, Slot) and isinstance(second, Slot) and {first.kind, second.kind} <= set(LABELS)
                ):
                    continue
                if not (dated and first.kind in ("date", "dob") and second.kind == "time"):
                    what = f"{{{first.kind}}} and {{{second.kind}}} touch: expected text between two values"
                    yield Fault(item.file, item.line, what)


def _literals(nodes: tuple[Node, ...]) -> Iterator[str]:
    return (node.text for node in walk(nodes) if isinstance(node, Text))


def _splits(pack: Pack) -> Iterator[Fault]:
    """A split without templates."""
    splits = Factory(pack, seed=13).template_splits
    for split in SPLITS:
        if split not in splits.values():
            yield Fault(f"{pack.code}/templates", 0, f"the {split} split has no template: add templates")
