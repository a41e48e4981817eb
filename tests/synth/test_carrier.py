from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from synth.carrier import RUN, draws_from, runs, shared_runs, words
from synth.nodes import Bank, Choice, Node, Slot, Switch, Text
from synth.syntax import Grammar, parse_nodes
from synth.templates import load_texts
from tests.synth.build import make_pack

CASES = [
    ("a b c d e", {"a b c d e"}),
    ("A, b; C! d. E?", {"a b c d e"}),
    ("a b c {patient} d e f", set()),
    ("a b c d w'{patient}", {"a b c d w"}),
    ("a b [@plan] c d e", set()),
    ("a b [c|x] d e", {"a b c d e", "a b x d e"}),
    ("a b [c |]d e f", {"a b c d e", "b c d e f", "a b d e f"}),
    ("a b ni[c|x] d e", {"a b nic d e", "a b nix d e"}),
    ("a b {patient?he|she} d e", {"a b he d e", "a b she d e"}),
    ("a ng'ombe c d\ne", {"a ngombe c d e"}),
    ("a b [{drug}|c] d e", {"a b c d e"}),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_runs(text: str, expected: set[str], grammar: Grammar) -> None:
    assert {" ".join(run) for run in runs(parse_nodes(text, grammar), RUN)} == expected


def test_runs_of_a_script_without_spaces() -> None:
    assert runs((Text("患者头痛"),), 3, spaced=False) == {("患", "者", "头"), ("者", "头", "痛")}


_text = st.text(alphabet="ab ,", min_size=0, max_size=6).map(Text)
_leaf = st.one_of(_text, st.just(Slot("patient")), st.just(Switch("patient", 1, "a", "b ")))
_option = st.lists(_leaf, max_size=2).map(tuple)
_node = st.one_of(_leaf, st.lists(_option, min_size=2, max_size=3).map(lambda o: Choice(tuple(o))))


def spelt_out(nodes: tuple[Node, ...]) -> set[tuple[str, ...]]:
    """The runs of three by writing out every text: slow and plain."""
    choices = []
    for node in nodes:
        if isinstance(node, Choice):
            options = [part for option in node.options for part in texts_of(option)]
        else:
            options = texts_of((node,))
        choices.append(options)
    found = set()
    for combination in product(*choices):
        for stretch in "".join(combination).split("|"):
            row = stretch.replace(",", " ").split()
            found |= {tuple(row[i : i + 3]) for i in range(len(row) - 2)}
    return found


def texts_of(nodes: tuple[Node, ...]) -> list[str]:
    parts = [[n.male, n.female] if isinstance(n, Switch) else [n.text if isinstance(n, Text) else "|"] for n in nodes]
    return ["".join(c) for c in product(*parts)]


@given(st.lists(_node, max_size=5).map(tuple))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_walk_equals_spelling_everything_out(nodes: tuple[Node, ...]) -> None:
    assert runs(nodes, 3) == spelt_out(nodes)


def test_shared_runs_name_both_places(tmp_path: Path) -> None:
    templates = {"message": "== a\none two [three|3] four five\n== b\nx ONE, two three four five y\n== c\nq {patient}"}
    clauses = {
        "plan": "six seven eight nine ten\nsix seven eight nine ten eleven",
        "talk": "six seven eight nine ten x",
    }
    faults = [str(f) for f in shared_runs(load_texts(make_pack(tmp_path, templates, clauses)))]
    assert faults == [
        "zzz/templates/message.txt:3: shares 'one two three four five' with zzz/templates/message.txt:1: "
        "expected no common run of 5 carrier words",
        "zzz/clauses/talk.txt:1: shares 'six seven eight nine ten' with zzz/clauses/plan.txt:1: "
        "expected no common run of 5 carrier words",
    ]


def test_words_as_written(grammar: Grammar) -> None:
    assert list(words(parse_nodes("Don't [ask|Tell] Bell's {patient?He|She}", grammar))) == [
        "Don't", "ask", "Tell", "Bell", "s", "He", "She",
    ]  # fmt: skip


def test_draws_from() -> None:
    assert draws_from((Text("a"), Bank("plan"), Bank("plan"))) == {"plan"}
