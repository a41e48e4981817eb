"""A blind rating sheet: invented and natural texts mixed, where each is from kept in a file of its own.

    review/swa/sheet.csv        item, text, plausibility, errors, comment: a copy for each rater, in any spreadsheet
    review/swa/key.csv          item, origin, document, template: not for raters
    review/swa/how-to-rate.md   the scale and the letters for errors

Without natural texts it is a review of the invented ones: by default 150, of as many templates as there are.
"""

from __future__ import annotations

import csv
import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ficha.document import Document, word_count
from ficha.errors import InputError
from synth.corpus import corpus_file, read_corpus

SHEET, KEY, HOW_TO = "sheet.csv", "key.csv", "how-to-rate.md"
COLUMNS = ("item", "text", "plausibility", "errors", "comment")
KEY_COLUMNS = ("item", "origin", "document", "template")
SYNTHETIC, NATURAL = "synthetic", "natural"
ERRORS = {
    "G": "grammar or spelling that no writer of the language would let pass, typing slips apart",
    "W": "a word that is wrong here or of another language than people mix in",
    "T": "sounds translated, or stiff as from a pattern",
    "F": "a name, place, date, age or number in a form that nobody writes",
    "C": "clinically or socially impossible: a dose, an age, a relation",
}
SCALE = {
    1: "nobody would write this",
    2: "hardly anybody would",
    3: "possible",
    4: "likely",
    5: "as if taken from life",
}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would compute a cell that begins so


@dataclass(frozen=True, slots=True)
class Item:
    """A text to rate; `document` and `template` say where an invented one is from."""

    text: str
    origin: str
    document: str
    template: str = ""


def lay_out(data: Path, natural: Sequence[Path], n: int, seed: int, out: Path) -> dict[str, int]:
    """Write sheet, key and explanation of `n` texts, half of them natural where there are any; returns origin -> count.

    Raises InputError: too few texts, files that can't be read or written, a sheet that is there already.
    """
    rng = random.Random(f"{seed}/rating")
    # A sheet that mixes origins takes no text that does: the factory weaves natural sentences into some of its own.
    documents = (d for d in read_corpus(data) if not (d.meta.get("natural") and (natural or _natural_alone(d))))
    invented = list(_one_a_template(documents, rng))
    half = n // 2 if natural else 0
    others = _natural_items(natural, half, rng)
    if len(invented) < n - half:
        raise InputError(f"{corpus_file(data)}: {len(invented)} texts: expected {n - half} or more")
    chosen = _of_like_length(invented, others) if others else []
    rest = [item for item in invented if item not in chosen]
    items = [*others, *chosen, *rest[: n - half - len(chosen)]]
    rng.shuffle(items)
    _write(out, items)
    return {origin: sum(item.origin == origin for item in items) for origin in (SYNTHETIC, NATURAL)}


def _natural_alone(document: Document) -> bool:
    """True for a document that is made of natural sentences and nothing else."""
    return sum(n["end"] - n["start"] + 1 for n in document.meta["natural"]) >= len(document.text)


def _one_a_template(documents: Iterable[Document], rng: random.Random) -> Iterator[Item]:
    """The documents in a drawn order, the first of each template before the second of any."""
    items = [Item(d.text, SYNTHETIC, d.id, str(d.meta.get("template", ""))) for d in documents]
    rng.shuffle(items)
    seen: dict[str, int] = {}
    rounds: list[tuple[int, Item]] = []
    for item in items:
        seen[item.template] = seen.get(item.template, 0) + 1
        rounds.append((seen[item.template], item))
    return (item for _, item in sorted(rounds, key=lambda pair: pair[0]))


def _natural_items(files: Sequence[Path], count: int, rng: random.Random) -> list[Item]:
    texts = list(dict.fromkeys(text for file in files for text in _texts(file)))
    if len(texts) < count:
        raise InputError(f"{', '.join(map(str, files))}: {len(texts)} natural texts: expected {count} or more")
    return [Item(text, NATURAL, "") for text in rng.sample(texts, count)]


def _texts(file: Path) -> Iterator[str]:
    """The texts of a file: one a line, `#` lines apart, or the `text` of each line of JSON."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"can't read {file}: {type(error).__name__}: expected UTF-8 text or JSONL") from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or (line.startswith("#") and file.suffix != ".jsonl"):
            continue
        if file.suffix != ".jsonl":
            yield line.strip()
            continue
        try:
            yield str(json.loads(line)["text"])
        except (ValueError, KeyError, TypeError):
            raise InputError(f'{file}, line {number}: expected an object with "text"') from None


def _of_like_length(invented: Sequence[Item], natural: Sequence[Item]) -> list[Item]:
    """For each natural text the invented one that is nearest in length: else length alone would tell them apart."""
    free = [(word_count(item.text), item) for item in invented]
    chosen = []
    for length in sorted((word_count(item.text) for item in natural), reverse=True):
        at = min(range(len(free)), key=lambda i: abs(free[i][0] - length))
        chosen.append(free.pop(at)[1])
    return chosen


def _write(out: Path, items: Sequence[Item]) -> None:
    """The files; item numbers carry a code of this sheet, so that another's ratings aren't taken for its own."""
    code = hashlib.sha256("\0".join(item.text for item in items).encode()).hexdigest()[:6]
    numbered = [(f"{code}-{number:03d}", item) for number, item in enumerate(items, 1)]
    if (out / KEY).exists():
        raise InputError(f"{out / KEY} is there already: name another folder with --out, or its ratings would be lost")
    rows = [(number, _cell(item.text), "", "", "") for number, item in numbered]
    key = [(number, item.origin, item.document, item.template) for number, item in numbered]
    try:
        out.mkdir(parents=True, exist_ok=True)
        _csv(out / SHEET, COLUMNS, rows)
        _csv(out / KEY, KEY_COLUMNS, key)
        (out / HOW_TO).write_text(_how_to(), encoding="utf-8")
    except OSError as error:
        raise InputError(f"can't write {out} ({error.strerror}): name another folder with --out") from None


def _csv(file: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    with file.open("w", encoding="utf-8-sig", newline="") as stream:  # the mark tells Excel that it is UTF-8
        writer = csv.writer(stream)
        writer.writerow(columns)
        writer.writerows(rows)


def _cell(text: str) -> str:
    return f" {text}" if text.startswith(_FORMULA) else text


def _how_to() -> str:
    scale = "\n".join(f"- {number}: {meaning}" for number, meaning in SCALE.items())
    errors = "\n".join(f"- {letter}: {meaning}" for letter, meaning in ERRORS.items())
    return f"""# How to rate

Open `{SHEET}` in a spreadsheet and save your own copy, `sheet-<your initials>.csv` ("CSV UTF-8"). Some texts may have
been written by people and some made by a program; you are not told which. Rate each by itself, and don't look back.

**plausibility**: would somebody write this, in a message, a note or a form?

{scale}

**errors**: the letters of what is wrong, with blanks between them, or nothing. Typing slips, missing capitals and short
forms are no errors: people write so.

{errors}

**comment**: how it should be, in a few words, if you like. Leave `plausibility` empty where you can't say.
"""
