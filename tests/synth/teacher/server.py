"""A real HTTP server that speaks as an OpenAI-compatible endpoint, writes small English texts, and misbehaves on order.

    with TeacherServer(misbehave=lambda digest, nth: "429" if nth == 0 else None) as server: ... server.url

`misbehave` gets a number made of the request (equal requests, equal numbers) and how often that request was seen
before; it names a fault, or None. What the server writes depends on the request alone.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

Misbehave = Callable[[int, int], str | None]
TRANSPORT = ("429", "500", "slow", "cut stream", "no json")
CONTENT = ("malformed json", "loops", "length", "refused", "altered", "empty", "french", "broken twin")

OPENINGS = [
    "Hello, it is {name} again",
    "Please can {name} be seen soon",
    "Ringing about {name}",
    "My husband {name} is worse",
    "This is a note for {name}",
    "Not happy today",
    "We came in with {name}",
    "Could somebody call {name} back",
    "I was told to write",
    "Sorry to bother you",
    "Quick question for the nurse",
    "Results for {name} please",
]
MIDDLES = [
    "the cough keeps us all awake at night",
    "my knee has swollen up after the walk",
    "her tablets ran out last week",
    "blood pressure was 140/90 at the chemist",
    "he will not eat and only drinks tea",
    "the rash on both arms is spreading",
    "there is a burning pain when passing water",
    "I feel dizzy whenever I stand up quickly",
    "the wound smells and will not heal",
    "we never got the letter that was promised",
    "the inhaler does nothing any more",
    "sleep has been poor for three weeks",
    "the new dose of 5 mg makes me sick",
    "the baby has a temperature of 38.5",
    "my hearing went on the left side",
]
ENDINGS = [
    "you can reach me on {phone}",
    "we live near {place} now",
    "thanks for your help",
    "is there anything this afternoon",
    "the number is still {phone}",
    "I can come on foot from {place}",
    "what should I do next",
    "please do not leave a message",
    "somebody at {place} said to ask you",
    "I would rather wait than go to hospital",
]
INSTEAD = {'"max_tokens"': ": use 'max_completion_tokens'"}
FRENCH = "Bonjour docteur, je suis malade depuis trois jours et ma mère ne peut pas venir demain matin avec moi"


class TeacherServer:
    """Counts every request and every answer that was sent whole."""

    def __init__(
        self, misbehave: Misbehave = lambda digest, nth: None, refuses: tuple[str, ...] = (), pause_s: float = 0.0
    ) -> None:
        self.misbehave, self.refuses, self.pause_s = misbehave, refuses, pause_s
        self.seen: Counter[int] = Counter()  # request -> times it came
        self.answered: Counter[int] = Counter()  # request -> times it was answered whole, with HTTP 200
        self.faults: Counter[str] = Counter()
        self.bodies: list[dict[str, Any]] = []
        self.keys: set[str] = set()
        self.times: list[float] = []
        self.twins: dict[str, str] = {}
        self.lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._http.daemon_threads = True
        self._http.teacher = self  # type: ignore[attr-defined]
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> TeacherServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def steps(self) -> Counter[str]:
        """The questions that came, by the field that their answer has."""
        return Counter(field_of(body["messages"][0]["content"]) for body in self.bodies)

    def content(self, prompt: str, fault: str | None, rng: random.Random) -> str:
        """A good answer to a prompt, or one with the named fault."""
        field = field_of(prompt)
        if fault == "refused":
            return "Sorry, I cannot."
        if fault == "loops":
            return '{"' + field + '":[' + '{"t":"fever"},' * 400
        value: Any
        if field == "categories":
            value = [f"somebody asks about case number {rng.randrange(10**6)} of kind {i}" for i in range(12)]
        elif field == "texts":
            value = [FRENCH] * 3 if fault == "french" else self._texts(prompt, rng)
        elif field == "twin":
            text = prompt.split("Text:\n", 1)[1].rsplit("\n\nAnswer with JSON", 1)[0]
            value = self.twins[text]
            if fault == "altered":
                value = value.replace(" the ", " that very ", 1) + " indeed so"
            elif fault == "broken twin":
                value = "[person.patient_9]" + value
        elif field == "faults":
            value = ["Begin each text in another way."]
        else:
            value = self.translate(prompt.split("Text:\n", 1)[-1].rsplit("\n\n", 1)[0])
        if fault == "empty":
            value = [] if isinstance(value, list) else ""
        content = json.dumps({field: value}, ensure_ascii=False)
        if fault == "malformed json":
            return content[: len(content) // 2]
        return f"```json\n{content}\n```" if rng.random() < 0.2 else content

    translate: Callable[[str], str] = staticmethod(lambda text: text)

    def _texts(self, prompt: str, rng: random.Random) -> list[str]:
        count = int(re.search(r"Write (\d+) invented", prompt)[1])  # type: ignore[index]
        given = {key: _given(prompt, key) for key in ("names", "places", "numbers")}
        phones = [n for n in given["numbers"] if len(re.sub(r"\D", "", n)) >= 10 and " " in n] or given["numbers"]
        texts = []
        for _ in range(count):
            parts = [rng.choice(OPENINGS), *rng.sample(MIDDLES, 3), rng.choice(ENDINGS)]
            if not given["names"]:  # a prompt for texts without personal data
                parts = [p for p in parts if "{" not in p]
            frame = ". ".join(parts) + "."
            values = {"name": (rng.choice(given["names"] or [""]), "person.patient_1"),
                      "phone": (rng.choice(phones or [""]), "contact.phone"),
                      "place": (rng.choice(given["places"][:3] or [""]), "location.village_1")}  # fmt: skip
            text = frame.format(**{key: value for key, (value, _) in values.items()})
            with self.lock:
                self.twins[text] = frame.format(**{key: f"[{label}]" for key, (_, label) in values.items()})
            texts.append(text)
        return texts


def field_of(prompt: str) -> str:
    """The field that the prompt's last line asks for."""
    return re.findall(r'\{"(\w+)":', prompt)[-1]


