"""Whether a text is in the language it was asked for in.

A profile of each pack's own words (runs of two to four letters, counted over templates and clauses) is compared with
the text's: naive Bayes over character n-grams (Cavnar and Trenkle 1994 for the idea). It knows every language that has
a pack, Luganda and Dholuo as well, and the English that clinics mix in, since the packs hold it too. A text must be
likelier in its language than in any other pack's, and likely enough to be in one of them at all; of a language without
a pack (French, Spanish) py3langid is asked, where it knows the text's own.

Of 1,250 to 1,500 natural sentences it rejects wrongly, in per cent: eng 0.1, kin 0.1, lug 0.3, luo 0.5, por 0.1 to 1.2,
swa 0.0, zho 0.0 to 1.9.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier

from ficha.normalise import HAN
from synth.pack import LANGUAGES, pack_codes
from synth.words import fold

FLOOR = -9.3  # mean log-probability of an n-gram; natural text lies above, but for 1 in 200
FEWEST = 25  # letters: a shorter text tells too little
HAN_SHARE = 0.5  # of the letters of a Chinese text
SURE = 0.99
_SMOOTHING = 0.1
# py3langid names languages by ISO 639-1.
_TWO_LETTERS = {"eng": "en", "swa": "sw", "lug": "lg", "kin": "rw", "por": "pt", "zho": "zh"}
_CLOSE = frozenset({"gl", "wuu", "yue", "pcm"})  # what it takes Portuguese, Chinese and English for at times
_MARKUP = re.compile(r"\{[^}]*\}|\[@\w+\]|^==.*$|^#.*$|~", re.M)
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_HAN = re.compile(f"[{HAN}]")


def in_language(text: str, code: str) -> bool:
    """True where `text` may well be in the language of pack `code`; True for texts too short to tell."""
    letters = sum(c.isalpha() for c in text)
    han = len(_HAN.findall(text))
    if code == "zho":
        return han >= HAN_SHARE * letters
    if han > (1 - HAN_SHARE) * letters:
        return False
    if letters < FEWEST:
        return True
    grams = list(_grams(text))
    own = _likelihood(grams, code)
    if own < FLOOR or any(_likelihood(grams, other) > own for other in pack_codes() if other != code):
        return False
    return code not in _TWO_LETTERS or not _foreign(text)


def _foreign(text: str) -> bool:
    """True where py3langid is sure of a language that has no pack."""
    label, probability = _identifier().classify(text)
    return probability >= SURE and label not in _CLOSE and label not in _TWO_LETTERS.values()


def _grams(text: str) -> list[str]:
    words = (f" {word} " for word in _WORDS.findall(fold(text)))
    return [word[i : i + n] for word in words for n in (2, 3, 4) for i in range(len(word) - n + 1)]


def _likelihood(grams: list[str], code: str) -> float:
    """The mean log-probability of `grams` under a pack's profile."""
    counts, total, vocabulary = _profile(code)
    log_total = math.log(total + _SMOOTHING * vocabulary)
    return sum(math.log(counts[gram] + _SMOOTHING) for gram in grams) / max(1, len(grams)) - log_total


@lru_cache(maxsize=16)
def _profile(code: str) -> tuple[Counter[str], int, int]:
    """Counts of a pack's n-grams, their sum, and how many distinct ones all packs have."""
    counts = _counts(code)
    return counts, counts.total(), _vocabulary()


@lru_cache(maxsize=1)
def _vocabulary() -> int:
    return len({gram for code in pack_codes() for gram in _counts(code)})


@lru_cache(maxsize=16)
def _counts(code: str) -> Counter[str]:
    files = sorted((LANGUAGES / code).glob("*/*.txt"))
    return Counter(_grams(_MARKUP.sub(" ", " ".join(file.read_text(encoding="utf-8") for file in files))))


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
