"""How vLLM is started, and how one sees that its speed-ups work; vLLM itself isn't needed here."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import pytest

from ficha.errors import EngineError, UsageError
from serve import vllm

# As vLLM 0.32 writes them; `_created` lines and other counters stand between.
METRICS = """\
# TYPE vllm:spec_decode_num_draft_tokens counter
vllm:spec_decode_num_draft_tokens_total{engine="0",model_name="ficha"} 309.0
vllm:spec_decode_num_accepted_tokens_total{engine="0",model_name="ficha"} 252.0
vllm:spec_decode_num_accepted_tokens_total{engine="1",model_name="ficha"} 1.5e+03
vllm:prefix_cache_hits_created{engine="0",model_name="ficha"} 1.796126705032122e+09
vllm:prefix_cache_hits_total{engine="0",model_name="ficha"} 576.0
vllm:external_prefix_cache_hits_total{engine="0",model_name="ficha"} 7.0
"""


class _Metrics(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(METRICS.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Metrics)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_counters_are_summed_over_engines_and_not_mixed_up_with_their_neighbours(address: str) -> None:
    assert vllm.counters(address) == {"speculation": 1752.0, "prefix caching": 576.0}


def test_what_did_nothing_between_two_readings_is_named() -> None:
    before = {"speculation": 10.0, "prefix caching": 5.0}
    assert vllm.idle(before, {"speculation": 11.0, "prefix caching": 5.0}) == ["prefix caching"]
    assert vllm.idle(before, {"speculation": 11.0, "prefix caching": 6.0}) == []


def test_a_cpu_gets_merged_weights_in_float32_and_blocks_that_its_attention_takes(tmp_path: Path) -> None:
    """vLLM 0.32's CPU attention takes multiples of 32 tokens; with 16 it ended before it answered."""
    command = vllm.Launch(Path(sys.executable), tmp_path, "ficha").command()
    told = dict(pairwise(command))
    assert told["--dtype"] == "float32"
    assert int(told["--block-size"]) % 32 == 0
    assert json.loads(told["--speculative-config"])["method"] == "ngram"
    assert {"--enable-prefix-caching"} <= set(command)
    assert "--enable-lora" not in command


def test_a_gpu_gets_base_and_adapter(tmp_path: Path) -> None:
    command = vllm.Launch(Path(sys.executable), Path("base"), "ficha", adapter=tmp_path).command()
    assert f"ficha={tmp_path}" in command
    assert "--dtype" not in command


def test_without_speed_ups_nothing_is_cached_or_guessed(tmp_path: Path) -> None:
    command = vllm.Launch(Path(sys.executable), tmp_path, "ficha", speed_ups=False).command()
    assert "--no-enable-prefix-caching" in command
    assert not {"--speculative-config", "--enable-prefix-caching"} & set(command)


def test_a_server_that_ends_at_once_is_an_error_with_its_status(tmp_path: Path) -> None:
    """This Python has no vLLM, so the module isn't found."""
    launch = vllm.Launch(Path(sys.executable), tmp_path, "ficha", port=8998)
    with pytest.raises(EngineError, match="status 1"), vllm.running(launch, wait=60):
        pass


def test_an_environment_without_python_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="make setup-vllm"):
        vllm.find_python(tmp_path)
