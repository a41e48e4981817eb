"""Locales: what a language knows at run time, as data, one folder a language (ISO 639-3).

    ficha/locales/swa/locale.yaml                 the settings below
    ficha/locales/swa/lists/family.KE.txt         one value a line; `# source:` and `# licence:` on top

A list may be split by country (`family.KE.txt`, `family.TZ.txt`) or not (`drug.txt`). Folders are
discovered: adding a language is adding a folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from ficha.errors import LanguageError
from ficha.locales.verbs import VerbForms, is_verb, stems

LOCALES = resources.files("ficha") / "locales"

# Lists whose entries are clinical terms, never identifiers: eponyms look like names.
PROTECTED_LISTS = ("drug", "disease", "test", "eponym")
NAME_LISTS = ("given_female", "given_male", "family", "family_female", "family_male")
# Lists of words that are no names of persons or places; `ordinary_words` holds the language's everyday ones,
# `dictionary_words` those of a published dictionary.
ORDINARY_LISTS = (
    *("ordinary_words", "dictionary_words", "common_words", *PROTECTED_LISTS, "symptom", "bodypart", "food"),
    *("profession", "position", "degree", "religion", "weekday", "department", "service", "frequency", "vehicle"),
)
_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ‑-][^\W\d_]+)*")


class AgeUnits(BaseModel):
    """Words that make a number an age, before it (`miaka 46`) or behind it (`46 years old`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class TimeUnits(BaseModel):
    """Words for lengths of time: years and months may be ages, `shorter` ones only with an age cue."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    years: tuple[str, ...] = ()
    months: tuple[str, ...] = ()
    shorter: tuple[str, ...] = ()  # weeks, days, hours


class LocaleSettings(BaseModel):
    """The schema of `locale.yaml`; words are written as found in text, matched without case."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    name: str
    english_name: str
    countries: tuple[str, ...]  # ISO 3166-1 alpha-2, the commonest first
    default_policy: str
    day_first: bool = True
    months: Mapping[int, tuple[str, ...]] = {}
    weekdays: tuple[str, ...] = ()
    age_units: AgeUnits = AgeUnits()
    age_cues: tuple[str, ...] = ()  # words near an age: `umri wa`, `aged`, `DOB`
    birth_cues: tuple[str, ...] = ()  # words that make a date a birth: `alizaliwa`, `DOB`
    duration_cues: tuple[str, ...] = ()  # words that make a number with a unit a duration: `kwa muda wa`, `for`
    duration_fillers: tuple[str, ...] = ()  # words between such a cue and the number: `about`, `the`
    duration_after: tuple[str, ...] = ()  # words behind a number with a unit that do the same: `ago`, `zilizopita`
    time_units: TimeUnits = TimeUnits()
    number_words: tuple[str, ...] = ()  # words that numbers up to 120 are written with, without `and`
    clock_words: tuple[str, ...] = ()  # words before a time of day: `at`, `saa`
    day_periods: tuple[str, ...] = ()  # words behind one: `pm`, `asubuhi`
    connectors: tuple[str, ...] = ()  # words between a register word and its value: `number is`, `namba ni`
    honorifics: tuple[str, ...] = ()
    attached_prefixes: tuple[str, ...] = ()  # written onto a name and not part of it: `w'`, `kwa-`
    # Vowels that a noun begins with and loses behind a preposition: `ibitaro bya`, `mu bitaro bya`.
    initial_vowels: tuple[str, ...] = ()
    house_words: tuple[str, ...] = ()  # before a house's number in an address
    verbs: VerbForms | None = None
    register_words: Mapping[str, tuple[str, ...]] = {}  # fine label -> words that announce it
    placeholder_aliases: Mapping[str, str] = {}  # a word for a placeholder -> fine label or prefix
    has_word_spaces: bool = True


@dataclass(frozen=True, eq=False)
class Locale:
    """A language's settings and lists. Equal only to itself, so that what is made of it can be kept by it."""

    settings: LocaleSettings
    folder: Traversable
    _lists: dict[tuple[str, str | None], tuple[str, ...]] = field(default_factory=dict, repr=False)
    _entries: dict[tuple[str, str | None], tuple[str, ...]] = field(default_factory=dict, repr=False)

    @property
    def code(self) -> str:
        return self.settings.code

    def entries(self, kind: str, country: str | None = None) -> tuple[str, ...]:
        """The values of list `kind`, of one country or of all; empty where there is no such list.

        A list without a country suffix belongs to every country.
        """
        known = self._entries.get((kind, country))
        if known is None:
            found: dict[str, None] = {}
            for list_kind, list_country in self.list_files:
                if list_kind == kind and (country is None or list_country in (None, country)):
                    found.update(dict.fromkeys(self._read(list_kind, list_country)))
            known = self._entries[kind, country] = tuple(found)
        return known

    @cached_property
    def list_files(self) -> dict[tuple[str, str | None], Traversable]:
        """(kind, country or None) -> file, for every list of the locale, in name order."""
        lists = self.folder / "lists"
        files: dict[tuple[str, str | None], Traversable] = {}
        if lists.is_dir():
            for file in sorted(lists.iterdir(), key=lambda f: f.name):
                if file.name.endswith(".txt"):
                    kind, _, country = file.name.removesuffix(".txt").partition(".")
                    files[kind, country or None] = file
        return files

    def _read(self, kind: str, country: str | None) -> tuple[str, ...]:
        known = self._lists.get((kind, country))
        if known is None:
            lines = self.list_files[kind, country].read_text(encoding="utf-8").splitlines()
            known = tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))
            self._lists[kind, country] = known
        return known

    @cached_property
    def protected_terms(self) -> frozenset[str]:
        """Clinical terms in lower case that are never hidden as names (eponyms, drugs, tests)."""
        return frozenset(term.casefold() for kind in PROTECTED_LISTS for term in self.entries(kind))

    @cached_property
    def surely_names(self) -> frozenset[str]:
        """Listed names of persons in lower case that are no ordinary words; empty without a list of these."""
        if not self.ordinary_words:
            return frozenset()
        listed = {name.casefold() for kind in NAME_LISTS for name in self.entries(kind)}
        return frozenset(name for name in listed - self.ordinary_words - self.protected_terms if len(name) > 2)

    @cached_property
    def ordinary_words(self) -> frozenset[str]:
        """Words in lower case that are not names by themselves; empty where the locale has no list of them."""
        if not self.entries("ordinary_words"):
            return frozenset()
        s = self.settings
        phrases = [entry for kind in ORDINARY_LISTS for entry in self.entries(kind)]
        phrases += [*s.honorifics, *s.weekdays, *s.birth_cues, *s.age_cues, *s.day_periods, *s.clock_words]
        phrases += [word for group in (*s.months.values(), *s.register_words.values()) for word in group]
        return frozenset(part.casefold() for phrase in phrases for part in _WORD.findall(phrase))

    def knows(self, word: str) -> bool:
        """Whether a word is an ordinary one of the language, or a form of one of its verbs; in any case."""
        word = word.casefold()
        if word in self.ordinary_words:
            return True
        forms = self.settings.verbs
        return forms is not None and is_verb(word, forms, self._verb_stems)

    @cached_property
    def _verb_stems(self) -> frozenset[str]:
        return stems(self.ordinary_words, self.settings.verbs) if self.settings.verbs else frozenset()


