"""The copy grammar accepts exactly the twins: the source with placeholders over whole words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ficha.boundaries import edges
from ficha.engine.grammar import CopyGrammar
from ficha.twin import write_twin

TAGS = ["name", "tel"]


def grammar(source: str, prefixes: tuple[str, ...] = (), max_hidden_pieces: int = 48) -> CopyGrammar:
    return CopyGrammar(source, TAGS, edges(source, prefixes), max_hidden_pieces)


ACCEPTED = [
    ("Ask Joyce Phiri first.", "Ask Joyce Phiri first."),
    ("Ask Joyce Phiri first.", "Ask [name] first."),
    ("Ask Joyce Phiri first.", "Ask [name] [name] first."),
    ("Ask Joyce Phiri first.", "[name]"),
    ("Ask Joyce, 0712 345 678", "[name] [name], [tel]"),
    ("(555) 321-0987!", "([tel]!"),
    ("(555) 321-0987!", "[tel]!"),
    ("w'Achieng", "w'[name]"),
    ("张伟来了", "[name]来了"),
    ("see [name] there", "see [name] there"),
    ("a\r\nJoyce\r\nb", "a\r\n[name]\r\nb"),
    ("", ""),
    ("  ", "  "),
]
REJECTED = [
    ("Ask Joyce Phiri first.", "Ask Joyce first."),  # a word dropped
    ("Ask Joyce Phiri first.", "Ask Joan Phiri first."),  # a word changed
    ("Ask Joyce Phiri first.", "Ask [name] first. Sure!"),  # an invention
    ("Ask Joyce Phiri first.", "Ask [name] fir"),  # cut
    ("Ask Joyce Phiri first.", "Ask Jo[name] first."),  # half a word visible
    ("Ask Joyce Phiri first.", "Ask [name]yce Phiri first."),
    ("Ask Okoth-Ouma", "Ask [name]-Ouma"),  # half a name visible
    ("Ask Joyce Phiri first.", "Ask [person] first."),  # not on the list
    ("Ask Joyce", "Ask [name]Joyce"),  # hides nothing
    ("Ask Joyce", "Ask[name]"),  # hides the white space before it
    ("Ask Joyce now", "Ask [name]now"),  # hides the white space behind it
    ("🧒🏾 ok", "🧒[name] ok"),  # inside a grapheme cluster
    ("", "[name]"),
    ("  ", "[name]"),
]


@pytest.mark.parametrize(("source", "twin"), ACCEPTED)
def test_accepts(source: str, twin: str) -> None:
    assert grammar(source, ("w'",)).accepts(twin)


@pytest.mark.parametrize(("source", "twin"), REJECTED)
def test_rejects(source: str, twin: str) -> None:
    assert not grammar(source, ("w'",)).accepts(twin)


def test_a_placeholder_hides_a_bounded_number_of_pieces() -> None:
    source = "one two three four five"  # nine pieces: words and spaces
    assert grammar(source, max_hidden_pieces=3).accepts("[name] four five")
    assert not grammar(source, max_hidden_pieces=3).accepts("[name] five")


TEXTS = st.text(alphabet=st.sampled_from("ab Z'-,.\n[]1é́张አ👩‍🏾"), max_size=40)


@given(TEXTS, st.data())
def test_every_rendering_over_whole_words_is_accepted(source: str, data: st.DataObject) -> None:
    places = edges(source)
    spans = []
    at = 0
    while at < len(places) - 1 and len(spans) < 4:
        first = data.draw(st.integers(at, len(places) - 1))
        last = data.draw(st.integers(first, min(first + 6, len(places) - 1)))
        start, end = places[first], places[last]
        if start < end and not source[start].isspace() and not source[end - 1].isspace():
            spans.append((start, end, data.draw(st.sampled_from(TAGS))))
        at = last + 1
    assert grammar(source).accepts(write_twin(source, spans, "[{}]".format))


@given(TEXTS, TEXTS)
def test_a_twin_without_placeholders_is_the_source(source: str, other: str) -> None:
    assert grammar(source).accepts(source)
    if "[name]" not in other and "[tel]" not in other:
        assert grammar(source).accepts(other) == (source == other)
