"""The template teacher: a stream of invented documents from a language pack.

Document `i` depends on (seed, language, i) alone; nothing is kept in memory but digests against duplicates.

    >>> factory = Factory(load_pack("swa"), seed=13)
    >>> next(factory.documents(1)).document.text
    'Habari daktari, naitwa Achieng Otieno ...'
"""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ficha.document import Document, word_count
from ficha.errors import InputError
from synth.feedback import Requests, answering, labels_by_template
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

ENGINE_VERSION = 2  # raise it with every change of what a seed makes
ATTEMPTS = 40  # drawings of one document before it is given up
CLASH = "alternatives disagree on a person's gender"
TOO_LONG = "more words than asked for"
DUPLICATE = "same carrier and values as an earlier document"
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
        self._banks = {bank: split_clauses(lines) for bank, lines in self.texts.clauses.items()}
        personal = [(t, has_personal(t.nodes, self.texts, LABELS)) for t in self.texts.templates]
        self.template_splits = split_templates(personal)
        self._cells = self._sorted_into_cells(personal)
        lists = ListSplit(pack)
        self._worlds = {(s, c): World(pack, c, s, lists) for s in SPLITS for c in pack.settings.countries}
        self._labels = labels_by_template(self.texts) if requests else {}
        self._common = frozenset(fold(word) for word in pack.locale.entries("common_words"))
        self._seen: set[int] = set()

    def _sorted_into_cells(
        self, personal: list[tuple[Template, bool]]
    ) -> Mapping[tuple[str, str, bool], Mapping[str, list[Template]]]:
        """(split, country, free of personal data) -> register -> templates."""
        cells: dict[tuple[str, str, bool], dict[str, list[Template]]] = defaultdict(lambda: defaultdict(list))
        for template, has_any in personal:
            if template.register in self._shares:
                for country in self.pack.settings.countries:
                    if template.country in (None, country):
                        cell = cells[self.template_splits[template.id], country, not has_any]
                        cell[template.register].append(template)
        return cells

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
        template = self._asked_for(rng, split, cell) or rng.choice(
            cell[_weighted(rng, {r: self._shares[r] for r in cell})]
        )
        meta = {"split": split, "template": template.id, "source": "template", "country": country}
        meta["register"] = template.register
        banks = {bank: lines[split] for bank, lines in self._banks.items()}
        try:
            pieces, scene = render(template.nodes, banks, self._worlds[split, country], rng)
        except Clash:
            return Made(Document(self._id(index), "", self.pack.code, meta=meta), CLASH)
        add_noise(pieces, template.register, rng)
        if not self.pack.locale.settings.has_word_spaces:
            add_han_noise(pieces, template.register, rng)
        text, spans = assemble(pieces)
        document = Document(
            self._id(index), text, self.pack.code, spans, {**meta, **self._grouping(scene, country, rng)}
        )
        return Made(document, self._reason(document, pieces, scene))

    def _asked_for(self, rng: random.Random, split: str, cell: Mapping[str, list[Template]]) -> Template | None:
        """A template that answers a request, where there are requests and one of them is met here."""
        wish = self.requests.wanted(rng) if self.requests and split == "train" else None
        if wish is None:
            return None
        fitting = answering(wish, (t for templates in cell.values() for t in templates), self._labels)
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
        if digest in self._seen:
            return DUPLICATE
        self._seen.add(digest)
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
