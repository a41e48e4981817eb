"""Whether an answer is good; the cases T06, B34 and B35 of the fault reports."""

from __future__ import annotations

import json

import pytest

from synth.teacher.answers import DEGENERATE, INVALID, OK, REFUSED, TRUNCATED, judge, loops, speaks_as_machine
from synth.teacher.requests import Answer, Shape

ENTITIES = Shape("entities", many=True)
TWIN = Shape("twin", many=False)


def status(content: str, finish: str | None = "stop", shape: Shape = ENTITIES, refusal: str | None = None) -> str:
    return judge(Answer(content, finish, refusal, 1, 1), shape).status


def test_t06_a_cut_answer_is_truncated_and_holds_nothing() -> None:
    judged = judge(Answer('{"entities": [{"text": "Amina Yus', "length", None, 1, 1), ENTITIES)
    assert judged.status == TRUNCATED
    assert judged.values == ()
    assert status('{"entities": ["Amina"]}', "length") == TRUNCATED  # though it closes


def test_b34_a_loop_is_degenerate_before_any_json_is_read() -> None:
    looping = '{"items":[' + '{"t":"fever"},' * 400
    assert status(looping) == DEGENERATE
    assert status(looping, "length") == DEGENERATE
    assert status(json.dumps({"entities": ["fever and chills again"] * 60})) == DEGENERATE


def test_b35_a_piece_inside_a_broken_object_is_never_taken() -> None:
    broken = '{"note": "...", "entities": [{"text": "Odhiambo", "label": "NAME"}, {"text": "Kisu'
    assert status(broken) == INVALID
    assert status('{"entities": ["a"]} and more') == INVALID
    assert status('Here it is: {"entities": ["a"]}') == INVALID
    assert status('{"note": "x", "entities": ["a"]}') == INVALID


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('{"entities": ["a", "b"]}', OK),
        ('```json\n{"entities": ["a"]}\n```', OK),
        ('["a", "b"]', OK),  # a bare array stands for the object's only field
        ('{"entities": []}', INVALID),
        ('{"entities": [""]}', INVALID),
        ('{"entities": [1]}', INVALID),
        ('{"entities": "a"}', INVALID),
        ('{"entities": ["\\ud800"]}', INVALID),
        ("", INVALID),
        ("Sorry, I cannot.", REFUSED),
        ("Samahani, siwezi kusaidia.", REFUSED),
        ("抱歉，我无法提供。", REFUSED),
        ('{"entities": ["Sorry, I cannot come on Friday"]}', OK),  # a patient's own words
    ],
)
def test_the_whole_answer_must_have_the_shape(content: str, expected: str) -> None:
    assert status(content) == expected


def test_one_string() -> None:
    assert judge(Answer('{"twin": "Naitwa [person.patient]"}', "stop", None, 1, 1), TWIN).values == (
        "Naitwa [person.patient]",
    )
    assert status('["a"]', shape=TWIN) == INVALID
    assert status('{"twin": ["a"]}', shape=TWIN) == INVALID
    assert status('{"twin": "a"}', "content_filter", TWIN) == REFUSED
    assert status("", shape=TWIN, refusal="no") == REFUSED


def test_ordinary_repetition_is_no_loop() -> None:
    assert not loops("Bed 1: stable, obs 4 hourly. Bed 2: stable, obs 4 hourly. Bed 3: for theatre. Bed 4: home today.")
    assert not loops("no no no")
    assert loops("ndiyo " * 40)
    assert loops("发烧" * 60)


def test_a_machine_that_speaks_of_itself() -> None:
    assert speaks_as_machine("As an AI I have no patients")
    assert speaks_as_machine("I'm sorry, I can't help with that request")
    assert not speaks_as_machine("I'm sorry, I can't help him to stand any more")
