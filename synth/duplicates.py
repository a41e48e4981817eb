"""Near duplicates by MinHash: documents that differ in a word or two.

Two documents are near duplicates where the Jaccard similarity of the sets of their character 5-grams (case, accents
and punctuation away) is 0.9 or more. What is kept of a document is 128 bytes, never its text (MinHash: Broder 1997,
by datasketch; b-bit MinHash: Li and König 2010).

>>> seen = Seen()
>>> seen.nearest("note", "Mgonjwa ana homa kali na kikohozi tangu jana", keep_below=0.9)
0.0
>>> seen.nearest("note", "mgonjwa ana homa kali, na kikohozi tangu jana!", keep_below=0.9)
1.0
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from synth.words import words_of

if TYPE_CHECKING:
    from datasketch import MinHash

PERMUTATIONS = 128
SHINGLE = 5  # characters
NEAR = 0.9  # the Jaccard similarity from which on two documents are near duplicates
_ROWS = 64


class Seen:
    """The signatures of the documents so far, group by group: only documents of one group are compared."""

    def __init__(self) -> None:
        self._signatures: dict[str, np.ndarray] = {}
        self._counts: dict[str, int] = defaultdict(int)

    def nearest(self, group: str, text: str, keep_below: float) -> float:
        """The estimated similarity (standard error 0.03) to the nearest document of the group.

        The document itself is kept where that is less than `keep_below`.
        """
        signature = signature_of(text)
        rows, count = self._signatures.get(group), self._counts[group]
        if rows is None:
            rows = self._signatures[group] = np.empty((_ROWS, PERMUTATIONS), dtype=np.uint8)
        equal = (rows[:count] == signature).sum(axis=1)
        similarity = float(equal.max()) / PERMUTATIONS if count else 0.0
        if similarity < keep_below:
            if count == len(rows):
                rows = self._signatures[group] = np.concatenate([rows, np.empty_like(rows)])
            rows[count] = signature
            self._counts[group] = count + 1
        return similarity


@lru_cache(maxsize=1)  # the factory and the card ask about the same document in turn
def signature_of(text: str) -> np.ndarray:
    """The lowest byte of each of the 128 minima, as an array of uint8."""
    plain = " ".join(words_of(text))
    shingles = {plain[i : i + SHINGLE] for i in range(max(1, len(plain) - SHINGLE + 1))}
    sketch = _empty().copy()
    sketch.update_batch([shingle.encode() for shingle in shingles])
    return (sketch.hashvalues & 0xFF).astype(np.uint8)


@cache
def _empty() -> MinHash:
    from datasketch import MinHash  # imports SciPy, which a command that makes no document does without

    return MinHash(num_perm=PERMUTATIONS, seed=13, hashfunc=zlib.crc32)
