"""Answers on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from ficha.errors import InputError
from synth.teacher.cache import Cache
from synth.teacher.requests import Answer
from tests.synth.teacher.build import QUESTION

ANSWER = Answer('{"faults": ["一"]}', "stop", None, 10, 5)


def test_what_is_put_is_got_and_nothing_else_lies_there(tmp_path: Path) -> None:
    cache, key = Cache(tmp_path / "a" / "b"), QUESTION.key("m")
    assert cache.get(key) is None
    cache.put(key, ANSWER)
    assert cache.get(key) == ANSWER
    assert [file.name for file in tmp_path.rglob("*") if file.is_file()] == [f"{key}.json"]


def test_keys_tell_apart_what_changes_an_answer() -> None:
    keys = {QUESTION.key("m"), QUESTION.key("n"), QUESTION.again(1).key("m"), QUESTION.longer().key("m")}
    assert len(keys) == 4
    assert QUESTION.key("m") in keys


@pytest.mark.parametrize("damaged", ["", '{"content": "x"', "[]", '{"content": "x"}'])
def test_a_damaged_file_is_no_answer(tmp_path: Path, damaged: str) -> None:
    cache, key = Cache(tmp_path), QUESTION.key("m")
    cache.put(key, ANSWER)
    next(tmp_path.rglob("*.json")).write_text(damaged, encoding="utf-8")
    assert cache.get(key) is None


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match="name another folder with --cache"):
        Cache(tmp_path / "file" / "cache")
