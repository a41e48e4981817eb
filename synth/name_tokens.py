"""Name tokens: what two texts have in common when they name the same people.

>>> person_tokens([document], particles=("da",))        # 'Ng'ang'a da Silva'
{('ng',), ('ang',), ('silva',)}
"""

from __future__ import annotations

from collections.abc import Iterable

from ficha.document import Document
from synth.words import fold, name_tokens, words_of

Run = tuple[str, ...]  # the words of one token: one in most scripts, one a character in Chinese


def person_tokens(documents: Iterable[Document], particles: Iterable[str]) -> set[Run]:
    """The tokens of all person spans, each as its words; particles are none."""
    skipped = {fold(p) for p in particles}
    values = (d.text[s.start : s.end] for d in documents for s in d.spans if s.label.startswith("person."))
    return {words_of(token) for value in values for token in name_tokens(value) if token not in skipped}


def heard(training: Iterable[Document], sought: set[Run]) -> set[Run]:
    """Which of the tokens occur anywhere in the training text, inside spans or outside."""
    lengths = {len(run) for run in sought}
    found: set[Run] = set()
    for document in training:
        words = words_of(document.text)
        for length in lengths:
            found |= sought & {words[i : i + length] for i in range(len(words) - length + 1)}
    return found
