"""A twin is read back to exactly what it hides, brackets in the source or not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ficha.boundaries import edges
from ficha.engine.parse import parse
from ficha.twin import write_twin
from tests.ficha.engine.test_grammar import ACCEPTED, REJECTED, TAGS, TEXTS, grammar


@pytest.mark.parametrize(
    ("source", "twin", "hidden"),
    [
        ("Ask Joyce Phiri first.", "Ask [name] first.", ["Joyce Phiri"]),
        ("Ask Joyce Phiri first.", "Ask [name] [name] first.", ["Joyce", "Phiri"]),
        ("see [name] there", "see [name] there", []),  # it stands in the source: text
        ("see [name] Joyce", "see [name] [name]", ["Joyce"]),
        ("see [name] Joyce", "see [name]", ["[name] Joyce"]),
        ("[name] is [tel]", "[[tel]] is [tel]", ["name"]),
        ("a b a b c", "[name] b c", ["a b a"]),  # of two readings the one that hides more
        ("張偉 🧒🏾 w'Achieng", "[name] 🧒🏾 w'[name]", ["張偉", "Achieng"]),
        ("", "", []),
    ],
)
def test_what_is_hidden(source: str, twin: str, hidden: list[str]) -> None:
    found = parse(grammar(source, ("w'",)), twin)
    assert found is not None
    assert [source[part.start : part.end] for part in found] == hidden
    assert [twin[part.twin_start : part.twin_end] for part in found] == [f"[{part.tag}]" for part in found]


@pytest.mark.parametrize(("source", "twin"), ACCEPTED + REJECTED)
def test_it_reads_what_the_grammar_accepts(source: str, twin: str) -> None:
    local = grammar(source, ("w'",))
    assert (parse(local, twin) is not None) == local.accepts(twin)


@given(TEXTS, st.data())
def test_writing_again_gives_the_twin(source: str, data: st.DataObject) -> None:
    places = edges(source)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(places) - 1), max_size=6, unique=True)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    spans = [(places[a], places[b], data.draw(st.sampled_from(TAGS))) for a, b in pairs]
    twin = write_twin(source, spans, "[{}]".format)
    found = parse(grammar(source), twin)
    if found is not None:
        assert write_twin(source, [(p.start, p.end, p.tag) for p in found], "[{}]".format) == twin
        assert len(found) <= len(spans)
