"""Natural sentences of a pack: whole sentences that people wrote, free of personal data, woven into documents.

    synth/languages/swa/natural/tico19.txt     `# source:` and `# licence:` on top, one sentence a line

They are carrier text and never labelled; `synth/gather.py` is the filter that they came through. A sentence belongs
to one split by the hash of its words, as names do:

>>> sentences = load_natural(load_pack("swa"))
>>> sentences["train"][0].text
'Mikono yako ikiwa michafu, osha kwa sabuni na maji.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from synth.pack import Pack
from synth.splits import SPLITS, hash_of, split_of
from synth.words import words_of


@dataclass(frozen=True, slots=True)
class Sentence:
    """One natural sentence and its id, equal for all sentences of the same words."""

    text: str
    id: str


def load_natural(pack: Pack) -> Mapping[str, tuple[Sentence, ...]]:
    """The sentences by split; empty where the pack has none."""
    found: dict[str, dict[str, Sentence]] = {split: {} for split in SPLITS}
    for file in pack.natural_files.values():
        for line in file.read_text(encoding="utf-8").splitlines():
            text = line.strip()
            if text and not text.startswith("#"):
                key = key_of(text)
                found[split_of(key)].setdefault(key, Sentence(text, f"{hash_of(key):016x}"))
    return {split: tuple(sentences.values()) for split, sentences in found.items()}


def key_of(text: str) -> str:
    """What two writings of one sentence share: its folded words."""
    return " ".join(words_of(text))


def in_order_of_hash(sentences: Iterable[str], limit: int) -> list[str]:
    """At most `limit` sentences, no two of the same words, chosen and ordered by hash."""
    by_key: dict[str, str] = {}
    for sentence in sentences:
        by_key.setdefault(key_of(sentence), sentence)
    return [by_key[key] for key in sorted(by_key, key=hash_of)[:limit]]
