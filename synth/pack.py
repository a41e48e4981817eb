"""Language packs: the schema of `pack.yaml`, and loading a pack with its locale.

A pack is a folder `synth/languages/<iso>/` with `pack.yaml`, `templates/<register>.txt` and
`clauses/<bank>.txt`; its words come from `ficha/locales/<iso>/lists/`. A short `pack.yaml`:

    code: swa
    version: 1
    countries: {KE: 0.6, TZ: 0.4}
    registers: {message: 0.3, note: 0.4, form: 0.3}
    date_styles: {any: ["{dd}/{mm}/{yyyy}"]}
    age_styles: {years: ["miaka {n}"], months: ["miezi {n}"]}
    fillers: {duration: [{text: "siku {n}", low: 2, high: 9}]}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from ficha.errors import InputError, LanguageError
from ficha.locales import Locale, load_locale
from synth.reserved import is_reserved

ROOT = Path(__file__).parents[1]  # what holds synth/languages and ficha/locales
LANGUAGES = ROOT / "synth" / "languages"
REGISTERS = (
    "message", "sms", "note", "referral", "lab", "handover", "helpline", "form", "letter", "appointment", "minutes",
)  # fmt: skip
ANY = "any"  # the key of what holds in every country


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Filler(_Strict):
    """A number with words: `{text: "siku {n}", low: 2, high: 9}` gives "siku 2" to "siku 9".

    `{m}` in the text is a second number, below `n`, drawn from `low2` to `high2` (blood pressure: `{n}/{m}`).
    """

    text: str
    low: float = 1
    high: float = 10
    step: float = 1
    low2: float = 1
    high2: float = 10


class NameStyle(_Strict):
    """How a full name is written."""

    order: Literal["given_family", "family_given"] = "given_family"
    separator: str = " "
    middle: float = 0.0  # share of persons with a second given name (of their gender) behind the first
    second_family: float = 0.0  # share of persons with two family names
    # particle -> the family names it may stand before, part of the name: {da: [Silva], dos: [Reis, Santos]}
    particles: Mapping[str, tuple[str, ...]] = {}
    initial: str = "{initial}. {family}"  # the form {patient.initial}


class DayPeriod(_Strict):
    """A word for part of the day: `{text: asubuhi, start: 5, end: 12}`, hours 0 to 23, end excluded."""

    text: str
    start: int
    end: int


class TeacherQuotas(_Strict):
    """What `TEACHER=openai` adds: the share of the documents that the teacher writes, and in which registers."""

    share: float = Field(0.5, gt=0, le=1)  # the rest comes from templates
    # register -> share of the teacher's documents; empty: those of the pack, without the long minutes of meetings
    registers: Mapping[str, float] = {}


class NaturalShares(_Strict):
    """How much of the pack's natural sentences goes in, as shares of the documents."""

    alone: float = 0.5  # of the documents without personal data: natural sentences only
    woven: float = 0.5  # of the others in running text: a natural sentence among their own, or two


