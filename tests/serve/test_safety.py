"""Keys, back-pressure, time limits, and a log that never holds a text."""

from __future__ import annotations

import hashlib
import logging
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ficha.errors import UsageError
from serve.keys import Keys, add_key
from serve.settings import Limits, Settings, is_loopback
from tests.serve.engines import ScriptedEngine, service
from tests.serve.running import gateway

MARK = "Zuwena Mwakyusa"


@pytest.mark.parametrize(
    ("host", "safe"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("10.0.0.5", False), ("", False)],  # noqa: S104
)
def test_only_loopback_goes_without_keys(host: str, safe: bool) -> None:
    assert is_loopback(host) is safe
    if safe:
        Settings(host).check()
    else:
        with pytest.raises(UsageError, match="--keys"):
            Settings(host).check()


def test_a_key_is_stored_as_its_hash_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    key = add_key(file, "clinic")
    assert file.read_text() == f"clinic:{hashlib.sha256(key.encode()).hexdigest()}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    keys = Keys.read(file)
    assert (keys.holder(key), keys.holder(key + "x"), keys.holder("")) == ("clinic", None, None)
    with pytest.raises(UsageError, match="already"):
        add_key(file, "clinic")
    with pytest.raises(UsageError, match="expected up to 64"):
        add_key(file, "a:b")


@pytest.mark.parametrize(("lines", "told"), [("", "no key"), ("clinic:abc\n", ":1: not a"), ("\n\nx\n", ":3: not a")])
def test_a_broken_file_of_keys_names_its_line(tmp_path: Path, lines: str, told: str) -> None:
    file = tmp_path / "keys"
    file.write_text(lines)
    with pytest.raises(UsageError, match=told):
        Keys.read(file)


def test_without_a_valid_key_only_health_and_pages_answer(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    key = add_key(file, "clinic")
    settings = Settings(keys=Keys.read(file))
    with gateway(service(ScriptedEngine()), settings, key) as client:
        for path in ("/healthz", "/ready", "/"):
            assert client.get(path, headers={"Authorization": ""}).status_code == 200
        for sent in ("", "Bearer wrong", f"Basic {key}", "Bearer"):
            answer = client.post("/v1/redact", json={"text": MARK}, headers={"Authorization": sent})
            assert (answer.status_code, answer.json()["error"]["type"]) == (401, "authentication_error")
            assert client.get("/metrics", headers={"Authorization": sent}).status_code == 401
        assert client.post("/v1/redact", json={"text": MARK, "lang": "swa"}).status_code == 200


def test_a_full_queue_is_429_with_retry_after_and_the_rest_is_right() -> None:
    engine = ScriptedEngine(write=lambda text: text.replace("Zuwena", "[patient]"), seconds=0.05)
    with gateway(service(engine), Settings(limits=Limits(waiting=3))) as client:

        def ask(n: int) -> tuple[int, str, str]:
            answer = client.post("/v1/redact", json={"text": f"Naitwa Zuwena {n}.", "lang": "swa"})
            return answer.status_code, answer.headers.get("retry-after", ""), answer.text

        with ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(ask, range(40)))
        assert {status for status, _, _ in answers} == {200, 429}
        for n, (status, retry, text) in enumerate(answers):
            if status == 429:
                assert int(retry) >= 1
                assert "Zuwena" not in text
            else:
                assert f"Naitwa [PERSON] {n}." in text
        assert client.get("/healthz").status_code == 200


def test_a_request_that_takes_too_long_is_503() -> None:
    with gateway(service(ScriptedEngine(seconds=0.5)), Settings(limits=Limits(seconds=0.1))) as client:
        answer = client.post("/v1/redact", json={"text": MARK, "lang": "swa"})
        assert (answer.status_code, answer.json()["error"]["type"]) == (503, "timeout_error")


def _explode(text: str) -> str:
    raise KeyError(text)


def test_no_word_of_a_text_is_logged_or_answered(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    marks = [f"Marked{n}name" for n in range(30)]
    answers = []
    for write in (lambda text: text, lambda text: "", _explode):
        with gateway(service(ScriptedEngine(write=write))) as client:
            for mark in marks:
                answers.append(client.post("/v1/redact", json={"text": f"Patient {mark}", "lang": "eng", "x": mark}))
                answers.append(client.post("/v1/redact", json={"text": f"Patient {mark}", "lang": "eng"}))
                answers.append(client.post(f"/{mark}", content=f'{{"text": "{mark}'))
                answers.append(client.get(f"/v1/models?{mark}", headers={"x-note": mark}))
            metrics = client.get("/metrics").text
            assert "Marked" not in metrics
    failed = [a for a in answers if a.status_code >= 400]
    assert {a.status_code for a in failed} >= {400, 404, 422, 500}
    assert all("Marked" not in a.text for a in failed)
    ours = "".join(r.getMessage() + (r.exc_text or "") for r in caplog.records if not r.name.startswith("httpx"))
    captured = capfd.readouterr()
    assert "Marked" not in ours + captured.out + captured.err
    assert "internal error: KeyError" in ours
