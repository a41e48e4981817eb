"""A real gateway on a real port, in a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import uvicorn

from serve.app import create_app
from serve.gate import Service
from serve.settings import Settings


@contextmanager
def gateway(service: Service, settings: Settings | None = None, key: str | None = None) -> Iterator[httpx.Client]:
    """Start a gateway and give a client for it, which carries `key` where one is given."""
    app = create_app(service, settings or Settings())
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, access_log=False, server_header=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the gateway did not start"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(timeout=20)