class PackSettings(_Strict):
    """The schema of `pack.yaml`. Mappings by country may hold the key `any`: its styles join the country's."""

    code: str
    version: int  # raise it with every change of the pack's texts
    countries: Mapping[str, float]  # ISO 3166-1 alpha-2 -> share of the documents
    registers: Mapping[str, float]  # register -> share of the documents
    pii_free: float = 0.18  # share of documents without personal data
    natural: NaturalShares = NaturalShares()
    teacher: TeacherQuotas = TeacherQuotas()
    names: NameStyle = NameStyle()
    # Dates and times. Fields: {d} {dd} {ord} (1st) {m} {mm} {yy} {yyyy} {month} {month2} {month3} {mon} (the locale's
    # first three words and the last one for a month) {weekday} (the locale's first seven, Monday first); repeat a style
    # to make it commoner.
    date_styles: Mapping[str, tuple[str, ...]]
    date_words: Mapping[str, tuple[str, ...]] = {ANY: ("{d} {month} {yyyy}",)}  # {date.words}, {dob.words}
    date_short: Mapping[str, tuple[str, ...]] = {ANY: ("{d}/{m}",)}  # {date.short}
    # Fields: {H} {HH} (24 hours) {h} (12 hours) {s} (12 hours counted from six, as in East Africa) {MM} {period}
    time_styles: Mapping[str, tuple[str, ...]] = {ANY: ("{HH}:{MM}",)}
    day_periods: tuple[DayPeriod, ...] = ()
    # years, months (and weeks) are needed; `one_year`, `one_month` where the form for 1 differs; any further key is a
    # form of its own: {age.adjective} draws from `adjective`. Field: {n}
    age_styles: Mapping[str, tuple[str, ...]]
    # Fields: {street} {village} {city} {region} {postcode} {number} {letter} {box}; a line break is \n
    address_styles: Mapping[str, tuple[str, ...]] = {ANY: ("{number} {street}, {city}",)}
    # Languages whose nouns change behind a preposition: first word of a place, facility or organisation -> that word in
    # `{hospital.in}`. Kinyarwanda: `Ibitaro bya Gahini`, but `mu bitaro bya Gahini`. Other first words stay.
    locatives: Mapping[str, str] = {}
    # Overrides and additions to `synth/values/ids.yaml`, and `postcode`: kind -> country -> patterns with # (digit),
    # % (digit 1-9), ? (upper-case letter), {yy}, {yyyy}; other characters stand for themselves.
    ids: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    email_domains: tuple[str, ...] = ()  # further domains, reserved ones only (example.org, *.example, *.test)
    # Account names where they don't begin with @. Fields: {given} {family} {word} (letters), {yy}; # and % as in `ids`.
    handle_styles: tuple[str, ...] = ()
    decimal: str = "."  # the sign before tenths in clinical values: 38.5, 38,5
    fillers: Mapping[str, tuple[Filler, ...]] = {}  # replaces `synth/values/clinical.py` by kind; `duration` is needed

    @field_validator("countries", "registers")
    @classmethod
    def _shares(cls, value: Mapping[str, float]) -> Mapping[str, float]:
        if not value or min(value.values()) <= 0:
            raise ValueError("expected at least one entry, each with a share above 0")
        return value

    @field_validator("registers")
    @classmethod
    def _known_registers(cls, value: Mapping[str, float]) -> Mapping[str, float]:
        if unknown := sorted(set(value) - set(REGISTERS)):
            raise ValueError(f"unknown register {unknown[0]!r}: expected {', '.join(REGISTERS)}")
        return value

    @model_validator(mode="after")
    def _teacher_registers(self) -> PackSettings:
        if unknown := sorted(set(self.teacher.registers) - set(self.registers)):
            raise ValueError(f"teacher.registers: {unknown[0]!r} has no share in registers: expected one that has")
        return self

    @field_validator("email_domains")
    @classmethod
    def _reserved_domains(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if real := [domain for domain in value if not is_reserved(domain)]:
            raise ValueError(f"{real[0]!r} can be registered: expected example.org, *.example or *.test")
        return value

    @field_validator("age_styles")
    @classmethod
    def _years_and_months(cls, value: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
        if not {"years", "months"} <= value.keys():
            raise ValueError("expected the keys years and months")
        return value


@dataclass(frozen=True)
class Pack:
    """A pack's settings, its folder and its locale."""

    settings: PackSettings
    folder: Path
    locale: Locale

    @property
    def code(self) -> str:
        return self.settings.code

    @cached_property
    def template_files(self) -> dict[str, Path]:
        """register -> file, in name order."""
        return {f.stem: f for f in sorted((self.folder / "templates").glob("*.txt"))}

    @cached_property
    def clause_files(self) -> dict[str, Path]:
        """bank -> file, in name order."""
        return {f.stem: f for f in sorted((self.folder / "clauses").glob("*.txt"))}

    @cached_property
    def region_of(self) -> Mapping[str, str]:
        """Place -> the region that it lies in, from `regions.tsv`; places that aren't in it lie anywhere."""
        file = self.folder / "regions.tsv"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        pairs = (line.split("\t") for line in lines if line.strip() and not line.startswith("#"))
        try:
            return dict(pairs)  # type: ignore[arg-type]  # a line of another length raises
        except ValueError:
            raise InputError(f"{file}: expected a place, a tab and its region in each line") from None

    @cached_property
    def natural_files(self) -> dict[str, Path]:
        """source -> file of natural sentences, in name order."""
        return {f.stem: f for f in sorted((self.folder / "natural").glob("*.txt"))}


def pack_codes(root: Path = LANGUAGES) -> tuple[str, ...]:
    """The languages that have a pack, in alphabetical order."""
    return tuple(sorted(f.parent.name for f in root.glob("*/pack.yaml")))


def load_pack(
    code: str, root: Path = LANGUAGES, locale: Locale | None = None, locales: Traversable | None = None
) -> Pack:
    """Load the pack of an ISO 639-3 code; `locale` defaults to the language's own, from `locales` or Ficha's.

    Raises LanguageError (no such pack) or InputError (`pack.yaml` breaks the schema).
    """
    if code not in pack_codes(root):
        raise LanguageError(f"no language pack {code!r}: expected one of {', '.join(pack_codes(root)) or '(none)'}")
    file = root / code / "pack.yaml"
    try:
        settings = PackSettings.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    except (yaml.YAMLError, ValidationError) as error:
        detail = error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": "not valid YAML"}
        field = ".".join(str(part) for part in detail["loc"]) or "the file"
        raise InputError(f"{file}: {field}: {detail['msg']}") from None
    if settings.code != code:
        raise InputError(f"{file}: code says {settings.code!r}, expected {code!r}")
    return Pack(settings, root / code, locale or load_locale(code, locales))
