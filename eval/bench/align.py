"""How fast the aligner is: documents a second at 1 kB, seconds at 1 MB, with and without edits.

    python -m eval.bench.align

prints one line a case, for example

    1 kB notes, 0% of words edited     9,500 documents/s (5,787 spans, 0 edits)
    1 MB notes, 1% of words edited     0.5 s (11,335 spans, 1,104 edits)

The texts are seeded nonsense with a placeholder every twelfth word (`notes`) or third word (`forms`).
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from ficha.align import align
from ficha.policy import load_policy

Pair = tuple[str, str]  # source, generation

_HIDDEN = (("Joyce Phiri", "name"), ("0722 000111", "tel"), ("Otieno", "name"), ("a.okello@example.org", "email"))
_LETTERS = "abcdefghijklmnoprstuvw"
NOTES, FORMS = 12, 3


def pair(size: int, words_a_placeholder: int, edited: float, seed: int) -> Pair:
    """A source of about `size` code points and a generation of it; `edited` is the share of words changed."""
    rng = random.Random(seed)
    vocabulary = ["".join(rng.choices(_LETTERS, k=rng.randint(2, 9))) for _ in range(3_000)]
    source: list[str] = []
    generated: list[str] = []
    length = 0
    while length < size:
        word = other = rng.choice(vocabulary[:300] if rng.random() < 0.7 else vocabulary)
        if rng.random() < 1 / words_a_placeholder:
            word, category = rng.choice(_HIDDEN)
            other = f"[{category}]"
        elif rng.random() < edited:
            other = rng.choice(["", word + "x", f"{word} {rng.choice(vocabulary)}"])
        mark = rng.choices(["", ",", ".\n"], [88, 10, 2])[0]
        source.append(word + mark)
        if other:
            generated.append(other + mark)
        length += len(word) + len(mark) + 1
    return " ".join(source), " ".join(generated)


def cases() -> Iterator[tuple[str, list[Pair]]]:
    """What is measured: a name and the texts."""
    for kind, every in (("notes", NOTES), ("forms", FORMS)):
        for edited in (0.0, 0.01):
            small = [pair(1_000, every, edited, seed) for seed in range(500)]
            yield f"1 kB {kind}, {edited:.0%} of words edited", small
            yield f"1 MB {kind}, {edited:.0%} of words edited", [pair(1_000_000, every, edited, 0)]


def main() -> None:
    """Measure every case and print it."""
    policy = load_policy("patient-requests")
    align("warm", "up", policy)
    for name, pairs in cases():
        start = time.perf_counter()
        found = [align(source, generated, policy) for source, generated in pairs]
        seconds = time.perf_counter() - start
        spans, edits = sum(len(a.spans) for a in found), sum(len(a.edits) for a in found)
        speed = f"{len(pairs) / seconds:,.0f} documents/s" if len(pairs) > 1 else f"{seconds:.1f} s"
        print(f"{name:34} {speed} ({spans:,} spans, {edits:,} edits)")


if __name__ == "__main__":
    main()
