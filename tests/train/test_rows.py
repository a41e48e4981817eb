"""Rows: twins, drawn policies, windows that don't cut spans."""

from __future__ import annotations

from collections import Counter

from ficha.document import Document, Span
from ficha.policy import load_policy
from tests.train.build import document
from train.rows import RowOptions, draw_policy, training_rows

PROMPT = "Copy the text. Replace {categories}"


def count(piece: str) -> int:
    return len(piece.split())


def rows_of(documents: list[Document], window: int = 100, epoch: int = 0) -> list:  # type: ignore[type-arg]
    return list(training_rows(documents, RowOptions(PROMPT, window, epoch), count))


def test_the_answer_hides_what_the_instruction_lists_and_nothing_else() -> None:
    for row in rows_of([document(n) for n in range(60)]):
        said = row.prompt[0]["content"]
        name = "[patient]" if "[patient]" in said else "[name]" if "[name]" in said else None
        assert (name is not None and name in row.answer) == ("Otieno" not in row.answer)
        assert ("[tel]" in said) == ("[tel]" in row.answer) == ("0712" not in row.answer)
        assert row.prompt[1] == {"role": "user", "content": row.text}


def test_draws_depend_on_the_document_and_the_epoch_alone() -> None:
    documents = [document(n) for n in range(40)]
    assert rows_of(documents) == rows_of(documents[::-1])[::-1]
    assert [r.prompt for r in rows_of(documents)] != [r.prompt for r in rows_of(documents, epoch=1)]


def test_shares_of_policies_and_of_whole_ones() -> None:
    drawn = [draw_policy(document(n), RowOptions(PROMPT, 100)) for n in range(2000)]
    names = Counter(policy.name for policy in drawn)
    assert 0.45 < names["patient-requests"] / 2000 < 0.55  # the default policy of English
    assert names.keys() == {"patient-requests", "afrimed", "hipaa"}
    whole = sum(policy == load_policy(policy.name) for policy in drawn)
    assert 0.45 < whole / 2000 < 0.55
    assert all(policy.listed for policy in drawn)


def test_instructions_come_from_a_pool_so_that_rows_share_them() -> None:
    said = {row.prompt[0]["content"] for row in rows_of([document(n) for n in range(1000)])}
    assert len(said) <= 3 * 13


def test_a_long_document_is_cut_outside_its_spans() -> None:
    name = "Ann Mary Otieno Achieng Wanjiru Kamau"
    text = f"one two three four {name} came today. " + "She was well. " * 8
    spans = (Span(text.index(name), text.index(name) + len(name), "person.patient"),)
    rows = rows_of([Document("long", text.strip(), "eng", spans)], window=8)
    assert [row.id for row in rows][:3] == ["long", "long#2", "long#3"]
    assert sum(name in row.text for row in rows) == 1
    assert " ".join(row.text for row in rows) == text.strip()
