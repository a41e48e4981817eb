"""The ordinary words of a language, from the carriers of a corpus' training split: names are lifted against them.

    write_words(Path("data/swa/kept.jsonl"), "swa", Path("ficha/locales/swa/lists/ordinary_words.txt"))

Every span is taken out first, so that no name gets in; a word of one document alone is left out, as it may be a
typing error of the noise. The other splits are not read, so that a score on them stays honest.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import regex

from ficha.errors import InputError

_WORD = regex.compile(r"[\p{L}\p{M}]+(?:['’ʼ‑-]\p{L}[\p{L}\p{M}]*)*")
HEADER = """# source: the carrier words of invented training texts (`python -m synth ordinary-words`)
# licence: CC0 1.0
# note: no names; words that are not one by themselves
"""
LEAST_DOCUMENTS = 2


def ordinary_words(records: Iterable[dict[str, Any]], lang: str) -> list[str]:
    """The words of `lang` outside all spans of the training split, in lower case, sorted."""
    words: Counter[str] = Counter()
    for record in records:
        if record["lang"] == lang and record["meta"].get("split") == "train":
            text = record["text"]
            for span in sorted(record["spans"], key=lambda s: -s["start"]):
                text = f"{text[: span['start']]}\n{text[span['end'] :]}"
            words.update({word.casefold() for word in _WORD.findall(text)})
    return sorted(word for word, documents in words.items() if documents >= LEAST_DOCUMENTS)


def write_words(corpus: Path, lang: str, out: Path) -> int:
    """Write the list and return its length. Raises InputError where the corpus has no training text of `lang`."""
    try:
        with corpus.open(encoding="utf-8") as lines:
            words = ordinary_words((json.loads(line) for line in lines), lang)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{corpus}: not a corpus that `python -m synth make` wrote ({type(error).__name__})") from None
    if not words:
        raise InputError(f"{corpus}: no text of the training split in {lang}")
    out.write_text(HEADER + "\n".join(words) + "\n", encoding="utf-8")
    return len(words)
