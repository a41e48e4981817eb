"""Which language a text is in, where nobody said.

Detection is py3langid's (Lui and Baldwin 2012), narrowed to the languages that have a locale. Below
`MIN_CONFIDENCE` the answer is every locale, the likeliest first: the rules of all run, and the
document goes to review.
"""

from __future__ import annotations

from functools import lru_cache

from babel.core import get_global
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from ficha.locales import Locale, language_codes, load_locale

MIN_CONFIDENCE = 0.9


def detect(text: str) -> tuple[list[Locale], bool]:
    """The locales of `text` and whether the first is sure; all of them, likeliest first, where it isn't."""
    known = _detectable()
    ranked = _identifier().rank(text) if text.strip() else []
    order = [known[code] for code, _ in ranked if code in known]
    if ranked and ranked[0][1] >= MIN_CONFIDENCE and order:
        return [load_locale(order[0])], True
    rest = [code for code in language_codes() if code not in order]
    return [load_locale(code) for code in (*order, *rest)], False


@lru_cache(maxsize=1)
def _detectable() -> dict[str, str]:
    """py3langid's two-letter code -> ours, for our languages that it knows."""
    known = {str(label) for label in _full_identifier().labels}
    two_letter = get_global("language_aliases")
    return {code: ours for ours in language_codes() if (code := two_letter.get(ours)) in known}


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    identifier = _full_identifier()
    identifier.set_languages(sorted(_detectable()))
    return identifier


def _full_identifier() -> LanguageIdentifier:
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
