"""Against a real server, which also misbehaves."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from eval.report import score
from eval.systems import Options, load_system
from ficha.errors import InputError, UsageError
from ficha.policy import load_policy
from tests.eval.build import document, scheme, write

TEXT = "BP 148/92. Mrs Nomvula Khumalo denies chest pain."
GOLD = [(15, 30, "person.patient")]
ANSWERS = {
    "good": ("BP 148/92. Mrs [patient] denies chest pain.", "stop"),
    "rewrites": ("BP 148/90. Mrs [patient] denies any chest pain.", "stop"),
    "cut": ("BP 148/92. Mrs [pat", "length"),
    "empty": (None, "stop"),
}


class Handler(BaseHTTPRequestHandler):
    """Answers by the name of the model; `broken` is HTTP 400 with the document in its message."""

    chats: list

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.chats.append(asked["messages"])
        if asked["model"] == "broken":
            return self.reply(400, {"error": {"message": asked["messages"][-1]["content"]}})
        content, finish = ANSWERS[asked["model"]]
        message = {"role": "assistant", "content": content}
        choice = {"index": 0, "message": message, "finish_reason": finish}
        return self.reply(
            200, {"id": "1", "object": "chat.completion", "created": 0, "model": asked["model"], "choices": [choice]}
        )

    def reply(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def server():
    handler = type("Bound", (Handler,), {"chats": []})
    running = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}/v1", handler.chats
    running.shutdown()
    thread.join()
    running.server_close()


def answer(server, model, **options):
    system = load_system(f"llm={model}", Options(endpoint=server[0], **options))
    (found,) = system.predict([document(TEXT, GOLD, lang="eng")], load_policy("afrimed"))
    return found


def test_an_exact_twin_is_right_in_every_measure(server):
    found = answer(server, "good")
    assert [(s.start, s.end, s.label, s.placeholder) for s in found.spans] == [(15, 30, "PERSON", "[patient]")]
    report = score([document(TEXT, GOLD)], {"1": found}, scheme(), resamples=5)
    assert report.scores["document.accuracy"].value == report.scores["fidelity.visible"].value == 1.0
    (chat,) = server[1]
    assert [m["role"] for m in chat] == ["system", "user"]
    assert chat[-1]["content"] == TEXT
    assert "[patient]" in chat[0]["content"]


def test_what_the_model_rewrites_counts_against_it(server):
    # T10: a changed reading and an added word; the name is hidden, the document is not accurate.
    report = score([document(TEXT, GOLD)], {"1": answer(server, "rewrites")}, scheme(), resamples=5)
    assert report.scores["document.recall"].value == 1.0
    assert report.scores["document.precision"].value == 0.0
    assert report.scores["fidelity.visible"].value < 1.0
    assert report.scores["fidelity.drift"].value > 0.0


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        ("cut", "engine: the answer ended by 'length', not by itself"),
        ("empty", "engine: an empty answer"),
        ("broken", "engine: BadRequestError"),
    ],
)
def test_no_whole_answer_is_a_failed_one_and_quotes_nothing(server, model, reason):
    found = answer(server, model)
    assert found.failed
    assert found.record["reasons"] == [reason]
    assert "Nomvula" not in json.dumps(dict(found.record))


def test_examples_stand_before_the_text(server, tmp_path):
    shown = document("Naitwa Achieng.", [(7, 14, "person.patient")], "a").to_json() | {"meta": {"split": "dev"}}
    unseen = document("Naitwa Otieno.", [(7, 13, "person.patient")], "b").to_json() | {"meta": {"split": "test"}}
    corpus = write(tmp_path / "c.jsonl", [unseen, shown])
    answer(server, "good", examples=corpus, shots=1)
    (chat,) = server[1]
    assert [m["role"] for m in chat] == ["system", "user", "assistant", "user"]
    assert chat[2]["content"] == "Naitwa [patient]."
    with pytest.raises(InputError, match="1 documents of the split 'dev' have spans: need more"):
        answer(server, "good", examples=corpus, shots=2)


@pytest.mark.parametrize(
    "options", [Options(model="x"), Options(endpoint="http://x"), Options("x", endpoint="http://x", shots=1)]
)
def test_what_is_missing_is_said(options):
    with pytest.raises(UsageError, match="needs"):
        load_system("llm", options)
