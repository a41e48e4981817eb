"""Parity-balanced sampling: every language gets the same content, and so does every source within a language.

Tokenizers spend more tokens on some languages than on others for the same content (Petrov et al. 2023, "Language
model tokenizers introduce unfairness between languages"): equal tokens would give a language with 3.4 tokens a word
less than half of the content of one with 1.4. So content is counted in words, and the tokens fall as they may.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

from train.cpt.texts import Passage


def balanced(passages: Iterable[Passage], words: int | None, seed: int) -> list[Passage]:
    """A drawn order of passages in which each language has the same words, up to the last passage.

    `words` is the content of each language; by default that of the language with the least. Within a language the
    sources take turns, so that a large one doesn't crowd out a small one while both last.
    """
    by_language: dict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        by_language[passage.lang].append(passage)
    least = min(sum(p.words for p in members) for members in by_language.values())
    budget = least if words is None else words
    drawn = [p for lang in sorted(by_language) for p in _language(by_language[lang], budget, f"{seed}/{lang}")]
    random.Random(seed).shuffle(drawn)
    return drawn


def _language(passages: Sequence[Passage], words: int, seed: str) -> list[Passage]:
    rng = random.Random(seed)
    queues: dict[str, list[Passage]] = defaultdict(list)
    for passage in rng.sample(list(passages), len(passages)):
        queues[passage.source].append(passage)
    spent = dict.fromkeys(queues, 0)
    chosen: list[Passage] = []
    while queues and sum(spent.values()) < words:
        source = min(queues, key=lambda name: (spent[name], name))
        passage = queues[source].pop()
        spent[source] += passage.words
        chosen.append(passage)
        if not queues[source]:
            del queues[source]
    return chosen