def language_codes(root: Traversable = LOCALES) -> tuple[str, ...]:
    """The languages that have a locale below `root`, in alphabetical order."""
    folders = root.iterdir() if root.is_dir() else ()
    return tuple(sorted(f.name for f in folders if f.is_dir() and (f / "locale.yaml").is_file()))


def load_locale(code: str, root: Traversable | None = None) -> Locale:
    """Load the locale of an ISO 639-3 code: one that ships with Ficha (kept in memory), or one below `root`.

    Raises LanguageError: no such folder, or settings that break the schema.
    """
    return _shipped(code) if root is None else _load(code, root)


@lru_cache(maxsize=64)
def _shipped(code: str) -> Locale:
    return _load(code, LOCALES)


def _load(code: str, root: Traversable) -> Locale:
    if code not in language_codes(root):
        raise LanguageError(f"unknown language {code!r}: expected one of {', '.join(language_codes(root))} (ISO 639-3)")
    folder = root / code
    try:
        settings = LocaleSettings.model_validate(yaml.safe_load((folder / "locale.yaml").read_text(encoding="utf-8")))
    except (yaml.YAMLError, ValidationError) as error:
        detail = error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": "not valid YAML"}
        field = ".".join(str(part) for part in detail["loc"])
        raise LanguageError(f"ficha/locales/{code}/locale.yaml: {field}: {detail['msg']}") from None
    if settings.code != code:
        raise LanguageError(f"ficha/locales/{code}/locale.yaml: code says {settings.code!r}")
    return Locale(settings, folder)
