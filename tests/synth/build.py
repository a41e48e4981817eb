"""A small made-up language with a pack, written into a folder for one test."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from ficha.locales import Locale, LocaleSettings
from synth.pack import Pack, load_pack
from synth.splits import ListSplit
from synth.syntax import Grammar
from synth.world import Scene, World

SYLLABLES = ("ba", "do", "fu", "gi", "ke", "lo", "mu", "ni", "po", "ra", "su", "ti")


def invented(prefix: str, count: int) -> list[str]:
    """Names like `Zebado`: a prefix and two syllables."""
    pairs = [a + b for a, b in product(SYLLABLES, SYLLABLES)]
    return [prefix + pair for pair in pairs[:count]]


LISTS: dict[str, list[str]] = {
    "given_female": invented("A", 120),
    "given_male": invented("I", 120),
    "family": invented("Ze", 120),
    "village": invented("Vi", 100),
    "city": invented("Ci", 100),
    "region": invented("Re", 100),
    "street": [f"{name} Street" for name in invented("Xo", 100)],
    "hospital": [f"{name} Hospital" for name in invented("Ho", 100)],
    "profession": ["teacher", "tailor"],
    "drug": ["paracetamol", "amoxicillin"],
    "symptom": ["headache", "fever", "cough", "rash"],
    "eponym": ["Bell's palsy"],
    "common_words": ["grace"],
}
TEMPLATES: dict[str, str] = {
    "message": "\n".join(
        [
            f"== zzz-message-{i:03d}\nw{i}a w{i}b {{patient}} w{i}c {{village}} w{i}d {{symptom}} {{phone}}"
            for i in range(24)
        ]
        + [
            f"== zzz-message-free-{i:03d}\nv{i}a v{i}b {{symptom}} v{i}c {{drug}} {{dose}} v{i}d {{bp}}"
            for i in range(24)
        ]
    ),
    "note": "\n".join(
        f"== zzz-note-{i:03d}\nn{i}a {{patient.family_first}}, {{age}} [n{i}b|n{i}c {{relative.given}}|]\n"
        f"n{i}d {{hospital}} {{date}} [@plan]"
        for i in range(24)
    ),
}
CLAUSES: dict[str, str] = {"plan": "\n".join(f"p{i}a p{i}b {{duration}}" for i in range(12))}
SETTINGS: dict[str, Any] = {
    "code": "zzz",
    "version": 1,
    "countries": {"KE": 0.6, "GB": 0.4},
    "registers": {"message": 0.6, "note": 0.4},
    "pii_free": 0.2,
    "date_styles": {"any": ["{dd}/{mm}/{yyyy}", "{d} {month} {yyyy}"], "GB": ["{d}/{m}/{yy}"]},
    "age_styles": {"years": ["aged {n}"], "one_year": ["aged one"], "months": ["{n} months old"]},
    "address_styles": {"any": ["{number} {street}, {city}"]},
    "fillers": {"duration": [{"text": "{n} days", "low": 2, "high": 9}]},
}


def make_locale(folder: Path, lists: dict[str, list[str]] | None = None, spaced: bool = True) -> Locale:
    """The locale `zzz`, its lists written below `folder`."""
    months = {i: (f"Month{i}", f"Mon{i}") for i in range(1, 13)}
    settings = LocaleSettings(
        code="zzz",
        name="Zz",
        english_name="Zz",
        countries=("KE", "GB"),
        default_policy="afrimed",
        months=months,
        has_word_spaces=spaced,
    )
    (folder / "lists").mkdir(parents=True, exist_ok=True)
    (folder / "locale.yaml").write_text("code: zzz\n", encoding="utf-8")
    for kind, values in (LISTS | (lists or {})).items():
        licence = "ODbL 1.0" if "_osm" in kind else "CC BY 4.0"
        text = f"# source: invented {kind}\n# licence: {licence}\n" + "\n".join(values) + "\n"
        (folder / "lists" / f"{kind}.txt").write_text(text, encoding="utf-8")
    return Locale(settings, folder)


def make_pack(
    folder: Path,
    templates: dict[str, str] | None = None,
    clauses: dict[str, str] | None = None,
    lists: dict[str, list[str]] | None = None,
    spaced: bool = True,
    **settings: Any,
) -> Pack:
    """The pack `zzz`; what is given replaces the whole of the usual texts, or single lists and settings."""
    home = folder / "languages" / "zzz"
    for name, files in (("templates", templates or TEMPLATES), ("clauses", CLAUSES if clauses is None else clauses)):
        (home / name).mkdir(parents=True, exist_ok=True)
        for stem, text in files.items():
            (home / name / f"{stem}.txt").write_text(text + "\n", encoding="utf-8")
    (home / "pack.yaml").write_text(yaml.safe_dump(SETTINGS | settings), encoding="utf-8")
    return load_pack("zzz", folder / "languages", make_locale(folder / "locale", lists, spaced))


def make_grammar(folder: Path) -> Grammar:
    return Grammar.of(make_pack(folder))


def make_scene(pack: Pack, country: str = "KE", split: str = "train", seed: int = 13, **forms: set[str]) -> Scene:
    """A scene in which the named kinds (number 1) are mentioned in the given forms."""
    by_key = {(kind, 1): frozenset(found) for kind, found in forms.items()}
    return Scene(World(pack, country, split, ListSplit(pack)), random.Random(seed), by_key, {})
