"""The dataset card (README.md of an output folder): what is in it, from which sources, under which licences.

>>> card_of(pack, stats, seed=13).splitlines()[0]
'# Invented clinical documents: Swahili'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from synth.pack import Pack
from synth.splits import SPLITS
from synth.statistics import Statistics

_CC_BY = "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/): values were selected, cleaned and shortened."
_ODBL = (
    "Contains information from OpenStreetMap, © OpenStreetMap contributors, made available under the Open Database "
    "License 1.0 (https://opendatacommons.org/licenses/odbl/1-0/)."
)


def card_of(pack: Pack, stats: Statistics, seed: int, made_by: str = "the template teacher") -> str:
    """The card in Markdown; `made_by` is what made the documents, in words."""
    name = pack.locale.settings.english_name
    parts = [
        f"# Invented clinical documents: {name}",
        f"{stats.kept} documents made by {made_by} from the language pack `{pack.code}` (version "
        f"{pack.settings.version}, seed {seed}). Every person, number and story is invented; no real patient text was "
        "used. Names, places and facilities are real words of the country, put together at random.",
        "## Splits",
        _splits(stats),
        "## Overlap between splits",
        _table(("shared", "count"), stats.overlaps().items()),
        "Countries, professions, tribes, religions and other short closed lists are the same in every split.",
        "## Personal data",
        f"{stats.free} of {stats.kept} documents ({_share(stats.free, stats.kept)}) hold none.",
        _table(
            ("fine label", "spans", "documents", "share of documents"),
            (
                (label, stats.spans[label], count, _share(count, stats.kept))
                for label, count in sorted(stats.prevalence.items(), key=lambda item: (-item[1], item[0]))
            ),
        ),
        "## Registers and countries",
        _table(("register", "documents"), sorted(stats.registers.items())),
        _table(("country", "documents"), sorted(stats.countries.items())),
        "## Rejected attempts",
        _table(("reason", "attempts"), sorted(stats.rejects.items())) if stats.rejects else "None.",
        "Duplicates among the kept documents: 0 exact, 0 with the same carrier and values (both are rejected).",
        "## Sources and licences",
        _sources(pack),
        "## Limits",
        "Text from templates is narrower than what people write: measure on real text before relying on a model "
        "trained on it. What a speaker of the language should check is listed in the pack's REVIEW.md.",
    ]
    return "\n\n".join(parts) + "\n"


def _splits(stats: Statistics) -> str:
    rows = []
    for split in SPLITS:
        s = stats.splits[split]
        lengths = f"{s.quantile(0.05)} / {s.quantile(0.5)} / {s.quantile(0.95)}"
        rows.append((split, s.documents, _share(s.free, s.documents), len(s.templates), len(s.names), lengths))
    head = ("split", "documents", "without personal data", "templates", "distinct name tokens", "words (5%, 50%, 95%)")
    return _table(head, rows)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)])


def _sources(pack: Pack) -> str:
    """One row a list, from the headers of its file, and the attributions that the licences ask for."""
    rows: list[tuple[str, str, str]] = []
    attributions: dict[str, None] = {}
    for (kind, country), file in pack.locale.list_files.items():
        header = _header(file.read_text(encoding="utf-8"))
        source, licence = header.get("source", "not stated"), header.get("licence", "not stated")
        rows.append((f"{kind}.{country}" if country else kind, source, licence))
        if "CC BY" in licence.upper().replace("-", " "):
            attributions[f"- {source}: {_CC_BY}"] = None
        if "ODBL" in licence.upper():
            attributions[f"- {_ODBL}"] = None
    table = _table(("list", "source", "licence"), rows)
    return table + "\n\nTexts of the templates: written for this project.\n\n" + "\n".join(attributions)


def _header(text: str) -> dict[str, str]:
    """The `# key: value` lines at the head of a list."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        key, colon, value = line.lstrip("# ").partition(":")
        if colon:
            found.setdefault(key.strip().lower(), value.strip())
    return found
