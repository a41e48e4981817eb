from __future__ import annotations

import random

import pytest

from synth.duplicates import NEAR, SHINGLE, Seen
from synth.words import words_of


def jaccard(one: str, two: str) -> float:
    a, b = (
        {t[i : i + SHINGLE] for i in range(len(t) - SHINGLE + 1)} for t in (" ".join(words_of(x)) for x in (one, two))
    )
    return len(a & b) / len(a | b)


def test_the_estimate_is_near_the_similarity() -> None:
    rng = random.Random(13)
    words = ["".join(rng.choices("abcdefghij", k=rng.randint(3, 8))) for _ in range(60)]
    for changed in range(0, 30, 3):
        one = rng.choices(words, k=30)
        two = [*one[changed:], *rng.choices(words, k=changed)]
        seen = Seen()
        seen.nearest("note", " ".join(one), keep_below=NEAR)
        estimate = seen.nearest("note", " ".join(two), keep_below=NEAR)
        assert estimate == pytest.approx(jaccard(" ".join(one), " ".join(two)), abs=0.12)


def test_only_what_is_far_enough_is_kept() -> None:
    seen = Seen()
    assert seen.nearest("note", "mgonjwa ana homa kali tangu jana", keep_below=0.9) == 0.0
    assert seen.nearest("note", "Mgonjwa ana HOMA kali, tangu jana!", keep_below=0.9) == 1.0
    assert seen.nearest("sms", "mgonjwa ana homa kali tangu jana", keep_below=0.9) == 0.0
    for i in range(200):  # the rows grow
        seen.nearest("note", f"{i} {random.Random(i).random()} {random.Random(-i).random()}", keep_below=0.9)
    assert seen.nearest("note", "mgonjwa ana homa kali tangu jana", keep_below=0.9) == 1.0


def test_very_short_texts() -> None:
    seen = Seen()
    assert seen.nearest("sms", "ok", keep_below=0.9) == 0.0
    assert seen.nearest("sms", "OK", keep_below=0.9) == 1.0
    assert seen.nearest("sms", "", keep_below=0.9) < 0.2
