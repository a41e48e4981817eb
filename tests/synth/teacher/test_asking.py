"""Asking until an answer is good: what is asked again, what is kept, what it costs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from synth.teacher.account import Account, Prices
from synth.teacher.answers import REASONS
from synth.teacher.asking import ATTEMPTS, MOST_UNANSWERED, Outcome, Teacher
from synth.teacher.cache import Cache
from synth.teacher.endpoint import Stopped
from tests.synth.teacher.build import QUESTION, asking, settings
from tests.synth.teacher.server import TeacherServer


def ask(server: TeacherServer, cache: Path) -> Outcome:
    return asking(server, cache, lambda teacher: teacher.good(QUESTION))


def test_a_cut_answer_is_asked_for_with_more_room_and_never_taken(tmp_path: Path) -> None:
    def cut_below_400(digest: int, nth: int) -> str | None:
        return "length" if server.bodies[-1]["max_tokens"] < 400 else None

    with TeacherServer(cut_below_400) as server:
        assert ask(server, tmp_path).values == ("Begin each text in another way.",)
        assert [body["max_tokens"] for body in server.bodies] == [100, 200, 400]
        # T06: the cut answers lie in the cache as what they are; a second run pays for none and takes none for good
        assert ask(server, tmp_path).values == ("Begin each text in another way.",)
        assert len(server.bodies) == 3
    kept = [json.loads(file.read_text(encoding="utf-8")) for file in tmp_path.rglob("*.json")]
    assert sorted(answer["finish_reason"] for answer in kept) == ["length", "length", "stop"]


def test_b34_a_loop_is_asked_for_once_more_and_cooler(tmp_path: Path) -> None:
    with TeacherServer(lambda digest, nth: "loops") as server:
        outcome = ask(server, tmp_path)
    assert outcome.reason == REASONS["degenerate"]
    assert [body["temperature"] for body in server.bodies] == [1.0, 0.5]


@pytest.mark.parametrize("fault", ["malformed json", "refused", "empty"])
def test_bad_answers_are_asked_for_with_another_seed(tmp_path: Path, fault: str) -> None:
    with TeacherServer(lambda digest, nth: fault if len(server.bodies) < 3 else None) as server:
        assert ask(server, tmp_path).values
    assert [body["seed"] for body in server.bodies] == [0, 1, 2]


def test_attempts_end_and_the_last_answer_is_shown(tmp_path: Path) -> None:
    with TeacherServer(lambda digest, nth: "refused") as server:
        outcome = ask(server, tmp_path)
    assert (outcome.reason, outcome.raw, len(server.bodies)) == ("teacher refused", "Sorry, I cannot.", ATTEMPTS)


def test_what_the_caller_calls_unusable_is_asked_for_again(tmp_path: Path) -> None:
    with TeacherServer() as server:
        outcome = asking(server, tmp_path, lambda t: t.good(QUESTION, lambda values: "not what I meant"))
    assert (outcome.reason, len(server.bodies)) == ("not what I meant", ATTEMPTS)


def many(teacher: Teacher, count: int) -> asyncio.Future[list[Outcome | BaseException]]:
    requests = [replace(QUESTION, seed=1000 * number) for number in range(count)]
    return asyncio.gather(*map(teacher.good, requests), return_exceptions=True)


Ran = tuple[Teacher, Account, Sequence[object]]


def run_many(server: TeacherServer, cache: Path, budget: float, count: int = 30) -> Ran:
    async def run() -> Ran:
        account = Account(Prices(10.0, 10.0), budget)
        teacher = Teacher(settings(server), Cache(cache), account, concurrency=4)
        try:
            return teacher, account, await many(teacher, count)
        finally:
            await teacher.close()

    return asyncio.run(run())


def test_the_budget_is_never_passed_and_stops_cleanly(tmp_path: Path) -> None:
    # An answer is 150 tokens at 10 USD a million: 0.0015 USD. The worst case is what counts before a call.
    with TeacherServer() as server:
        teacher, account, outcomes = run_many(server, tmp_path, budget=0.0152)
    assert teacher.stopped == "budget"
    assert teacher.error is None
    assert account.spent_usd <= 0.0152
    answered = [o for o in outcomes if isinstance(o, Outcome)]
    assert len(answered) == account.calls == sum(server.answered.values()) == 10
    assert all(isinstance(o, Stopped) for o in outcomes if not isinstance(o, Outcome))


def test_a_budget_that_is_enough_only_once_others_are_settled(tmp_path: Path) -> None:
    with TeacherServer() as server:
        teacher, account, _ = run_many(server, tmp_path, budget=0.0062, count=3)
    assert teacher.stopped is None
    assert account.calls == 3


def test_an_endpoint_that_is_down_ends_the_run(tmp_path: Path) -> None:
    with TeacherServer() as server:
        gone = server
    teacher, _, outcomes = run_many(gone, tmp_path, budget=9.0, count=12)
    assert teacher.error is not None
    assert f"{MOST_UNANSWERED} calls in a row had no answer (the last: broken connection)" in str(teacher.error)
    assert any(isinstance(o, Stopped) for o in outcomes)
