"""Which words are lifted: written like a name, and nothing that the language knows."""

import pytest

from ficha.engine.unknown_words import lifted
from ficha.locales import load_locale


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Leo Zukunduje alikuja", ["Zukunduje"]),
        ("leo zukunduje alikuja", []),  # no capital
        ("Daktari alimpa Panadol na Mgonjwa akalala", []),
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
