"""A new language's locale and pack, laid out with comments that tell a speaker what to write.

    new_language("lin", ["CD", "CG"], Path("~/lingala"))
    # ~/lingala/ficha/locales/lin/locale.yaml, lists/*.txt
    # ~/lingala/synth/languages/lin/pack.yaml, templates/*.txt, clauses/*.txt, REVIEW.md

The texts are data (`synth/skeleton/`). What the Unicode CLDR knows of the language (its names, months and weekdays, the
country where most speakers live) is filled in by `babel`; the rest is left open, and `synth check` lists it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template

from babel import Locale as Cldr
from babel import UnknownLocaleError
from babel.core import get_global

from ficha.errors import InputError, UsageError
from synth.locale_check import ALIASES, ANNOUNCED, OPEN, SKELETON, list_kinds
from synth.slots import ID_KINDS
from synth.values.addresses import POSTCODES
from synth.values.ids import formats
from synth.values.phones import plan_of


def new_language(code: str, countries: Sequence[str], root: Path) -> list[Path]:
    """Write the files of a new language below `root`; returns them.

    Raises UsageError: no ISO 639-3 code, a language that is there already, no country known; InputError: a country that
    doesn't exist, a folder that can't be written.
    """
    if not re.fullmatch(r"[a-z]{3}", code):
        raise UsageError(f"{code!r} is no ISO 639-3 code: expected three small letters, for instance lin")
    locale, pack = root / "ficha" / "locales" / code, root / "synth" / "languages" / code
    if there := [folder for folder in (locale, pack) if folder.exists()]:
        raise UsageError(f"{there[0]} is there already: nothing was written")
    cldr = _cldr(code)
    countries = [country.upper() for country in countries] or _likely_country(cldr)
    if not countries:
        raise UsageError(f"no country of {code!r} is known: name one with --country, for instance --country CD")
    for country in countries:
        plan_of(country)
    fields = _fields(code, countries, cldr)
    files = {locale / "locale.yaml": _filled("locale.yaml", fields), pack / "pack.yaml": _filled("pack.yaml", fields)}
    files |= {locale / "lists" / name: text for name, text in _lists(countries)}
    for kind in ("templates", "clauses"):
        for file in sorted((SKELETON / kind).iterdir()):
            files[pack / kind / file.name] = _filled(f"{kind}/{file.name}", fields)
    files[pack / "REVIEW.md"] = _filled("REVIEW.md", fields)
    try:
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"can't write below {root} ({error.strerror}): name another folder with --root") from None
    return list(files)


def _filled(name: str, fields: dict[str, str]) -> str:
    return Template((SKELETON / name).read_text(encoding="utf-8")).substitute(fields)


def _cldr(code: str) -> Cldr | None:
    try:
        return Cldr.parse(get_global("language_aliases").get(code, code))
    except (UnknownLocaleError, ValueError):
        return None


def _likely_country(cldr: Cldr | None) -> list[str]:
    likely = get_global("likely_subtags").get(cldr.language, "") if cldr else ""
    return re.findall(r"_([A-Z]{2})$", likely)


def _fields(code: str, countries: Sequence[str], cldr: Cldr | None) -> dict[str, str]:
    months = cldr.months["format"] if cldr else {}
    names = {m: dict.fromkeys((months["wide"][m], months["abbreviated"][m])) if cldr else () for m in range(1, 13)}
    days = cldr.days["format"]["wide"] if cldr else {}
    kinds = [kind for kind in ID_KINDS if any(not (formats()[kind].keys() & {c, "any"}) for c in countries)]
    if any(country not in POSTCODES for country in countries):
        kinds.append("postcode")
    return {
        "code": code,
        "name": _word(cldr.display_name if cldr else OPEN),
        "english": _word(cldr.english_name if cldr else OPEN),
        "countries": ", ".join(countries),
        "country_shares": ", ".join(f"{country}: {1 / len(countries):.2f}" for country in countries),
        "months": "\n".join(f"  {month}: {_flow(values)}" for month, values in names.items()),
        "weekdays": _flow(days[day] for day in range(7) if day in days)[1:-1],
        "register_words": "\n".join(f"  {label}: []" for label in ANNOUNCED),
        "alias_labels": ", ".join(ALIASES),
        "id_note": "Remove a line below where no template needs it." if kinds else "",
        "ids": "\n".join(f"  {kind}: {{{', '.join(f'{c}: []' for c in countries)}}}" for kind in kinds) or "  {}",
    }


def _word(text: str) -> str:
    return text if re.fullmatch(r"\w+(?: \w+)*", text) else json.dumps(text, ensure_ascii=False)


def _flow(values: Iterable[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)


def _lists(countries: Sequence[str]) -> Iterable[tuple[str, str]]:
    for kind, wanted in list_kinds().items():
        text = Template((SKELETON / "list.txt").read_text(encoding="utf-8"))
        for suffix in (f".{country}" for country in countries) if wanted.country else ("",):
            yield f"{kind}{suffix}.txt", text.substitute(what=wanted.what, least=wanted.least)
