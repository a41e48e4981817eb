"""The template teacher: a stream of invented documents from a language pack.

The same seed makes the same stream, and a shorter run is the beginning of a longer one. Templates, clauses and natural
sentences are drawn without replacement. Of a document nothing is kept in memory but a digest and a sketch of 128 bytes,
against duplicates.

    >>> factory = Factory(load_pack("swa"), seed=13)
    >>> next(factory.documents(1)).document.text
    'Habari daktari, naitwa Achieng Otieno ...'
"""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from ficha.document import Document, word_count
from ficha.errors import InputError
from synth import order, weave
from synth.deck import Deck
from synth.duplicates import Seen
from synth.feedback import Requests, answering, labels_by_template
from synth.natural import Sentence, load_natural
from synth.noise import add_noise
from synth.noise_han import add_han_noise
from synth.pack import Pack
from synth.render import Clash, Piece, assemble, render
from synth.slots import LABELS
from synth.splits import DOCUMENT_CYCLE, SPLITS, ListSplit, has_personal, split_clauses, split_templates
from synth.templates import Template, load_texts
from synth.validate import fault_of
from synth.words import fold, words_of
from synth.world import Scene, World

T = TypeVar("T")

ENGINE_VERSION = 5  # raise it with every change of what a seed makes
ATTEMPTS = 40  # drawings of one document before it is given up
CLASH = "alternatives disagree on a person's gender"
TOO_LONG = "more words than asked for"
DUPLICATE = "same carrier and values as an earlier document"
NEAR_DUPLICATE = "nearly the same text as an earlier document"
ALIKE = 0.8  # MinHash similarity to an earlier document of the register from which on one is rejected
WOVEN_TWICE = 0.1  # of the documents with a natural sentence among their own have a second one
SENTENCES_ALONE = (1, 1, 1, 1, 2)  # natural sentences of a document that has nothing else
GIVEN_UP = f"given up after {ATTEMPTS} attempts"


@dataclass(frozen=True, slots=True)
class Made:
    """One attempt: the document, and the reason for which it is rejected, if any."""

    document: Document
    reason: str | None = None


