"""`test-novel`: every name of a person replaced by one that shares no token with the training text.

>>> documents = Novel(pack, test, training, seed=13).documents()
>>> heard(training, person_tokens(documents, ()))
set()

Names come from the pack's lists, from those that are held out from training; names that not even test has go first.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from ficha.document import Document
from ficha.errors import InputError
from synth.name_tokens import heard, person_tokens
from synth.pack import Pack
from synth.renaming import Naming, Word
from synth.slots import NAME_LISTS
from synth.splits import ListSplit
from synth.words import words_of
from synth.written_names import begins_with_vowel, is_one_word, lists_for

SPLIT = "test-novel"
FRESH = 8  # names not even in test: so many are enough to draw from them alone
ROUNDS = 20  # drawings of a document whose names turned up in training text


class Novel:
    """Makes the set of one pack; `training` is read several times, so it must be repeatable."""

    def __init__(self, pack: Pack, namings: Sequence[Naming], training: Iterable[Document], seed: int) -> None:
        self._pack, self._namings, self._training, self._seed = pack, namings, training, seed
        self._style = pack.settings.names
        self._elides = bool(pack.locale.settings.attached_prefixes)
        self._in_test = person_tokens((n.document for n in namings), self._style.particles)
        self._pools = self._held_out()

    def documents(self) -> list[Document]:
        """The set, proven on what is written. Raises InputError where the lists hold too few names."""
        made = [self._draw(naming, 0) for naming in self._namings]
        for attempt in range(1, ROUNDS + 1):
            known = heard(self._training, person_tokens(made, self._style.particles))
            if not known:
                return made
            for i, naming in enumerate(self._namings):
                if person_tokens([made[i]], self._style.particles) & known:
                    made[i] = self._draw(naming, attempt)
        raise InputError(f"after {ROUNDS} rounds new names still stand in the training text: add names to the lists")

    def _held_out(self) -> dict[tuple[str, str], list[str]]:
        """(list, country) -> names of dev and test that the training text doesn't hold.

        A Chinese name is judged as a whole (`documents`): its characters are words of everyday too.
        """
        lists = ListSplit(self._pack)
        found = {
            (kind, country): [
                n for split in ("dev", "test") for n in lists.names(kind, country, split) if is_one_word(n)
            ]
            for kind in NAME_LISTS
            for country in self._pack.settings.countries
        }
        if not self._style.separator:
            return found
        known = heard(self._training, {words_of(name) for names in found.values() for name in names})
        return {key: [name for name in names if words_of(name) not in known] for key, names in found.items()}

    def _draw(self, naming: Naming, attempt: int) -> Document:
        rng = random.Random(f"{self._seed}/{SPLIT}/{naming.document.id}/{attempt}")
        country = naming.document.meta.get("country")
        if country not in self._pack.settings.countries:
            country = next(iter(self._pack.settings.countries))
        own = {word.written for word in naming.words.values()}
        new: dict[str, str] = {}
        for key, word in naming.words.items():
            names = (name for kind in lists_for(word.role, word.gender) for name in self._pools[kind, str(country)])
            pool = [name for name in names if name not in own and not naming.says(name)]
            new[key] = self._pick(rng, pool, word, set(new.values()))
        return naming.renamed(new, SPLIT, self._style)

    def _pick(self, rng: random.Random, pool: list[str], word: Word, taken: set[str]) -> str:
        """A name of the same first sound that nobody else of the document has, as far as there are any.

        Where a language elides before vowels the first sound comes first: `w'` fits no `Mukasa`. In long minutes two
        people may come to share a name, as they do in life.
        """
        alike = [name for name in pool if begins_with_vowel(name) == word.vowel]
        free = [name for name in alike if name not in taken]
        fresh = [name for name in free if words_of(name) not in self._in_test]
        others = [] if self._elides else [name for name in pool if name not in taken]
        for names in (fresh if len(fresh) >= FRESH else [], free, others, alike, [] if self._elides else pool):
            if names:
                return rng.choice(names)
        lists = f"ficha/locales/{self._pack.code}/lists"
        raise InputError(f"{lists}: no {word.role} name is left that training lacks: add names")
