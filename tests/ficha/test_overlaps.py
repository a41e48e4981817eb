"""Spans laid down one after another: the earlier keeps its characters, the later what is left."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ficha.document import Span
from ficha.overlaps import Layout

TEXT = "Dr Ann Lee, 46!"


def test_a_later_span_keeps_what_is_left() -> None:
    layout = Layout[Span](TEXT)
    assert layout.add(Span(3, 6, "name")) == ([], (Span(3, 6, "name"),))
    winners, rests = layout.add(Span(0, 10, "title"))
    assert winners == [Span(3, 6, "name")]
    assert rests == (Span(0, 2, "title"), Span(7, 10, "title"))
    assert layout.spans == [Span(0, 2, "title"), Span(3, 6, "name"), Span(7, 10, "title")]


def test_a_rest_without_letter_or_digit_is_let_go() -> None:
    layout = Layout[Span](TEXT)
    layout.add(Span(12, 14, "age"))
    assert layout.add(Span(12, 15, "other")) == ([Span(12, 14, "age")], ())


def test_an_exchange_keeps_the_place() -> None:
    layout = Layout[Span](TEXT)
    for span in (Span(0, 2, "a"), Span(3, 6, "b"), Span(7, 10, "c")):
        layout.add(span)
    layout.exchange(Span(3, 6, "b"), Span(3, 6, "new"))
    assert [s.label for s in layout.spans] == ["a", "new", "c"]


edges = st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, len(TEXT))).filter(lambda e: e[0] < e[1])


@given(st.lists(edges, max_size=9))
def test_every_letter_that_was_covered_stays_covered_once(given_edges: list[tuple[int, int]]) -> None:
    layout = Layout[Span](TEXT)
    for number, (start, end) in enumerate(given_edges):
        layout.add(Span(start, end, str(number)))
    covered = [i for s in layout.spans for i in range(s.start, s.end)]
    assert covered == sorted(set(covered))
    wanted = {i for start, end in given_edges for i in range(start, end) if TEXT[i].isalnum()}
    assert wanted <= set(covered)
