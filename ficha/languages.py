"""Which language a text is in, where nobody said; a text may be in two.

Detection is py3langid's naive Bayes over byte n-grams (Lui and Baldwin 2012), narrowed to the languages that
have a locale. A language that py3langid doesn't know (Dholuo) gets a column of its own, estimated in the same way
from the running text in its locale (`lists/sample.txt`): a new language is known by adding its folder.

    >>> [locale.code for locale in detect("Wiya bara ahinya, Achieng' okelo yath.")[0]]
    ['luo']

Notes switch languages by sentences: a second language with a good part of the text is returned behind the
first, and the rules of both run. Where the text is too short, or in a language without a locale, the answer is
every locale, the likeliest first: the rules of all run, and the document goes to review.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from babel.core import get_global
from py3langid.langid import MODEL_FILE, LanguageIdentifier, visit_counts

from ficha.locales import Locale, language_codes, load_locale

MIN_CONFIDENCE = 0.9
MIN_SHARE = 0.2  # of a text's letters: less of a second language is a loan, not a switch
MIN_PART_LETTERS = 12  # fewer say little about their language
_PART = re.compile(r"[^.!?;:\n。！？；]+")


def detect(text: str) -> tuple[list[Locale], bool]:
    """The locales of `text` and whether they are sure; all of them, likeliest first, where they aren't."""
    ranked = _rank(_narrowed(), text)
    order = [code for code, _ in ranked]
    if ranked and not _is_foreign(text):
        chosen = [code for code, share in ranked if share >= MIN_CONFIDENCE]
        chosen += [code for code in _parts(text) if code not in chosen]
        if chosen and (ranked[0][1] >= MIN_CONFIDENCE or len(chosen) > 1):
            return [load_locale(code) for code in sorted(chosen, key=order.index)], True
    return [load_locale(code) for code in (*order, *(c for c in language_codes() if c not in order))], False


def _parts(text: str) -> list[str]:
    """The languages in which a good part of the text's sentences surely are."""
    letters: Counter[str] = Counter()
    whole = 0
    for part in _PART.findall(text):
        count = sum(len(char.encode()) for char in part if char.isalpha())  # a Chinese sign counts as three letters
        whole += count
        if count >= MIN_PART_LETTERS:
            code, probability = _rank(_narrowed(), part)[0]
            letters[code] += count if probability >= MIN_CONFIDENCE else 0
    return [code for code, count in letters.items() if count >= max(MIN_SHARE * whole, MIN_PART_LETTERS)]


def _is_foreign(text: str) -> bool:
    """Whether the text is surely in one language that has no locale."""
    code, probability = _everything().classify(text)
    return probability >= MIN_CONFIDENCE and code not in _detectable()


def _rank(identifier: LanguageIdentifier, text: str) -> list[tuple[str, float]]:
    """Our codes with their probabilities, likeliest first; none for a text without a letter."""
    if not any(map(str.isalpha, text)):
        return []
    return [(_detectable()[code], probability) for code, probability in identifier.rank(text)]


@lru_cache(maxsize=1)
def _detectable() -> dict[str, str]:
    """The identifier's code -> ours, for our languages that it knows."""
    return {code: ours for ours in language_codes() if (code := _its_code(ours)) in set(_everything().labels)}


def _its_code(code: str) -> str:
    return str(get_global("language_aliases").get(code, code))


@lru_cache(maxsize=1)
def _narrowed() -> LanguageIdentifier:
    """The identifier for our languages alone."""
    identifier = _with_columns(_everything(), {})
    identifier.set_languages(sorted(_detectable()))
    return identifier


@lru_cache(maxsize=1)
def _everything() -> LanguageIdentifier:
    """The identifier for every language it knows, and ours that it doesn't."""
    model = _model()
    samples = {
        _its_code(code): load_locale(code).entries("sample")
        for code in language_codes()
        if _its_code(code) not in model.labels
    }
    return _with_columns(model, {code: sample for code, sample in samples.items() if sample})


def _model() -> LanguageIdentifier:
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def _with_columns(model: LanguageIdentifier, samples: dict[str, Sequence[str]]) -> LanguageIdentifier:
    columns = [_column(model, sample).astype(model.nb_ptc.dtype) for sample in samples.values()]
    return LanguageIdentifier(
        np.column_stack([model.nb_ptc, *columns]),
        np.append(model.nb_pc, [model.nb_pc.mean()] * len(columns)).astype(model.nb_pc.dtype),
        [*model.nb_classes, *samples],
        model.tk_nextmove,
        model.tk_output,
        norm_probs=True,
        tk_row=model.tk_row,
    )


def _column(model: LanguageIdentifier, sample: Sequence[str]) -> npt.NDArray[np.float64]:
    """Log-probabilities of the model's n-grams in a sample, damped by log(1 + count) a sentence as in the model."""
    weights = np.zeros(model.nb_ptc.shape[0])
    rows = [row << 8 for row in model.tk_row]
    for sentence in sample:
        text = unicodedata.normalize("NFC", sentence).encode()
        for feature, count in (visit_counts(model.tk_nextmove, rows, model.tk_output, text) or {}).items():
            weights[feature] += np.log1p(count)
    # What the sample doesn't hold gets what the model's own languages give to what they never saw.
    unseen = float(np.median(np.exp(model.nb_ptc.astype(np.float64).min(axis=0))))
    weights += unseen * weights.sum() / (1 - unseen * len(weights))
    return np.asarray(np.log(weights / weights.sum()))
