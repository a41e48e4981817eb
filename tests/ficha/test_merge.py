"""One decision a character; nothing that was found is shown; each loss has a reason."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from ficha.merge import Found, merge
from ficha.policy import load_policy

POLICY = load_policy("afrimed")


def found(start: int, end: int, category: str, source: str = "rule", score: float = 0.9) -> Found:
    return Found(start, end, POLICY.category(category), None, score, source, "test")  # type: ignore[arg-type]


def test_t07_one_placeholder_for_overlapping_finds() -> None:
    text = "Contact 0700000555 today."
    kept, dropped = merge(
        text, [found(8, 18, "CONTACT_PHONE"), found(8, 18, "ID_RECORD", "model"), found(12, 18, "DATE")]
    )
    assert [(k.start, k.end, k.category.id) for k in kept] == [(8, 18, "CONTACT_PHONE")]
    assert sorted((d.found.category.id, bool(d.reason)) for d in dropped) == [("DATE", True), ("ID_RECORD", True)]


def test_b19_nested_finds_become_one() -> None:
    kept, _ = merge("Licence KE-MED-204418 on file.", [found(8, 21, "ID_NATIONAL"), found(15, 21, "ID_RECORD")])
    assert [(k.start, k.end) for k in kept] == [(8, 21)]


def test_model_and_rule_agreeing_are_both() -> None:
    kept, dropped = merge("0712345678", [found(0, 10, "CONTACT_PHONE", "model", 0.4), found(0, 10, "CONTACT_PHONE")])
    assert [(k.source, k.score) for k in kept] == [("both", 0.9)]
    assert dropped == []


def test_what_the_loser_covers_beyond_stays_hidden() -> None:
    text = "Achieng Otieno 46"
    kept, _ = merge(text, [found(0, 14, "PERSON"), found(8, 17, "AGE")])
    assert [(text[k.start : k.end].strip(), k.category.id) for k in kept] == [
        ("Achieng Otieno", "PERSON"),
        ("46", "AGE"),
    ]


SPANS = st.lists(
    st.tuples(st.integers(0, 39), st.integers(1, 12), st.sampled_from(["PERSON", "DATE", "AGE"]), st.booleans()),
    max_size=12,
)


@given(SPANS)
def test_every_found_letter_stays_hidden_once(raw: list[tuple[int, int, str, bool]]) -> None:
    text = "abcdefghij " * 5
    spans = [found(a, min(a + n, 50), c, "model" if m else "rule") for a, n, c, m in raw]
    kept, _ = merge(text, spans)
    assert all(a.end <= b.start for a, b in itertools.pairwise(kept))
    wanted = {i for s in spans for i in range(s.start, s.end) if text[i].isalnum()}
    hidden = {i for k in kept for i in range(k.start, k.end)}
    assert wanted <= hidden
