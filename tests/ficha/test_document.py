"""The length of a text in words."""

from __future__ import annotations

import pytest

from ficha.document import word_count


@pytest.mark.parametrize(
    ("text", "count"),
    [("Nina homa kali.", 3), ("头痛三天", 3), ("头痛三天，T 38.5℃ bid。", 6), ("BP - 120/80", 3), ("", 0)],
)
def test_word_count(text: str, count: int) -> None:
    assert word_count(text) == count
