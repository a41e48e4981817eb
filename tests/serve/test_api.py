"""The endpoints over real HTTP: shapes, limits, errors that never quote a text."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import openai
import pytest

from serve.canary import Verdict
from serve.service import rules_service
from serve.settings import Limits, Settings
from tests.serve.engines import ScriptedEngine, service
from tests.serve.running import gateway

TEXT = "Naitwa Zuwena, simu 0712 345 678."
SECRET = "Zuwena"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    limits = Limits(body_bytes=200_000, text_characters=5_000, texts=4)
    with gateway(rules_service(), Settings(limits=limits)) as running:
        yield running


def test_one_text_gives_a_result_line(client: httpx.Client) -> None:
    answer = client.post("/v1/redact", json={"text": TEXT, "lang": "swa"})
    assert answer.status_code == 200
    record = answer.json()
    assert record["text"] == "Naitwa Zuwena, simu [CONTACT_PHONE]."
    assert [(s["start"], s["end"], s["label"]) for s in record["spans"]] == [(20, 32, "CONTACT_PHONE")]
    assert record["offset_unit"] == "codepoint"
    assert "why" not in record["spans"][0]


def test_many_texts_keep_their_order_and_settings(client: httpx.Client) -> None:
    body = {"texts": [TEXT, "", "BP 120/80"], "lang": "swa", "operator": "mask", "explain": True}
    results = client.post("/v1/redact", json=body).json()["results"]
    assert [r["id"] for r in results] == ["0", "1", "2"]
    assert results[0]["text"] == "Naitwa Zuwena, simu ████ ███ ███."
    assert results[0]["spans"][0]["why"]
    assert (results[1]["text"], results[2]["text"]) == ("", "BP 120/80")


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        ({"text": TEXT, "texts": [TEXT]}, 400, "body"),
        ({}, 400, "body"),
        ({"text": TEXT, SECRET: 1}, 400, "extra_forbidden"),
        ({"text": [SECRET]}, 400, "text: string_type"),
        ({"text": TEXT, "lang": "xx"}, 400, "lang: expected one of"),
        ({"text": TEXT, "policy": "/etc/passwd"}, 400, "policy: expected one of"),
        ({"text": TEXT, "operator": SECRET}, 400, "operator: expected one of"),
        ({"texts": [TEXT] * 5}, 413, "texts: more than 4"),
        ({"text": SECRET * 1000}, 413, "longer than 5000"),
        ({"text": "x" * 300_000}, 413, "larger than this gateway"),
    ],
)
def test_what_cant_be_taken_is_refused_in_one_shape(
    client: httpx.Client, body: dict[str, object], status: int, told: str
) -> None:
    answer = client.post("/v1/redact", json=body)
    assert answer.status_code == status
    assert told in answer.json()["error"]["message"] + str(answer.json()["error"]["type"])
    assert SECRET not in answer.text


@pytest.mark.parametrize(
    "content",
    [b'{"text": "Zuwena', b"\xff\xfeZuwena", b'"Zuwena"', b'{"text": "\\ud800 Zuwena"}', b"[" * 50_000],
)
def test_broken_bodies_are_not_quoted(client: httpx.Client, content: bytes) -> None:
    answer = client.post("/v1/redact", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert set(answer.json()["error"]) >= {"type", "message"}
    assert SECRET not in answer.text


def test_a_chunked_body_is_counted_while_it_comes(client: httpx.Client) -> None:
    answer = client.post(
        "/v1/redact", content=(b"x" * 50_000 for _ in range(10)), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413


def test_a_form_of_another_site_is_not_read(client: httpx.Client) -> None:
    answer = client.post("/v1/redact", content=b'{"text": "Zuwena"}', headers={"content-type": "text/plain"})
    assert answer.status_code == 400


def test_another_host_name_is_refused_on_loopback(client: httpx.Client) -> None:
    assert client.get("/healthz", headers={"host": "evil.example"}).status_code == 400


def test_unknown_paths_and_methods_have_the_one_shape(client: httpx.Client) -> None:
    for answer in (client.get(f"/{SECRET}"), client.delete("/v1/redact")):
        assert answer.status_code in (404, 405)
        assert set(answer.json()) == {"error"}
        assert SECRET not in answer.text


def test_every_answer_carries_the_security_headers(client: httpx.Client) -> None:
    for answer in (client.get("/"), client.get("/nope"), client.get("/healthz")):
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


def test_metrics_count_and_name_no_path_of_the_caller(client: httpx.Client) -> None:
    client.get(f"/{SECRET}")
    client.post("/v1/redact", json={"text": TEXT, "lang": "swa"})
    text = client.get("/metrics").text
    assert 'ficha_documents_total{verdict="ok"}' in text
    assert 'ficha_spans_total{category="CONTACT_PHONE",policy="afrimed"}' in text
    assert SECRET not in text


def test_nothing_is_answered_before_the_canaries_pass() -> None:
    with gateway(service(ScriptedEngine(), Verdict(False, "canary 1 differs"))) as client:
        assert client.get("/healthz").status_code == 200
        ready = client.get("/ready")
        assert (ready.status_code, ready.json()) == (503, {"ready": False, "reason": "canary 1 differs"})
        answer = client.post("/v1/redact", json={"text": TEXT})
        assert (answer.status_code, answer.json()["error"]["type"]) == (503, "not_ready")


def test_a_failed_text_is_422_and_has_no_text() -> None:
    with gateway(service(ScriptedEngine(write=lambda text: ""))) as client:
        answer = client.post("/v1/redact", json={"text": TEXT, "lang": "swa"})
        assert (answer.status_code, answer.json()["error"]["type"]) == (422, "redaction_failed")
        assert SECRET not in answer.text
        many = client.post("/v1/redact", json={"texts": [TEXT], "lang": "swa"}).json()["results"]
        assert (many[0]["status"], many[0]["text"]) == ("failed", None)


def test_openais_client_gets_the_same_text_whole_and_streamed() -> None:
    engine = ScriptedEngine(write=lambda text: text.replace("Zuwena", "[patient]"))
    with gateway(service(engine)) as client, openai.OpenAI(base_url=f"{client.base_url}/v1", api_key="none") as caller:
        ask = {"model": "ficha/afrimed/swa", "messages": [{"role": "user", "content": TEXT}]}
        whole = caller.chat.completions.create(**ask)
        assert whole.choices[0].message.content == "Naitwa [PERSON], simu [CONTACT_PHONE]."
        assert whole.ficha["status"] == "ok"
        chunks = list(caller.chat.completions.create(**ask, stream=True))
        pieces = [c.choices[0].delta.content for c in chunks if c.choices[0].delta.content]
        assert "".join(pieces) == whole.choices[0].message.content
        assert [p for p in pieces if "[" in p] == ["[PERSON]", "[CONTACT_PHONE]"]
        assert chunks[-1].ficha["spans"] == whole.ficha["spans"]
        assert "ficha/hipaa/eng" in {m.id for m in caller.models.list()}
        with pytest.raises(openai.NotFoundError):
            caller.chat.completions.create(model="gpt-4o", messages=[{"role": "user", "content": TEXT}])


def test_a_failed_stream_sends_no_event() -> None:
    with gateway(service(ScriptedEngine(write=lambda text: ""))) as client:
        body = {"model": "ficha", "messages": [{"role": "user", "content": TEXT}], "stream": True}
        answer = client.post("/v1/chat/completions", json=body)
        assert answer.status_code == 422
        assert "data:" not in answer.text
