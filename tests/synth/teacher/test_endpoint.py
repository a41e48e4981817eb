"""One endpoint, over real HTTP: what fails in passing is sent again, what can't work ends the run."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ficha.errors import EngineError
from synth.teacher.asking import NO_ANSWER
from synth.teacher.endpoint import Endpoint, Unanswered
from synth.teacher.requests import Answer
from tests.synth.teacher.build import QUESTION, asking, settings
from tests.synth.teacher.server import TRANSPORT, TeacherServer


def send(server: TeacherServer, attempts: int = 4) -> Answer:
    async def run() -> Answer:
        endpoint = Endpoint(settings(server, attempts))
        try:
            return await endpoint.send(QUESTION)
        finally:
            await endpoint.close()

    return asyncio.run(run())


@pytest.mark.parametrize("fault", TRANSPORT)
def test_what_fails_in_passing_is_sent_again(fault: str) -> None:
    with TeacherServer(lambda digest, nth: fault if nth == 0 else None) as server:
        answer = send(server)
    assert "Begin each text" in answer.content
    assert (answer.input_tokens, answer.output_tokens, answer.finish_reason) == (100, 50, "stop")
    assert server.faults == {fault: 1}
    assert sum(server.seen.values()) == 2


def test_retry_after_is_obeyed() -> None:
    with TeacherServer(lambda digest, nth: "429" if nth == 0 else None) as server:
        send(server)
    assert server.times[1] - server.times[0] >= 0.2  # what the header says; the first wait of our own is 0.02


@pytest.mark.parametrize(
    ("fault", "kind"),
    [("429", "HTTP 429"), ("500", "HTTP 500"), ("slow", "timeout"), ("cut stream", "broken connection"),
     ("no json", "no chat completion")],
)  # fmt: skip
def test_attempts_are_limited_and_the_kind_is_said(fault: str, kind: str) -> None:
    with TeacherServer(lambda digest, nth: fault) as server, pytest.raises(Unanswered, match=f"^{kind}$"):
        send(server, attempts=2)
    assert sum(server.seen.values()) == 2


def test_a_wrong_key_ends_it_at_once() -> None:
    with TeacherServer(lambda digest, nth: "401") as server, pytest.raises(EngineError, match="set OPENAI_API_KEY"):
        send(server)
    assert sum(server.seen.values()) == 1


@pytest.mark.parametrize("refuses", [(), ("json_schema",), ("json_schema", "json_object")])
def test_structured_outputs_and_what_comes_after_them(refuses: tuple[str, ...]) -> None:
    with TeacherServer(refuses=refuses) as server:
        send(server)
    asked = server.bodies[-1].get("response_format")
    assert (asked or {}).get("type") == (None if len(refuses) == 2 else "json_object" if refuses else "json_schema")
    if not refuses:
        assert asked["json_schema"]["schema"] == QUESTION.shape.schema


def test_parameters_that_an_endpoint_has_not_are_renamed_or_left_out() -> None:
    with TeacherServer(refuses=('"temperature"', '"seed"', '"max_tokens"')) as server:
        send(server)
    assert not {"temperature", "seed", "max_tokens"} & server.bodies[-1].keys()
    assert server.bodies[-1]["max_completion_tokens"] == QUESTION.max_tokens
    assert server.bodies[-1]["response_format"]["type"] == "json_schema"


def test_what_no_parameter_helps_against_is_an_error_without_the_endpoints_words(tmp_path: Path) -> None:
    with (
        TeacherServer(refuses=("What is wrong",)) as server,
        pytest.raises(EngineError, match="the endpoint answered HTTP 400: it refuses the request") as caught,
    ):
        send(server)
    assert "supported" not in str(caught.value)


def test_an_endpoint_that_never_answers_leaves_a_reason(tmp_path: Path) -> None:
    with TeacherServer(lambda digest, nth: "500") as server:
        outcome = asking(server, tmp_path, lambda teacher: teacher.good(QUESTION), attempts=1)
    assert outcome.reason == f"{NO_ANSWER}: HTTP 500"
