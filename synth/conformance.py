"""What a language pack must fulfil (`python -m synth check`), each fault with file and line.

>>> for fault in faults_of(load_pack("swa")): print(fault)
swa/templates/note.txt:41: shares 'alikuja na homa kali ya' with swa/templates/note.txt:12: expected no ...
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from ficha.errors import InputError
from ficha.locales import LocaleSettings, language_codes
from synth.carrier import draws_from, shared_runs, words
from synth.factory import Factory
from synth.locale_check import locale_faults
from synth.nodes import Choice, Node, Slot, Text, walk
from synth.pack import ROOT, Pack, PackSettings, load_pack, pack_codes
from synth.schema import read
from synth.slots import LABELS, NAME_LISTS, SPLIT_LISTS
from synth.splits import SPLITS, ListSplit, has_personal
from synth.style_check import style_faults, yaml_fault
from synth.templates import Clause, Fault, Template, Texts, load_texts
from synth.values import value_of
from synth.words import fold, name_tokens
from synth.world import EmptyListError, Scene, World

LEAST_TEMPLATES = 150
LEAST_FREE = 0.15  # of the templates hold no personal data at all
LEAST_CLAUSES = 3  # one for each split

_LONG_NUMBER = re.compile(r"(?:\d[ -]?){8,}")


def language_faults(code: str, root: Path = ROOT) -> Iterator[Fault]:
    """Every fault of a language below `root`: of its locale and of its pack, where both keep to their schemas.

    Files are named from `root` on. Raises LanguageError where there is no such language.
    """
    for fault in _language_faults(code, root):
        yield fault if fault.file.startswith("ficha/") else replace(fault, file=f"synth/languages/{fault.file}")


def _language_faults(code: str, root: Path) -> Iterator[Fault]:
    folder, locales = root / "synth" / "languages", root / "ficha" / "locales"
    if code in pack_codes(folder) and code in language_codes(locales):
        _, of_locale = read(locales / code / "locale.yaml", f"ficha/locales/{code}/locale.yaml", LocaleSettings)
        _, of_pack = read(folder / code / "pack.yaml", f"{code}/pack.yaml", PackSettings)
        if of_locale or of_pack:
            yield from (*of_locale, *of_pack)
            return
    pack = load_pack(code, folder, locales=locales)
    yield from locale_faults(pack.locale)
    for country in sorted(set(pack.settings.countries) - set(pack.locale.settings.countries)):
        yield yaml_fault(pack, f"{country} is no country of the locale: add it there", "countries", country)
    yield from faults_of(pack)


def faults_of(pack: Pack) -> Iterator[Fault]:
    """Every fault of a pack, in the order in which one would mend them."""
    texts = load_texts(pack)
    yield from texts.faults
    yield from _missing(pack, texts)
    if broken := list(style_faults(pack)):
        yield from broken
    else:  # values are drawn here, which takes sound styles
        yield from _lists(pack, texts)
    yield from _literal(pack, texts)
    yield from _touching(pack, texts)
    yield from shared_runs(texts, pack.locale.settings.has_word_spaces)
    if not texts.faults:
        yield from _splits(pack)


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
            what = f"register {register!r} has a share and no file: expected templates/{register}.txt"
            yield yaml_fault(pack, what, "registers", register)
        elif not any(template.register == register for template in texts.templates):
            yield Fault(f"{pack.code}/templates/{register}.txt", 0, "no template: write some, or remove the register")
    drawn = {bank for template in texts.templates for bank in draws_from(template.nodes)}
    for bank, clauses in texts.clauses.items():
        file = f"{pack.code}/clauses/{bank}.txt"
        if len(clauses) < LEAST_CLAUSES:
            yield Fault(file, 0, f"{len(clauses)} clauses: expected at least {LEAST_CLAUSES}, one for each split")
        if bank not in drawn:
            yield Fault(file, 0, f"no template draws from this bank: use [@{bank}] or remove the file")


def _lists(pack: Pack, texts: Texts) -> Iterator[Fault]:
    """Slots that leave a split of a country with nothing to draw."""
    every = [*(t.nodes for t in texts.templates), *(c.nodes for bank in texts.clauses.values() for c in bank)]
    used = {node.kind for nodes in every for node in walk(nodes) if isinstance(node, Slot)}
    styles = [style for group in pack.settings.address_styles.values() for style in group]
    if "address" in used:
        used |= {kind for kind in SPLIT_LISTS if any(f"{{{kind}}}" in style for style in styles)}
    lists = ListSplit(pack)
    found: dict[str, Fault] = {}
    for country in pack.settings.countries:
        for split in SPLITS:
            scene = _scene(pack, country, split, lists)
            for kind in sorted(used | {"patient"}):
                try:
                    value_of(scene, Slot(kind))
                except EmptyListError as error:
                    found.setdefault(str(error), Fault(*_list_end(pack, error.kind, country), error.what))
                except InputError as error:
                    path = ("ids", kind) if kind in pack.settings.ids else ("ids",)
                    found.setdefault(str(error), yaml_fault(pack, str(error), *path))
    yield from found.values()


def _list_end(pack: Pack, kind: str, country: str) -> tuple[str, int]:
    """The file of a list, and the line where its next value goes; 0 where there is no file."""
    for key in ((kind, country), (kind, None)):
        if file := pack.locale.list_files.get(key):
            line = len(file.read_text(encoding="utf-8").splitlines()) + 1
            return f"ficha/locales/{pack.locale.code}/lists/{file.name}", line
    return f"ficha/locales/{pack.locale.code}/lists/{kind}.{country}.txt", 0


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
