"""The folded view: what it makes equal, and that offsets lead back to whole clusters of the source."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from ficha.normalise import NormalText


@pytest.mark.parametrize(
    ("source", "view"),
    [
        ("Simu 0712 345 678", "Simu 0712 345 678"),
        ("０７１２３４５６７８", "0712345678"),
        ("٠٧١٢ ३४५ ৬৭৮", "0712 345 678"),
        ("07\u200b12\u200d345\u2060678", "0712345678"),
        ("\u200f0712\u200e 345\u202c 678", "0712 345 678"),
        ("07\ufeff12\u00ad345678", "0712345678"),
        ("0712\u00a0345\u2009678", "0712 345 678"),
        ("2024\u201105\u201312, 0712\u2014345\u2212678", "2024-05-12, 0712-345-678"),
        ("ΚСВ 123А", "KCB 123A"),
        ("ｊｏｙｃｅ＠ｅｘａｍｐｌｅ．ｏｒｇ", "joyce@example.org"),
        ("7️⃣1️⃣2️⃣", "712"),
        ("4\u03366\u0336", "46"),
        ("№ 12", "No 12"),
        ("电话１３８, 46岁A座", "电话 138, 46 岁 A 座"),
        ("O712 345 678", "0712 345 678"),
        ("O7l2 OOO 678", "0712 000 678"),
        ("I 0712345678", "I 0712345678"),
        ("give 10l of oil", "give 10l of oil"),
        ("Ólá março 3½", "Ólá março 3 1⁄2"),
        ("a\r\nb\u2028c", "a\r\nb\nc"),
        ("", ""),
    ],
)
def test_the_view(source: str, view: str) -> None:
    assert NormalText(source).text == view


def test_offsets_lead_back_to_the_characters_as_given() -> None:
    source = "🩺 Simu ０７１２\u200b 345\u2013678."
    view = NormalText(source)
    start = view.text.index("0712")
    first, last = view.to_source(start, start + len("0712 345-678"))
    assert source[first:last] == "０７１２\u200b 345\u2013678"


def test_one_cluster_with_many_letters_in_the_view_stays_whole() -> None:
    view = NormalText("x ﷺ y")
    inside = view.text.index("y") - 4
    assert view.to_source(inside, inside + 1) == (2, 3)


@given(st.text(max_size=60), st.data())
def test_any_part_of_the_view_is_whole_clusters_of_the_source(source: str, data: st.DataObject) -> None:
    view = NormalText(source)
    if not view.text:
        return
    start = data.draw(st.integers(0, len(view.text) - 1))
    end = data.draw(st.integers(start + 1, len(view.text)))
    first, last = view.to_source(start, end)
    edges = {0} | {m.end() for m in regex.finditer(r"\X", source)}
    assert 0 <= first < last <= len(source)
    assert source.isascii() or {first, last} <= edges


@given(st.text(max_size=40))
def test_the_source_is_kept_as_given(source: str) -> None:
    view = NormalText(source)
    assert view.source == source


def test_the_blank_beside_a_chinese_character_is_no_part_of_the_source() -> None:
    source = "电话13800001234在家"
    view = NormalText(source)
    start = view.text.index("138")
    assert view.to_source(start, start + 11) == (2, 13)
