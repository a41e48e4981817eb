"""Requests for more of a kind: what trained models got wrong, as the self-cleaning loop wrote it down.

    requests = read_requests(Path("feedback.jsonl"), "swa", {"message", "note"})
    requests.wanted(rng)            # ("message", "location.village"), by how often it was got wrong

A line is a JSON object with `lang`, `register` and `label`; either of the last two may be null, and then doesn't
restrict. Half of the training documents answer a request; dev and test stay as they are, so that scores compare.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ficha.errors import InputError
from ficha.labels import is_fine_label
from synth.carrier import draws_from
from synth.nodes import Slot, walk
from synth.slots import LABELS
from synth.templates import Template, Texts

SHARE = 0.5  # of the training documents

Wish = tuple[str | None, str | None]  # register, fine label


@dataclass(frozen=True)
class Requests:
    """What is wanted, with how often; `sha256` is that of the file."""

    wishes: Mapping[Wish, int]
    sha256: str

    def wanted(self, rng: random.Random) -> Wish | None:
        """A wish to answer, or None for a document like any other."""
        if rng.random() >= SHARE:
            return None
        return rng.choices(list(self.wishes), list(self.wishes.values()))[0]


def read_requests(path: Path, lang: str, registers: Collection[str]) -> Requests:
    """The requests for `lang`. Raises InputError: no file, a line that is none, or no request for this language."""
    try:
        content = path.read_bytes()
        lines = content.decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"can't read the requests in {path} ({type(error).__name__})") from None
    wishes: Counter[Wish] = Counter()
    for number, line in enumerate(lines, 1):
        try:
            raw = json.loads(line)
            of_lang, register, label = raw["lang"], raw["register"], raw["label"]
        except (ValueError, KeyError, TypeError):
            raise InputError(f"{path} line {number}: expected an object with lang, register and label") from None
        if label is not None and not is_fine_label(str(label)):
            raise InputError(f"{path} line {number}: unknown fine label")
        if of_lang == lang:
            wishes[register if register in registers else None, label] += 1
    if not wishes:
        raise InputError(f"{path}: no request for {lang}")
    return Requests(dict(sorted(wishes.items(), key=str)), hashlib.sha256(content).hexdigest())


def labels_by_template(texts: Texts) -> dict[str, frozenset[str]]:
    """Template id -> the fine labels that it may hold, its drawn clauses included."""
    found = {}
    for template in texts.templates:
        drawn = (c.nodes for bank in draws_from(template.nodes) for c in texts.clauses[bank])
        nodes = (node for part in (template.nodes, *drawn) for node in walk(part))
        found[template.id] = frozenset(LABELS[n.kind] for n in nodes if isinstance(n, Slot) and n.kind in LABELS)
    return found


def answering(wish: Wish, templates: Iterable[Template], labels: Mapping[str, frozenset[str]]) -> list[Template]:
    """The templates that can answer a wish."""
    register, label = wish
    return [t for t in templates if register in (None, t.register) and (label is None or label in labels[t.id])]
