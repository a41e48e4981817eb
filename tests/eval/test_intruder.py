from __future__ import annotations

import pytest

from eval.intruder import people_of, probe, read_people, redacted, with_person
from ficha.document import Document, Span
from ficha.errors import InputError
from tests.eval.build import document, prediction, write

NAMES = ["Achieng Otieno", "Joyce Phiri", "Rudo Banda", "Esi Boateng"]
DOCUMENTS = [
    Document(str(n), f"Naitwa {name}, nina homa.", "swa", (Span(7, 7 + len(name), "age"),), {"patient": name})
    for n, name in enumerate(NAMES)
]
TRUTH = {d.id: str(d.meta["patient"]) for d in DOCUMENTS}


def attack(answers):
    texts = {d.id: redacted(d, a) for d, a in zip(DOCUMENTS, answers, strict=True)}
    return probe(texts, TRUTH, people_of(DOCUMENTS))


def test_names_in_the_clear_link_everyone():
    found = attack([prediction()] * 4)
    assert (found.risk, found.linked, found.people, found.chance) == (1.0, 4, 4, 0.25)


def test_without_names_the_intruder_guesses():
    found = attack([prediction([(d.spans[0].start, d.spans[0].end, "PERSON")]) for d in DOCUMENTS])
    assert (found.risk, found.linked) == (0.25, 0)


def test_half_a_name_is_enough():
    found = attack([prediction([(d.spans[0].start, d.spans[0].start + 4, "PERSON")]) for d in DOCUMENTS])
    assert found.risk == 1.0


def test_a_failed_answer_shows_nothing():
    assert attack([prediction(status="failed")] * 4).risk == 0.25


def test_a_word_that_two_share_is_a_guess_between_them():
    people = {"a": {"achieng", "kibera"}, "b": {"otieno", "kibera"}, "c": {"kisumu"}}
    found = probe({"1": "Yuko Kibera."}, {"1": "a"}, people)
    assert (found.hits, found.linked) == (0.5, 1)
    assert probe({"1": "Yuko Kibera."}, {"1": "c"}, people).hits == 0


def test_words_beside_a_gap_do_not_grow_together():
    assert redacted(document("abcDEF ghi"), prediction([(3, 6, "PERSON"), (4, 8, "DATE")])) == "abc\n\nhi"


def test_a_list_of_people_is_read(tmp_path):
    path = write(tmp_path / "p.jsonl", [{"id": "p-1", "facts": ["Achieng Otieno", "Kibera"]}])
    assert read_people(path) == {"p-1": {"achieng", "otieno", "kibera"}}
    with pytest.raises(InputError, match=r"p\.jsonl line 1: field 'facts'"):
        read_people(write(tmp_path / "p.jsonl", [{"id": "p-1", "facts": "Achieng"}]))


def test_what_can_not_be_attacked_is_said():
    assert with_person([document("Asante")]) == []
    with pytest.raises(InputError, match="no documents with a person"):
        probe({}, {}, {"a": {"x"}})
    with pytest.raises(InputError, match="1 people of the gold file are not in the list"):
        probe({"1": "x"}, {"1": "z"}, {"a": {"x"}})
