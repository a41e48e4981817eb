"""`python -m serve`: the gateway; `python -m serve key NAME --file KEYS`: a key for a caller.

$ python -m serve --engine rules --port 8000
$ curl -s localhost:8000/v1/redact -H 'content-type: application/json' -d '{"text":"simu 0712 345 678","lang":"swa"}'
"""

from __future__ import annotations

import logging
import sys
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from ficha.engine.loading import default_model
from ficha.errors import FichaError, UsageError
from serve.app import create_app
from serve.keys import add_key
from serve.service import endpoint_service, local_service, rules_service, vllm_service
from serve.settings import Limits, Settings, load_keys
from serve.vllm import Launch, find_python

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, help=__doc__)


class EngineName(StrEnum):
    """What stands behind the gateway."""

    local = "local"
    rules = "rules"
    endpoint = "endpoint"
    vllm = "vllm"


@app.callback(invoke_without_command=True)
def gateway(
    context: typer.Context,
    engine: Annotated[
        EngineName, typer.Option(help="The model in this process, or the rules alone.")
    ] = EngineName.local,
    model: Annotated[Path | None, typer.Option(help="A model folder; the shipped one by default.")] = None,
    endpoint: Annotated[str | None, typer.Option(help="Of --engine endpoint: the server's URL.")] = None,
    served_model: Annotated[str | None, typer.Option(help="The model's name there.")] = None,
    merged: Annotated[
        Path | None, typer.Option(help="Of --engine vllm on a CPU: the merged model (`python -m train.merge`).")
    ] = None,
    base: Annotated[str | None, typer.Option(help="Of --engine vllm on a GPU: the base, as vLLM names it.")] = None,
    vllm_env: Annotated[Path, typer.Option(help="vLLM's own environment (`make setup-vllm`).")] = Path(".venv-vllm"),
    host: Annotated[str, typer.Option(help="Address to listen on; others than loopback need --keys.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    keys: Annotated[Path | None, typer.Option(help="File of API keys' hashes (`python -m serve key`).")] = None,
    body_bytes: Annotated[int, typer.Option(min=1024, help="The largest body.")] = Limits.body_bytes,
    texts: Annotated[int, typer.Option(min=1, help="The most texts a request.")] = Limits.texts,
    waiting: Annotated[
        int, typer.Option(min=1, help="Requests that may wait; more are answered 429.")
    ] = Limits.waiting,
    seconds: Annotated[float, typer.Option(min=0.1, help="The time a request may take.")] = Limits.seconds,
) -> None:
    """Serve redaction over HTTP."""
    if context.invoked_subcommand is not None:
        return
    limits = Limits(body_bytes=body_bytes, texts=texts, waiting=waiting, seconds=seconds)
    settings = Settings(host, port, load_keys(keys), limits)
    settings.check()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    with ExitStack() as stack:
        if engine is EngineName.rules:
            service = rules_service()
        elif engine is EngineName.local:
            service = local_service(model)
        elif engine is EngineName.endpoint:
            if endpoint is None:
                raise UsageError("--engine endpoint needs --endpoint URL")
            service = endpoint_service(model, endpoint, served_model)
        else:
            service = stack.enter_context(vllm_service(_launch(model, merged, base, vllm_env)))
        # uvicorn's access log holds whole paths, and its error log exceptions' words: ours hold neither.
        uvicorn.run(
            create_app(service, settings),
            host=host,
            port=port,
            access_log=False,
            log_config=None,
            server_header=False,
            timeout_keep_alive=30,
        )


def _launch(model: Path | None, merged: Path | None, base: str | None, environment: Path) -> Launch:
    """How vLLM is to be started: a merged model as it is, or a base with the adapter beside it."""
    adapter = model or default_model()
    python = find_python(environment)
    if merged is not None:
        return Launch(python, merged, adapter.name)
    if base is None:
        raise UsageError(
            "--engine vllm needs --merged DIR on a CPU (make it with `python -m train.merge`), or --base NAME on a GPU"
        )
    return Launch(python, Path(base), adapter.name, adapter=adapter)


@app.command()
def key(
    name: Annotated[str, typer.Argument(help="Whose key this is.")],
    file: Annotated[Path, typer.Option(help="The file that its hash is added to.")],
) -> None:
    """Make an API key and show it once."""
    print(add_key(file, name))


def main() -> None:
    """Run; an error of ours is one line and its exit status."""
    try:
        app()
    except FichaError as error:
        print(f"serve: {error}", file=sys.stderr)
        sys.exit(error.exit_status)


if __name__ == "__main__":
    main()