def _given(prompt: str, key: str) -> list[str]:
    line = re.search(rf"^{key}[^:\n]*: (.+)$", prompt, re.M)
    return line[1].split("; ") if line else []


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        server: TeacherServer = self.server.teacher  # type: ignore[attr-defined]
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = {k: v for k, v in body.items() if k not in ("response_format",)}
        digest = int.from_bytes(hashlib.blake2b(json.dumps(asked, sort_keys=True).encode(), digest_size=6).digest())
        if refused := next((r for r in server.refuses if r in json.dumps(body)), None):
            self._send(400, {"error": {"message": f"{refused} is not supported{INSTEAD.get(refused, '')}"}})
            return
        with server.lock:
            nth = server.seen[digest]
            server.seen[digest] += 1
            server.bodies.append(body)
            server.keys.add(self.headers["Authorization"])
            server.times.append(time.monotonic())
        fault = server.misbehave(digest, nth)
        if fault:
            with server.lock:
                server.faults[fault] += 1
        time.sleep(server.pause_s)
        if fault == "429":
            self._send(429, {"error": {"message": "slow down"}}, {"Retry-After": "0.2"})
        elif fault == "500":
            self._send(500, {"error": {"message": "oops"}})
        elif fault == "401":
            self._send(401, {"error": {"message": "bad key"}})
        elif fault == "no json":
            self._send(200, "<html>busy</html>")
        else:
            if fault == "slow":
                time.sleep(1.5)
            content = server.content(body["messages"][0]["content"], fault, random.Random(digest))
            reason = "length" if fault == "length" else "stop"
            if fault == "length":
                content = content[: len(content) // 2]
            usage = {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150}
            message = {"role": "assistant", "content": content}
            choices = [{"index": 0, "message": message, "finish_reason": reason}]
            whole = {
                "id": "x",
                "object": "chat.completion",
                "created": 0,
                "model": "m",
                "choices": choices,
                "usage": usage,
            }
            if self._send(200, whole, cut=fault == "cut stream") and fault not in ("slow", "cut stream"):
                with server.lock:
                    server.answered[digest] += 1

    def _send(self, status: int, body: Any, headers: dict[str, str] | None = None, cut: bool = False) -> bool:
        """Send a response; False where the client was gone."""
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        try:
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if cut else data)
            self.wfile.flush()
        except OSError:
            return False
        if cut:
            self.close_connection = True
        return True
