"""The grammar that goes to a server and the one that the local engine walks allow the same twins."""

from __future__ import annotations

import pytest
import xgrammar
from hypothesis import given, settings
from hypothesis import strategies as st

from ficha.boundaries import edges
from ficha.engine.ebnf import Forced, write_ebnf
from ficha.engine.grammar import CopyGrammar
from ficha.twin import write_twin
from tests.ficha.engine.test_grammar import ACCEPTED, REJECTED, TAGS, TEXTS, grammar

COMPILER = xgrammar.GrammarCompiler(
    xgrammar.TokenizerInfo([bytes([b]) for b in range(256)] + [b"</s>"], stop_token_ids=[256]), max_threads=1
)


def served(local: CopyGrammar, twin: str, forced: Forced | None = None) -> bool:
    """Whether xgrammar takes `twin` as a complete answer."""
    matcher = xgrammar.GrammarMatcher(COMPILER.compile_grammar(write_ebnf(local, forced)))
    return (not twin or matcher.accept_string(twin)) and matcher.accept_token(256)


@pytest.mark.parametrize(("source", "twin"), ACCEPTED + REJECTED)
def test_the_table_of_the_local_grammar(source: str, twin: str) -> None:
    local = grammar(source, ("w'",))
    assert served(local, twin) == local.accepts(twin)


def test_a_skip_is_as_bounded() -> None:
    local = grammar("one two three four five", max_hidden_pieces=3)
    assert served(local, "[name] four five")
    assert not served(local, "[name] five")


@settings(deadline=None, max_examples=60)
@given(TEXTS | st.text(max_size=20), st.data())
def test_both_accept_the_same_strings(source: str, data: st.DataObject) -> None:
    local = grammar(source, ("w'",), max_hidden_pieces=data.draw(st.sampled_from([2, 48])))
    places = edges(source)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(places) - 1), max_size=6, unique=True)))
    spans = [
        (places[a], places[b], data.draw(st.sampled_from(TAGS))) for a, b in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    twin = write_twin(source, spans, "[{}]".format)
    assert served(local, twin) == local.accepts(twin)
    at = data.draw(st.integers(0, len(twin)))
    changed = (
        twin[:at] + data.draw(st.sampled_from(["", "x", "[name]", " "])) + twin[at + data.draw(st.integers(0, 2)) :]
    )
    assert served(local, changed) == local.accepts(changed)


@pytest.mark.parametrize(
    "char", [chr(n) for n in (*range(0, 32), 34, 91, 92, 127, 133, 160, 0x2028, 0x200B, 0x202E, 0x1F9D2)]
)
def test_every_character_can_be_copied(char: str) -> None:
    source = f"a {char} b{char}"
    local = grammar(source)
    assert served(local, source)
    assert not served(local, source + "x")


def test_a_forced_beginning() -> None:
    local = grammar("Ask Joyce Phiri first.")
    forced = Forced("Ask ", 4)
    assert served(local, "Ask [name] first.", forced)
    assert served(local, "Ask [tel] Phiri [name].", forced)
    assert not served(local, "Ask Joyce Phiri first.", forced)
    assert not served(local, "[name] Joyce Phiri first.", forced)


def test_a_policy_without_categories_copies() -> None:
    local = CopyGrammar("Ask Joyce.", [], edges("Ask Joyce."))
    assert served(local, "Ask Joyce.")
    assert not served(local, "Ask [name].")
