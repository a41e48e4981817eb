from __future__ import annotations

import pytest

from eval.causes import causes, is_lower, name_words
from eval.slices import Slice, case_of, name_facts, slices
from eval.worst import worst
from tests.eval.build import DOCUMENTS, document, prediction, predictions, scheme

TEXT = "Naitwa Achieng Otieno, na zuri qwxzy, na Zorblat Fnoor."
GOLD = [(7, 21, "person.patient"), (26, 36, "person.relative"), (41, 54, "person.other")]


def found(spans):
    return {cause: n for cause, n in causes([document(TEXT, GOLD)], {"1": prediction(spans)}, scheme()).items() if n}


def test_each_error_has_one_cause():
    assert found([]) == {"other": 1, "lower case": 1, "unseen": 1}
    assert found([(7, 14, "PERSON")])["boundary"] == 1
    assert found([(7, 21, "DATE")])["category"] == 1
    assert found([(7, 14, "DATE")])["both"] == 1
    assert found([(0, 6, "DATE")])["spurious"] == 1
    everything = [(7, 21, "PERSON"), (26, 36, "PERSON_THIRD_PARTY"), (41, 54, "PERSON_THIRD_PARTY")]
    assert found(everything) == {}


def test_names_of_the_training_data_are_seen():
    doc = document(TEXT, [(41, 54, "person.patient")])
    assert causes([doc], {"1": prediction()}, scheme(), known={"zorblat"})["other"] == 1
    listed = document(TEXT, [(7, 21, "person.patient")])
    assert causes([listed], {"1": prediction()}, scheme())["other"] == 1
    assert causes([listed], {"1": prediction()}, scheme(), known={"zorblat"})["unseen"] == 1  # in a list, held out
    assert "achieng" in name_words("swa")
    assert name_words("spa") == name_words(None) == frozenset()


def test_case_of_words():
    cases = {"Joyce Phiri": "Title", "JOYCE": "UPPER", "joyce": "lower", "joyce Phiri": "mixed"}
    cases |= {"0712": "none", "王": "none"}
    assert {words: case_of(words) for words in cases} == cases
    assert is_lower("zuri")
    assert not is_lower("0712")


def test_a_name_has_the_gender_and_country_of_its_lists():
    genders, origins, common = name_facts("swa", "Mercy")
    assert (genders, common) == ({"female"}, False)
    assert "KE" in origins
    assert name_facts("swa", "Neema")[2]  # also an ordinary word
    assert name_facts("spa", "Ana") == (frozenset(), frozenset(), False)


def test_slices_add_up():
    parts = slices(DOCUMENTS, predictions(), scheme())
    for by in ("case", "position", "lang"):
        assert sum(part.items for part in parts if part.by == by) == 5
        assert sum(part.hidden for part in parts if part.by == by) == 3
    people = [part for part in parts if part.by == "gender"]
    assert sum(part.items for part in people) == 2


def test_wilsons_interval():
    low, high = Slice("case", "lower", 9, 10).interval
    assert (round(low, 3), round(high, 3)) == (0.596, 0.982)
    assert Slice("case", "lower", 0, 5).interval[0] == pytest.approx(0.0)


def test_the_worst_come_first_with_what_was_and_should_be_hidden():
    first, *others = worst(DOCUMENTS, predictions(), scheme())
    assert (first.id, first.missed, first.needless) == ("4", 8, 0)
    assert first.view.splitlines()[:2] == ["SRC:  Umri miaka 34.", "GOLD:      ########"]
    assert [w.id for w in others] == ["1", "3", "2"]
    assert others[1].view.splitlines()[2] == "SYS:  xxxxxxx"
    assert worst([document("Asante.")], {"1": prediction()}, scheme()) == []