class Factory:
    """Makes documents from one pack; raises InputError for a pack with faults (`python -m synth check`)."""

    def __init__(
        self,
        pack: Pack,
        seed: int,
        max_words: int | None = None,
        registers: Collection[str] | None = None,
        requests: Requests | None = None,
    ) -> None:
        self.pack, self.seed, self.max_words, self.requests = pack, seed, max_words, requests
        self.texts = load_texts(pack)
        if self.texts.faults:
            more = f" (and {len(self.texts.faults) - 1} more)" if len(self.texts.faults) > 1 else ""
            raise InputError(f"{self.texts.faults[0]}{more}; see `python -m synth check --lang {pack.code}`")
        self._shares = _wanted(pack, registers)
        by_bank = {bank: split_clauses(lines) for bank, lines in self.texts.clauses.items()}
        self._banks = {s: {b: self._deck(lines[s], f"{s}/@{b}") for b, lines in by_bank.items()} for s in SPLITS}
        self._natural = {s: self._deck(found, f"{s}/natural") for s, found in load_natural(pack).items() if found}
        personal = [(t, has_personal(t.nodes, self.texts, LABELS)) for t in self.texts.templates]
        self.template_splits = split_templates(personal)
        self._cells = self._sorted_into_cells(personal)
        lists = ListSplit(pack)
        self._worlds = {(s, c): World(pack, c, s, lists) for s in SPLITS for c in pack.settings.countries}
        self._labels = labels_by_template(self.texts) if requests else {}
        self._common = frozenset(fold(word) for word in pack.locale.entries("common_words"))
        self._digests: set[int] = set()
        self._seen = Seen()

    def _deck(self, items: Iterable[T], name: str) -> Deck[T]:
        return Deck(items, random.Random(f"{self.seed}/{self.pack.code}/{name}"))

    def _sorted_into_cells(
        self, personal: list[tuple[Template, bool]]
    ) -> Mapping[tuple[str, str, bool], Mapping[str, Deck[Template]]]:
        """(split, country, free of personal data) -> register -> templates."""
        cells: dict[tuple[str, str, bool], dict[str, list[Template]]] = defaultdict(lambda: defaultdict(list))
        for template, has_any in personal:
            if template.register in self._shares:
                for country in self.pack.settings.countries:
                    if template.country in (None, country):
                        cell = cells[self.template_splits[template.id], country, not has_any]
                        cell[template.register].append(template)
        return {
            cell: {register: self._deck(found, f"{cell}/{register}") for register, found in by_register.items()}
            for cell, by_register in cells.items()
        }

    def documents(self, count: int) -> Iterator[Made]:
        """`count` documents to keep, and every rejected attempt on the way."""
        for index in range(count):
            rng = random.Random(f"{self.seed}/{self.pack.code}/{index}")
            free = rng.random() < self.pack.settings.pii_free
            split = DOCUMENT_CYCLE[index % len(DOCUMENT_CYCLE)]
            for attempt in range(ATTEMPTS):
                # Templates without personal data are the first to run dry: give way before giving up.
                made = self._attempt(index, attempt, split, free and attempt < ATTEMPTS - 10)
                yield made
                if made.reason is None:
                    break
            else:
                yield Made(Document(self._id(index), "", self.pack.code, meta={"split": split}), GIVEN_UP)

    def _attempt(self, index: int, attempt: int, split: str, free: bool) -> Made:
        rng = random.Random(f"{self.seed}/{self.pack.code}/{index}/{attempt}")
        country = _weighted(rng, self.pack.settings.countries)
        cell = self._cells.get((split, country, free)) or self._cells.get((split, country, not free))
        if not cell:
            raise InputError(f"pack {self.pack.code}: no template of the {split} split for {country}: add templates")
        prose = {r: share for r, share in self._shares.items() if r in weave.REGISTERS}
        meta: dict[str, Any] = {"split": split, "template": "", "source": "template", "country": country}
        asked = self._asked_for(rng, split, cell)
        if (
            asked is None
            and free
            and prose
            and split in self._natural
            and rng.random() < self.pack.settings.natural.alone
        ):
            sentences = [self._natural[split].draw() for _ in range(rng.choice(SENTENCES_ALONE))]
            meta |= {"template": f"{self.pack.code}-natural-{sentences[0].id}", "register": _weighted(rng, prose)}
            pieces, scene = weave.alone(sentences, rng), Scene(self._worlds[split, country], rng, {}, {})
        else:
            template = asked or cell[_weighted(rng, {r: self._shares[r] for r in cell})].draw()
            meta |= {"template": template.id, "register": template.register}
            try:
                pieces, scene = render(template.nodes, self._banks[split], self._worlds[split, country], rng)
            except Clash:
                return Made(Document(self._id(index), "", self.pack.code, meta=meta), CLASH)
            if template.register in order.REGISTERS and rng.random() < order.SHARE:
                order.shuffle_lines(pieces, rng)
            if template.register in weave.REGISTERS and split in self._natural:
                self._weave(pieces, self._natural[split], rng)
        add_noise(pieces, meta["register"], rng)
        if not self.pack.locale.settings.has_word_spaces:
            add_han_noise(pieces, meta["register"], rng)
        text, spans = assemble(pieces)
        meta |= self._grouping(scene, country, rng)
        if natural := weave.natural_of(pieces):
            meta["natural"] = natural
        document = Document(self._id(index), text, self.pack.code, spans, meta)
        return Made(document, self._reason(document, pieces, scene))

    def _weave(self, pieces: list[Piece], deck: Deck[Sentence], rng: random.Random) -> None:
        """Natural sentences among those of the template, as many as there is room for."""
        if rng.random() >= self.pack.settings.natural.woven:
            return
        for _ in range(2 if rng.random() < WOVEN_TWICE else 1):
            sentence = deck.draw()
            length = word_count(f"{''.join(p.text for p in pieces)} {sentence.text}")
            if not self.max_words or length <= self.max_words:
                weave.weave(pieces, sentence, rng)

    def _asked_for(self, rng: random.Random, split: str, cell: Mapping[str, Deck[Template]]) -> Template | None:
        """A template that answers a request, where there are requests and one of them is met here."""
        wish = self.requests.wanted(rng) if self.requests and split == "train" else None
        if wish is None:
            return None
        fitting = answering(wish, (t for deck in cell.values() for t in deck.items), self._labels)
        return rng.choice(fitting) if fitting else None

    def _id(self, index: int) -> str:
        return f"{self.pack.code}-{self.seed}-{index:06d}"

    def _grouping(self, scene: Scene, country: str, rng: random.Random) -> dict[str, Any]:
        """`group`: country and region, for leaving one group out; `patient`: equal for one name in one country."""
        region = scene.listed("region") if scene.world.values("region") else None
        patient = scene.persons.get(("patient", 1))
        name = f"{country}/{' '.join((*patient.given, *patient.family))}" if patient else ""
        return {
            "group": f"{country}/{region}" if region else country,
            "patient": "p-" + hashlib.blake2b(name.encode(), digest_size=6).hexdigest() if patient else None,
        }

    def _reason(self, document: Document, pieces: list[Piece], scene: Scene) -> str | None:
        if self.max_words and word_count(document.text) > self.max_words:
            return TOO_LONG
        if fault := fault_of(pieces, document.text, document.spans, scene, self._common):
            return fault
        digest = int.from_bytes(hashlib.blake2b("\0".join(words_of(document.text)).encode(), digest_size=8).digest())
        if digest in self._digests:
            return DUPLICATE
        self._digests.add(digest)
        if self._seen.nearest(document.meta["register"], document.text, keep_below=ALIKE) >= ALIKE:
            return NEAR_DUPLICATE
        return None


def _wanted(pack: Pack, registers: Collection[str] | None) -> dict[str, float]:
    shares = dict(pack.settings.registers)
    if registers is None:
        return shares
    if unknown := sorted(set(registers) - shares.keys()):
        raise InputError(f"pack {pack.code} has no register {unknown[0]!r}: expected {', '.join(shares)}")
    return {register: shares[register] for register in registers}


def _weighted(rng: random.Random, shares: Mapping[str, float]) -> str:
    return rng.choices(list(shares), weights=list(shares.values()))[0]
