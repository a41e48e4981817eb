"""Running text of a language for language detection: what documents of its pack say apart from their spans.

    python -m synth sample --lang luo      ->   ficha/locales/luo/lists/sample.txt

Needed only where py3langid doesn't know the language (`ficha.languages`). The text comes from the train split, so
that detection can be measured on the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ficha.document import Document
from synth.factory import Factory
from synth.pack import Pack

SEED = 13
LETTERS = 40_000  # past this a further sentence changed no decision on the development split
_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s*|\n")
_FIGURE = re.compile(r"\d[\d.,/:\-]*")
_MIN_LETTERS = 6
_HEAD = """# source: carrier text of synth/languages/{code}, written by `python -m synth sample --lang {code}`
# licence: CC0 1.0
# note: sentences for language detection; spans and figures are left out
"""


def write_sample(pack: Pack, lists: Path, letters: int = LETTERS) -> tuple[Path, int]:
    """Write `sample.txt` into a locale's folder of lists. Returns its path and how many sentences it holds."""
    sentences: dict[str, None] = {}
    held = 0
    for made in Factory(pack, SEED).documents(4000):
        if made.reason is not None or made.document.meta["split"] != "train":
            continue
        for sentence in _sentences(made.document):
            if sentence not in sentences:
                sentences[sentence] = None
                held += len(sentence)
        if held >= letters:
            break
    path = lists / "sample.txt"
    path.write_text(_HEAD.format(code=pack.code) + "\n".join(sentences) + "\n", encoding="utf-8")
    return path, len(sentences)


def _sentences(document: Document) -> Iterator[str]:
    """The document's sentences without spans and figures; few letters are no sentence."""
    out, at = [], 0
    for span in document.spans:
        out.append(document.text[at : span.start])
        at = span.end
    text = _FIGURE.sub("", " ".join([*out, document.text[at:]]))
    for part in _SENTENCE_END.split(text):
        sentence = " ".join(part.split()).lstrip("#")
        if sum(map(str.isalpha, sentence)) >= _MIN_LETTERS:
            yield sentence
