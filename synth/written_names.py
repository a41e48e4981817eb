"""The parts of a name as a text writes it, and what each is: so that it can be exchanged in the same form.

>>> [(part.text, part.role) for part in Roster(load_pack("swa")).parts("OTIENO, A.")]
[('OTIENO', 'family'), (', ', 'gap'), ('A', 'initial'), ('.', 'gap')]

Roles come from the locale's lists; where a word is in none (or in both), from its place in the name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property

from rapidfuzz.distance import OSA

from ficha.normalise import HAN
from synth.pack import Pack
from synth.slots import NAME_LISTS
from synth.words import fold

GIVEN, FAMILY, INITIAL, PARTICLE, GAP = "given", "family", "initial", "particle", "gap"
_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*")
_HAN = re.compile(rf"[{HAN}]")
_VOWELS = frozenset("aeiou")
_TYPO_LETTERS = 4  # a shorter word that is in no list is no slip of one that is


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a written name; `gender` is "f" or "m" where a list tells it of this word."""

    text: str
    role: str
    gender: str | None = None

    @property
    def key(self) -> str:
        """What two spellings of one word have in common."""
        return fold(self.text)


def is_one_word(name: str) -> bool:
    """True for a listed name that can take the place of one written word."""
    return bool(_WORD.fullmatch(name))


def lists_for(role: str, gender: str | None) -> tuple[str, ...]:
    """The lists whose names may stand in for one of that role; every gender's where it isn't known."""
    genders = {"f": ("female",), "m": ("male",)}.get(gender or "", ("female", "male"))
    of_gender = tuple(f"{role}_{name}" for name in genders)
    return of_gender if role == GIVEN else (FAMILY, *of_gender)


def cased(old: str, new: str) -> str:
    """`new` in the letters' case of `old`."""
    if old.islower():
        return new.lower()
    return new.upper() if old.isupper() and len(old) > 1 else new


def begins_with_vowel(word: str) -> bool:
    """True where prefixes are cut short before `word` (w'Achieng)."""
    return fold(word)[:1] in _VOWELS


class Roster:
    """A pack's names: which word is a given name, which a family name, of which gender."""

    def __init__(self, pack: Pack) -> None:
        self._style = pack.settings.names
        self._kinds: dict[str, set[str]] = defaultdict(set)  # folded name -> lists that hold it
        self._written: dict[str, str] = {}
        for kind in NAME_LISTS:
            for name in pack.locale.entries(kind):
                self._kinds[fold(name)].add(kind)
                self._written.setdefault(fold(name), name)

    def __contains__(self, word: str) -> bool:
        return fold(word) in self._kinds

    def written(self, word: str) -> str:
        """`word` as the lists write it; where they lack it with one capital, unless it mixes them (McRae)."""
        one_case = word.islower() or word.isupper()
        return self._written.get(fold(word), word.capitalize() if one_case else word)

    def parts(self, value: str) -> list[Part]:
        """The parts of a name in order; put together they are `value`."""
        if _HAN.search(value) and not re.search(r"\s", value):
            return [self._gendered(part) for part in self._without_spaces(value)]
        found: list[Part] = []
        at = 0
        for match in _WORD.finditer(value):
            if match.start() > at:
                found.append(Part(value[at : match.start()], GAP))
            found.append(self._word(match[0], first=not found))
            at = match.end()
        if at < len(value):
            found.append(Part(value[at:], GAP))
        return [self._gendered(part) for part in self._placed(found)]

    def _word(self, word: str, first: bool) -> Part:
        if not first and fold(word) in {fold(p) for p in self._style.particles}:
            return Part(word, PARTICLE)
        if len(word) == 1 and not _HAN.match(word):
            return Part(word, INITIAL)
        roles = {GIVEN if kind.startswith(GIVEN) else FAMILY for kind in self._lists(word)}
        return Part(word, roles.pop() if len(roles) == 1 else "")

    def _lists(self, word: str) -> set[str]:
        return self._kinds.get(fold(word)) or self._kinds.get(self._meant(fold(word)), set())

    def _gendered(self, part: Part) -> Part:
        """The part with the gender that the lists of its role tell."""
        if part.role not in (GIVEN, FAMILY):
            return part
        genders = {kind.partition("_")[2][0] for kind in self._lists(part.text) if kind.startswith(f"{part.role}_")}
        return replace(part, gender=genders.pop() if len(genders) == 1 else None)

    def _meant(self, word: str) -> str:
        """The listed name of which `word` is a slip of one letter; "" where there is none."""
        if len(word) < _TYPO_LETTERS:
            return ""
        near = (n for n in self._by_letter.get(word[:1], ()) if abs(len(n) - len(word)) < 2)
        return next((name for name in near if OSA.distance(word, name, score_cutoff=1) <= 1), "")

    @cached_property
    def _by_letter(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for name in sorted(self._kinds):
            found[name[:1]].append(name)
        return found

    def _placed(self, parts: list[Part]) -> list[Part]:
        """Words whose role no list tells take it from their place: behind a comma, or in the pack's order."""
        words = [i for i, part in enumerate(parts) if part.role not in (GAP, PARTICLE)]
        names = [i for i in words if parts[i].role != INITIAL]
        comma = next((i for i, part in enumerate(parts) if part.role == GAP and "," in part.text), None)
        for i in names:
            if parts[i].role:
                continue
            others = {parts[j].role for j in names if j != i} - {""}
            if comma is not None:
                role = FAMILY if i < comma else GIVEN
            elif others == {FAMILY} or len(names) == len(words) == 1:
                role = GIVEN
            elif others == {GIVEN} or len(names) == 1:  # A. Otieno
                role = FAMILY
            else:
                last = FAMILY if self._style.order == "given_family" else GIVEN
                role = last if i == names[-1] else GIVEN if last == FAMILY else FAMILY
            parts[i] = replace(parts[i], role=role)
        return parts

    def _without_spaces(self, value: str) -> list[Part]:
        """A Chinese name: family name, then given name; 王某 holds a family name alone."""
        masked = re.fullmatch(re.escape(self._style.initial).replace(r"\{family\}", "(.+)"), value)
        if masked and fold(masked[1]) in self._kinds:
            return [Part(masked[1], FAMILY), Part(value[len(masked[1]) :], GAP)]
        for length in (2, 1):
            family, given = value[:length], value[length:]
            if "family" in self._kinds.get(family, ()) and given:
                return [Part(family, FAMILY), Part(given, GIVEN)]
        word = self._word(value, first=True)
        return [word if word.role else replace(word, role=GIVEN)]
