"""A small OpenAI-compatible server, real HTTP on a real port, that answers as a test says."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass
class Reply:
    """What the server sends: a status, headers and a body; `cut` sends half of it; `delay` waits, in seconds."""

    body: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    delay: float = 0.0


@dataclass
class Server:
    """A running server: its base URL, and the requests it was sent (path, headers, body)."""

    url: str
    seen: list[tuple[str, dict[str, str], Any]]


def completion(text: str, finish: str = "stop", logprobs: list[dict[str, Any]] | None = None) -> Reply:
    """A chat completion."""
    choice: dict[str, Any] = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    if logprobs is not None:
        choice["logprobs"] = {"content": logprobs}
    return Reply({"object": "chat.completion", "choices": [choice]})


def text_of(body: dict[str, Any]) -> str:
    """The document that a request holds."""
    return str(body["messages"][-1]["content"])


@contextmanager
def serving(answer: Callable[[dict[str, Any]], Reply], models: tuple[str, ...] = ("ficha",)) -> Iterator[Server]:
    """Serve `answer(request body)` at `/v1/chat/completions`."""
    seen: list[tuple[str, dict[str, str], Any]] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            seen.append((self.path, dict(self.headers), None))
            self._send(Reply({"data": [{"id": name} for name in models]}))

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append((self.path, dict(self.headers), body))
            self._send(answer(body))

        def _send(self, reply: Reply) -> None:
            data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            time.sleep(reply.delay)
            try:
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data[: len(data) // 2] if reply.cut else data)
                if reply.cut:
                    self.close_connection = True
            except ConnectionError:
                pass  # the client did not wait

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{httpd.server_port}/v1", seen)
    finally:
        httpd.shutdown()
        thread.join()
        httpd.server_close()
