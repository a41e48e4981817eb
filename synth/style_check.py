"""The written forms of a `pack.yaml`: dates, times, ages, addresses, number phrases, identifiers.

>>> for fault in style_faults(pack): print(fault)
zzz/pack.yaml:14: date_styles writes no year for KE: a date of birth needs {yy} or {yyyy}
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from string import Formatter

from synth.pack import ANY, Pack
from synth.schema import line_of
from synth.templates import Fault

_DATE = frozenset({"d", "dd", "ord", "m", "mm", "yy", "yyyy", "month", "month2", "month3", "mon", "weekday"})
_FIELDS = {
    "date_styles": _DATE,
    "date_words": _DATE,
    "date_short": _DATE,
    "time_styles": frozenset({"H", "HH", "h", "s", "MM", "period"}),
    "address_styles": frozenset({"street", "village", "city", "region", "postcode", "number", "letter", "box"}),
}


def style_faults(pack: Pack) -> Iterator[Fault]:
    """Styles with an unknown field, that miss a country, or that never write the year of a birth."""
    settings = pack.settings
    for name, fields in _FIELDS.items():
        by_country = getattr(settings, name)
        for country in settings.countries:
            styles = (*by_country.get(country, ()), *by_country.get(ANY, ()))
            if not styles:
                yield yaml_fault(pack, f"{name} has nothing for {country}: add it, or the key {ANY}", name)
            elif name in {"date_styles", "date_words"} and not any("{yy" in style for style in styles):
                what = f"{name} writes no year for {country}: a date of birth needs {{yy}} or {{yyyy}}"
                yield yaml_fault(pack, what, name)
        yield from _unknown_fields(pack, name, (s for group in by_country.values() for s in group), fields)
    for form, ages in settings.age_styles.items():
        if not ages:
            yield yaml_fault(
                pack, f"age_styles.{form} is empty: expected styles such as `{{n}} ...`", "age_styles", form
            )
        yield from _unknown_fields(pack, "age_styles", ages, {"n"})
    for kind, group in settings.fillers.items():
        yield from _unknown_fields(pack, "fillers", (filler.text for filler in group), {"n", "m"})
        if not group:
            yield yaml_fault(pack, f"fillers.{kind} is empty: expected number phrases with {{n}}", "fillers", kind)
    if "duration" not in settings.fillers:
        what = "fillers lacks duration: expected number phrases with {n} and the language's unit words"
        yield yaml_fault(pack, what, "fillers")
    for kind, given in settings.ids.items():
        for country, patterns in given.items():
            if not patterns:
                what = f"ids.{kind} has nothing for {country}: expected patterns such as `%#######`, or no such line"
                yield yaml_fault(pack, what, "ids", kind, country)


def _unknown_fields(pack: Pack, name: str, styles: Iterable[str], fields: Collection[str]) -> Iterator[Fault]:
    for style in styles:
        for _, field, _, _ in Formatter().parse(style):
            if field is not None and field not in fields:
                what = f"{name}: {style!r} has the unknown field {field!r}: expected {', '.join(sorted(fields))}"
                yield yaml_fault(pack, what, name)


def yaml_fault(pack: Pack, what: str, *path: str) -> Fault:
    """A fault of `pack.yaml`, on the line of the last key of `path` that it has."""
    text = (pack.folder / "pack.yaml").read_text(encoding="utf-8")
    return Fault(f"{pack.code}/pack.yaml", line_of(text, path), what)
