"""Decisions of a person (or of `--auto`) about flags: an append-only file, so that nothing said is lost.

    keep    the label is right; the models' error goes to feedback.jsonl
    fix     the proposed label replaces it
    drop    the document leaves the corpus

{"flag": "eng-13-000007:10-13", "decision": "fix"} a line; the last line of a flag counts, null takes it back.
"""

from __future__ import annotations

import json
from pathlib import Path

from ficha.errors import InputError

DECISIONS = "decisions.jsonl"
CHOICES = ("keep", "fix", "drop")


def read_decisions(path: Path) -> dict[str, str]:
    """Flag -> decision, of all flags that are decided. Raises InputError for a line that is none."""
    found: dict[str, str] = {}
    if not path.is_file():
        return found
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            raw = json.loads(line)
            flag, decision = str(raw["flag"]), raw["decision"]
        except (ValueError, KeyError, TypeError):
            raise InputError(f'{path} line {number}: expected {{"flag": …, "decision": …}}') from None
        if decision is None:
            found.pop(flag, None)
        elif decision in CHOICES:
            found[flag] = decision
        else:
            raise InputError(f"{path} line {number}: unknown decision: expected {', '.join(CHOICES)} or null")
    return found


def append_decision(path: Path, flag: str, decision: str | None) -> None:
    """Write one decision at the end of the file."""
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({"flag": flag, "decision": decision}) + "\n")
