from __future__ import annotations

import pytest

from synth.words import fold, name_tokens, words_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [("ACHIENG'", "achieng'"), ("João", "joao"), ("Ñandú", "nandu"), ("STRASSE", "strasse"), ("Straße", "strasse")],
)
def test_fold(text: str, expected: str) -> None:
    assert fold(text) == expected


def test_tokens_leave_initials_and_digits_out() -> None:
    assert name_tokens("A. Okoth-Ouma 2") == ("okoth", "ouma")


def test_a_misread_name_is_one_token() -> None:
    assert name_tokens("Anna Mal1ya") == ("anna", "mal1ya")  # `ya` alone would be a word of half of all places


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Area 25, Kisumu", ("area", "25", "kisumu")), ("昆明市A座", ("昆", "明", "市", "a", "座"))],
)
def test_words_of(text: str, expected: tuple[str, ...]) -> None:
    assert words_of(text) == expected
