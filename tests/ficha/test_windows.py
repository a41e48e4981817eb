"""Windows: their sizes, where they are cut, and that nothing is left out."""

from __future__ import annotations

import tracemalloc

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from ficha.errors import UsageError
from ficha.windows import Window, overlapping, windows


def words(piece: str) -> int:
    return len(piece.split())


def characters(piece: str) -> int:
    return len(piece)


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("", 5, []),
        (" \n\t ", 5, []),
        ("  One two.  ", 5, ["One two."]),
        ("One two. Three four. Five.", 4, ["One two. Three four.", "Five."]),
        ("One two. Three four five six. Seven.", 4, ["One two.", "Three four five six.", "Seven."]),
        ("One two three.\n\nFour. Five six.", 4, ["One two three.", "Four. Five six."]),  # a paragraph beats a sentence
        ("Name: Ann\nAge: 4\nWard: 7 B", 4, ["Name: Ann\nAge: 4", "Ward: 7 B"]),
        ("a b c d e f g", 3, ["a b c", "d e f", "g"]),
        ('He said "no." Then left home.', 3, ['He said "no."', "Then left home."]),
        ("Temp 38.2 today and high", 3, ["Temp 38.2 today", "and high"]),  # a point inside a number ends nothing
        ("One. two three four five six", 5, ["One. two three four five", "six"]),  # too early a sentence end
    ],
)
def test_cuts(text: str, limit: int, expected: list[str]) -> None:
    assert [w.text for w in windows(text, limit, words)] == expected


def test_chinese_is_cut_behind_its_full_stops() -> None:
    text = "患者张伟来诊。他说：“我很好。”明天复查！电话已记。"
    assert [w.text for w in windows(text, 10, characters)] == [
        "患者张伟来诊。",
        "他说：“我很好。”",
        "明天复查！电话已记。",
    ]


def test_a_long_word_is_cut_between_grapheme_clusters() -> None:
    family = "👩‍👩‍👧"
    assert [w.text for w in windows(family * 3, 6, characters)] == [family] * 3
    accented = "e\u0301" * 5
    assert [w.text for w in windows(accented, 4, characters)] == ["e\u0301e\u0301"] * 2 + ["e\u0301"]


def test_an_unbroken_stretch_is_never_cut() -> None:
    text = "one two Ann Mary Otieno Achieng three four"
    start = text.index("Ann")
    found = windows(text, 4, words, [(start, text.index(" three"))])
    assert [w.text for w in found] == ["one two", "Ann Mary Otieno Achieng", "three four"]
    longer = windows(text, 2, words, [(start, text.index(" three"))])
    assert "Ann Mary Otieno Achieng" in [w.text for w in longer]


def test_a_stretch_inside_a_word_holds_the_word_together() -> None:
    found = windows("x" * 30, 10, characters, [(5, 25)])
    assert [(w.start, w.end) for w in found] == [(0, 5), (5, 25), (25, 30)]


@given(st.text(alphabet="ab .!?\n\t。，\u00a0\u200be\u0301👩‍", max_size=200), st.integers(1, 12))
def test_nothing_is_left_out_and_no_window_is_too_long(text: str, limit: int) -> None:
    found = windows(text, limit, characters)
    kept = [False] * len(text)
    for window in found:
        assert window == Window(window.start, window.end, text[window.start : window.end])
        assert window.text == window.text.strip() != ""
        kept[window.start : window.end] = [True] * len(window.text)
        assert len(window.text) <= limit or len(regex.findall(r"\X", window.text)) == 1
    assert all(k or c.isspace() for k, c in zip(kept, text, strict=True))
    assert [w.start for w in found] == sorted(w.start for w in found)


@given(st.text(alphabet="ab. \n", max_size=80), st.data())
def test_stretches_lie_wholly_in_one_window(text: str, data: st.DataObject) -> None:
    edges = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6, unique=True)))
    stretches = list(zip(edges[::2], edges[1::2], strict=False))
    found = windows(text, 4, characters, stretches)
    for start, end in stretches:
        if text[start:end].strip():
            inner = (
                start + len(text[start:end]) - len(text[start:end].lstrip()),
                start + len(text[start:end].rstrip()),
            )
            assert sum(w.start <= inner[0] and inner[1] <= w.end for w in found) == 1


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(UsageError, match="at least 1"):
        windows("a", 0, words)


@pytest.mark.parametrize("joint", [" ", "", "。", "\n\n"])
def test_every_character_is_counted_about_once(joint: str) -> None:
    read = [0]

    def count(piece: str) -> int:
        read[0] += len(piece)
        return len(piece)

    text = joint.join(f"word{n}" for n in range(5_000))
    windows(text, 50, count)
    assert read[0] <= 2 * len(text)


def test_overlapping_windows_begin_with_a_sentence_of_the_one_before() -> None:
    text = "One two. Three four. Five six. Seven eight. Nine."
    found = [w.text for w in overlapping(text, 6, words, 2)]
    assert found == ["One two. Three four. Five six.", "Five six. Seven eight. Nine."]


def test_a_cut_inside_a_sentence_is_read_with_the_words_before_it() -> None:
    found = [w.text for w in overlapping("a b c d e f g h i", 4, words, 2)]
    assert found == ["a b c d", "c d e f", "e f g h", "g h i"]


@given(st.text(alphabet="ab .!?\n\t。，\u00a0\u200be\u0301👩‍", max_size=200), st.integers(2, 12), st.integers(0, 6))
def test_overlapping_windows_hold_everything(text: str, limit: int, overlap: int) -> None:
    kept = [False] * len(text)
    for window in overlapping(text, limit, characters, min(overlap, limit - 1)):
        assert window == Window(window.start, window.end, text[window.start : window.end])
        assert len(window.text) <= limit or len(regex.findall(r"\X", window.text)) == 1
        kept[window.start : window.end] = [True] * len(window.text)
    assert all(k or c.isspace() for k, c in zip(kept, text, strict=True))


def test_memory_does_not_grow_with_the_document() -> None:
    def peak(sentences: int) -> int:
        text = "Mgonjwa anaendelea vizuri na hana homa leo. " * sentences
        tracemalloc.start()
        for _ in overlapping(text, 160, words, 26):
            pass
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return held

    peak(10)
    assert peak(8_000) < 2 * peak(400) + 10_000
