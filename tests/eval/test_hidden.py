from __future__ import annotations

import pytest

from eval.hidden import altered, hidden_text, is_edge
from tests.eval.build import document, prediction, scheme

TEXT = "Ask (Joyce Phiri), Lusaka."
GOLD = [(5, 16, "person.patient"), (19, 25, "location.city")]


def hidden(text, gold, predicted):
    under = scheme()
    doc, answer = document(text, gold), prediction(predicted)
    return hidden_text(text, under.gold(doc), under.predicted(doc, answer), answer)


@pytest.mark.parametrize(
    ("predicted", "covered", "over"),
    [
        ([(5, 16, "PERSON"), (19, 25, "LOCATION_VILLAGE")], 2, False),
        ([(5, 16, "DATE"), (19, 25, "DATE")], 2, False),  # the category doesn't matter here
        ([(5, 10, "PERSON"), (10, 16, "PERSON")], 1, False),  # two spans cover together
        ([(5, 10, "PERSON"), (11, 16, "PERSON")], 0, False),  # the space between stays visible
        ([(4, 17, "PERSON")], 1, False),  # brackets at the edge
        ([(4, 26, "PERSON")], 2, False),  # bracket, comma, space and full stop between and behind
        ([(3, 17, "PERSON")], 1, False),  # white space, too
        ([(2, 17, "PERSON")], 1, True),  # a letter of "Ask"
        ([(0, 26, "PERSON")], 2, True),
        ([(5, 16, "PERSON"), (0, 3, "PERSON")], 1, True),
        ([(25, 26, "PERSON")], 0, False),  # a full stop beside a place
        ([(3, 4, "PERSON")], 0, True),  # white space alone, beside nothing personal
        ([], 0, False),
    ],
)
def test_coverage_and_over_redaction(predicted, covered, over):
    found = hidden(TEXT, GOLD, predicted)
    assert (found.covered, found.over) == (covered, over)


def test_characters_are_counted_once_where_spans_overlap():
    found = hidden(TEXT, GOLD, [(5, 12, "PERSON"), (8, 18, "PERSON")])
    assert (found.gold_chars, found.hidden_chars, found.both_chars) == (17, 13, 11)


def test_offsets_are_code_points():
    text = "🩺🧒🏾 Seen with her aunt Thandeka Mokoena at 14:10. Ward 3."
    assert hidden(text, [(23, 39, "person.relative")], [(23, 39, "PERSON_THIRD_PARTY")]).covered == 1
    assert hidden(text, [(23, 39, "person.relative")], [(26, 42, "PERSON_THIRD_PARTY")]).covered == 0


def test_a_whole_sentence_hidden_for_nothing_is_over_redaction():
    text = "How long is the queue at the clinic?"
    assert hidden(text, [], [(0, 36, "PERSON")]).over


def test_a_duration_hidden_as_a_date_is_over_redaction():
    text = "Start 10 mg x 5/7, review 05/07."
    gold = [(26, 31, "date.event")]
    assert not hidden(text, gold, [(26, 31, "DATE")]).over
    assert hidden(text, gold, [(26, 31, "DATE"), (14, 17, "DATE")]).over


@pytest.mark.parametrize(
    ("redacted", "spans", "expected"),
    [
        ("Ask [P].", [(4, 9, "PERSON", "[P]")], False),
        ("Ask  [P].", [(4, 9, "PERSON", "[P]")], True),
        ("Please ask [P].", [(4, 9, "PERSON", "[P]")], True),
        ("Ask Joyce.", [(4, 9, "PERSON", "[P]")], True),  # the text doesn't do what the spans say
        (None, [(4, 9, "PERSON", "[P]")], False),
        ("anything", [(4, 9, "PERSON")], False),  # no placeholder: can't be told
        ("anything", [(4, 9, "PERSON", "[P]"), (4, 9, "DATE", "[D]")], False),
    ],
)
def test_altered_text(redacted, spans, expected):
    assert altered("Ask Joyce.", prediction(spans, text=redacted)) is expected


@pytest.mark.parametrize(("char", "edge"), [(" ", True), ("\n", True), (".", True), ("+", True), ("。", True)])
def test_edges(char, edge):
    assert is_edge(char) is edge


@pytest.mark.parametrize("char", ["a", "7", "张", "é", "€"])
def test_content_is_no_edge(char):
    assert not is_edge(char)
