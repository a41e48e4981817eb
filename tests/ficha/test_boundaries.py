"""Edges lie between words and never inside a grapheme cluster."""

import itertools

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from ficha.boundaries import edges

WORDS = [
    ("Ask Okoth-Ouma.", (), ["Ask", " ", "Okoth-Ouma", "."]),
    ("Ng'ombe", (), ["Ng'ombe"]),
    ("w'Achieng", ("w'",), ["w'", "Achieng"]),
    ("bw’Otieno", ("bw'",), ["bw’", "Otieno"]),
    ("kwa-Otieno", ("kwa-",), ["kwa-", "Otieno"]),
    ("46yo", (), ["46", "yo"]),
    ("张伟来了", (), ["张", "伟", "来", "了"]),
    ("በአዳማ", (), ["በ", "አ", "ዳ", "ማ"]),
    ("José", (), ["José"]),
    ("👩‍👩‍👧x", (), ["👩‍👩‍👧", "x"]),
    ("a\r\nb", (), ["a", "\r\n", "b"]),
    ("", (), []),
]


@pytest.mark.parametrize(("text", "prefixes", "pieces"), WORDS)
def test_pieces(text: str, prefixes: tuple[str, ...], pieces: list[str]) -> None:
    found = edges(text, prefixes)
    assert [text[a:b] for a, b in itertools.pairwise(found)] == pieces


@given(st.text())
def test_edges_are_ordered_and_respect_clusters(text: str) -> None:
    found = edges(text)
    clusters = {0} | {m.end() for m in regex.finditer(r"\X", text)}
    assert found == sorted(set(found))
    assert set(found) <= clusters
    assert found[0] == 0
    assert found[-1] == len(text)
