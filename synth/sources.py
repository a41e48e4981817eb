"""Where the words of a pack come from, and what their licences ask for, from the headers of its files.

>>> sources_of(load_pack("swa")).splitlines()[2]
'| bodypart | written for this pack from general knowledge | CC0 1.0 |'
"""

from __future__ import annotations

from collections.abc import Iterator

from synth.markdown import table
from synth.pack import Pack

_CC_BY = "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/): values were selected, cleaned and shortened."
_ODBL = (
    "Contains information from OpenStreetMap, © OpenStreetMap contributors, made available under the Open Database "
    "License 1.0 (https://opendatacommons.org/licenses/odbl/1-0/)."
)


def sources_of(pack: Pack) -> str:
    """One row a list or file of natural sentences, and the attributions that the licences ask for."""
    rows: list[tuple[str, str, str]] = []
    attributions: dict[str, None] = {}
    for name, text in _files(pack):
        header = _header(text)
        source, licence = header.get("source", "not stated"), header.get("licence", "not stated")
        rows.append((name, source, licence))
        if "CC BY" in licence.upper().replace("-", " "):
            attributions[f"- {source}: {_CC_BY}"] = None
        if "ODBL" in licence.upper():
            attributions[f"- {_ODBL}"] = None
    listed = table(("list", "source", "licence"), rows)
    return listed + "\n\nTexts of the templates: written for this project.\n\n" + "\n".join(attributions)


def _files(pack: Pack) -> Iterator[tuple[str, str]]:
    for (kind, country), file in pack.locale.list_files.items():
        yield f"{kind}.{country}" if country else kind, file.read_text(encoding="utf-8")
    for name, path in pack.natural_files.items():
        yield f"natural/{name}", path.read_text(encoding="utf-8")
    regions = pack.folder / "regions.tsv"
    if regions.exists():
        yield "regions", regions.read_text(encoding="utf-8")


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
