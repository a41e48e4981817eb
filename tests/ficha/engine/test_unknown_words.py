"""Which words are lifted: in any case, and nothing that the language knows."""

import pytest

from ficha.engine.unknown_words import lifted
from ficha.locales import load_locale


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Leo Zukunduje alikuja", ["Zukunduje"]),
        ("leo zukunduje ALIKUJA NYABUTO", ["zukunduje", "NYABUTO"]),
        ("Daktari alimpa Panadol na Mgonjwa amelala", []),
        ("🩺 张 Ng'wandu-Zuberi X", ["Ng'wandu-Zuberi"]),  # offsets count bytes; an initial is no word
        ("simu A1Zukunduje", []),
        ("", []),
    ],
)
def test_lifted(text: str, words: list[str]) -> None:
    raw = text.encode()
    found = sorted(lifted(text, load_locale("swa")))
    assert [raw[at:].decode().startswith(word) for at, word in zip(found, words, strict=True)] == [True] * len(words)


def test_a_language_without_the_list_lifts_nothing() -> None:
    assert lifted("Zukunduje", None) == frozenset()
    assert lifted("Zukunduje", load_locale("zho")) == frozenset()


@pytest.mark.parametrize("lang", ["eng", "kin", "lug", "luo", "por", "swa"])
def test_each_language_with_spaces_knows_its_ordinary_words(lang: str) -> None:
    locale = load_locale(lang)
    assert len(locale.ordinary_words) > 2000
    given = [name.casefold() for kind in ("given_female", "given_male") for name in locale.entries(kind)]
    assert sum(name in locale.ordinary_words for name in given) < 0.25 * len(given)
