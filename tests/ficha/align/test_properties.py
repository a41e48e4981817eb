"""What holds for any two strings, and for any text that was rendered without ambiguity."""

from __future__ import annotations

import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

import ficha.align
from ficha.align import Alignment, align, visualise
from ficha.policy import load_policy
from ficha.twin import write_twin

PATIENT = load_policy("patient-requests")
CATEGORIES = ("name", "tel", "address", "email", "dob")

WORDS = ["a", "b", "Jo", "0722", "x@y.z", ",", ".", "(", ")", "<", ">", "'s", "["]
SIGNS = ["\r\n", "\n", " ", " ", "e\u0301", "\u0301", "王", "芳", "🧒🏾", "🧒", "🏾", "\u200d", "በአዳማ", "በ"]
PLACEHOLDERS = ["[name]", "[tel]", "[NAME_1]", "(name)", "<zzz>", "{email}"]
PIECES = st.sampled_from(WORDS + SIGNS + PLACEHOLDERS)
TEXTS = st.one_of(st.lists(PIECES, max_size=14).map("".join), st.text(max_size=40))


def check_valid(source: str, generated: str, found: Alignment) -> None:
    """In order, in bounds, apart from each other, on whole clusters; untouched text is equal."""
    clusters = {0, *(match.end() for match in regex.finditer(r"\X", source))}
    for span in found.spans:
        assert {span.start, span.end} <= clusters
    changes = [(s.start, s.end, s.generated_start, s.generated_end) for s in found.spans]
    assert all(s0 < s1 and g0 < g1 for s0, s1, g0, g1 in changes)
    changes += [(e.source_start, e.source_end, e.generated_start, e.generated_end) for e in found.edits]
    changes.sort(key=lambda change: (change[2], change[0]))
    source_at = generated_at = 0
    for s0, s1, g0, g1 in [*changes, (len(source), len(source), len(generated), len(generated))]:
        assert source_at <= s0 <= s1 <= len(source)
        assert generated_at <= g0 <= g1 <= len(generated)
        if source.isascii() and "\r" not in source:  # else a span may have been widened to a cluster
            check_same(source[source_at:s0], generated[generated_at:g0])
        source_at, generated_at = s1, g1


def check_same(visible: str, literal: str) -> None:
    """Equal but for punctuation that a span gave back, and white space round it or a dropped word."""
    kept, written = "".join(visible.split()), "".join(literal.split())
    at = kept.find(written)
    assert at >= 0
    assert not any(map(str.isalnum, kept[:at] + kept[at + len(written) :]))


@settings(max_examples=400, deadline=None)
@given(TEXTS, TEXTS, st.sampled_from([0, ficha.align.SMALL]))
@example("the[name] w' , \nx", "th name][name]w' , \nx", 0)
@example("x@y.z 'sthe王ab[x]", "x @x@y.zsthe 王abéx]", 1_500)
def test_any_two_strings(source: str, generated: str, small: int) -> None:
    whole = ficha.align.SMALL
    ficha.align.SMALL = small
    try:
        found = align(source, generated, PATIENT)
    finally:
        ficha.align.SMALL = whole
    check_valid(source, generated, found)
    assert len(visualise(source, generated, found).split("\n")) == 3


@st.composite
def edited_twins(draw: st.DrawFn) -> tuple[str, str]:
    """A text of words and its twin, with a few pieces put in the place of others."""
    source = "".join(draw(st.lists(PIECES, max_size=14)))
    generated = list(source)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(generated)))
        generated[at : at + draw(st.integers(0, 6))] = draw(PIECES)
    return source, "".join(generated)


@settings(max_examples=400, deadline=None)
@given(edited_twins())
def test_edited_twins(texts: tuple[str, str]) -> None:
    check_valid(*texts, align(*texts, PATIENT))


@st.composite
def rendered(draw: st.DrawFn) -> tuple[str, list[tuple[int, int, str]]]:
    """A text of different words, and spans of one to three of them with a visible word between two."""
    words = draw(
        st.lists(st.from_regex(r"[a-z王芳在天አዳማé0-9]{3,8}", fullmatch=True), min_size=1, max_size=24, unique=True)
    )
    # A letter of its own begins and ends each word, so that none stands inside another.
    words = [f"q{index}{word}x" for index, word in enumerate(words)]
    joint = draw(st.sampled_from([" ", ", ", "\r\n", " - ", "  "]))
    text = joint.join(words)
    starts = [sum(len(word) + len(joint) for word in words[:i]) for i in range(len(words))]
    spans: list[tuple[int, int, str]] = []
    i = draw(st.integers(0, 2))
    while i < len(words):
        last = min(i + draw(st.integers(0, 2)), len(words) - 1)
        spans.append((starts[i], starts[last] + len(words[last]), draw(st.sampled_from(CATEGORIES))))
        i = last + 2 + draw(st.integers(0, 3))
    return text, spans


@settings(max_examples=300, deadline=None)
@given(rendered(), st.sampled_from(["[{}]", "<{}>", "[{}_1]", "【{}】"]))
def test_a_rendering_gives_its_spans_back(case: tuple[str, list[tuple[int, int, str]]], look: str) -> None:
    text, spans = case
    found = align(text, write_twin(text, spans, look.format), PATIENT)
    assert [(s.start, s.end, s.category.id) for s in found.spans] == spans
    assert found.edits == ()


@settings(max_examples=200, deadline=None)
@given(rendered(), st.data())
def test_one_edit_amid_visible_words_is_found_alone(
    case: tuple[str, list[tuple[int, int, str]]], data: st.DataObject
) -> None:
    text, spans = case
    text += "  one two three four five"
    generated = write_twin(text, spans, "[{}]".format)
    old, new = data.draw(st.sampled_from([("two", "zwei"), ("three ", ""), ("four", "four and")]))
    found = align(text, generated.replace(f" {old}", f" {new}"), PATIENT)
    assert [(s.start, s.end, s.category.id) for s in found.spans] == spans
    (edit,) = found.edits
    assert text[edit.source_start : edit.source_end] == old.strip()


@settings(max_examples=200, deadline=None)
@given(TEXTS, TEXTS)
def test_visible_text_is_the_sources(source: str, generated: str) -> None:
    spans = [(s.start, s.end, s.category.id) for s in align(source, generated, PATIENT).spans]
    hidden = {at for start, end, _ in spans for at in range(start, end)}
    visible = "".join(character for at, character in enumerate(source) if at not in hidden)
    assert write_twin(source, spans, lambda _: "") == visible
