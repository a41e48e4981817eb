"""Passages of plain text: a line of a .txt file, or the `text` of a .jsonl line.

>>> next(read_passages(Path("lug_common_voice.txt"), "lug"))                       # doctest: +SKIP
Passage(id='lug_common_voice:1', lang='lug', text='Eddwaliro ekkulu ...', source='lug_common_voice')
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ficha.document import word_count
from ficha.errors import InputError

MIN_WORDS = 3
_WORDS = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of text; `source` is where it comes from: the line's own `source`, else the file's name."""

    id: str
    lang: str
    text: str
    source: str

    @property
    def words(self) -> int:
        """Its content in words (three Chinese characters count as two)."""
        return word_count(self.text)


def read_passages(path: Path, lang: str) -> Iterator[Passage]:
    """The passages of a file in `lang` of at least `MIN_WORDS` words. Raises InputError.

    A .jsonl line of another `lang` is left out.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"can't read {path} ({type(error).__name__}): expected text in UTF-8") from None
    for number, line in enumerate(lines, start=1):
        text, source = line, path.stem
        if path.suffix == ".jsonl":
            try:
                raw = json.loads(line)
                text, source = str(raw["text"]), str(raw.get("source") or path.stem)
            except (ValueError, KeyError, TypeError):
                raise InputError(f"{path} line {number}: expected an object with text") from None
            if raw.get("lang", lang) != lang:
                continue
        passage = Passage(f"{path.stem}:{number}", lang, " ".join(text.split()), source)
        if passage.words >= MIN_WORDS:
            yield passage


def tokens_of(text: str) -> list[str]:
    """Words without case, accents of composition and punctuation; single characters in scripts without spaces."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return [part for word in _WORDS.findall(plain) for part in (word if _UNSPACED.search(word) else [word])]
