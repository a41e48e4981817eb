"""The gateway, put together: endpoints, pages, and the shields around them.

app = create_app(rules_service(), Settings())
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.middleware.trustedhost import TrustedHostMiddleware

from serve import api, errors
from serve.gate import Gate, Service
from serve.metrics import Metrics
from serve.schemas import FIELDS
from serve.settings import LOOPBACK_NAMES, Settings, is_loopback
from serve.shields import BodyLimit, KeyCheck, LastNet

PAGES = Path(__file__).parent / "pages"
OPEN_PATHS = ("/", "/review", "/healthz", "/ready")
ROUTES = (*OPEN_PATHS, "/v1/redact", "/v1/chat/completions", "/v1/models", "/v1/choices", "/metrics")


def create_app(service: Service, settings: Settings) -> FastAPI:
    """The application with all its shields. Raises UsageError for an unsafe address."""
    settings.check()
    metrics = Metrics()
    gate = Gate(service, settings.limits, metrics)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await gate.ask_canaries()
        yield
        gate.worker.close()

    app = FastAPI(title="Ficha", lifespan=lifespan, docs_url=None, redoc_url=None)
    errors.install(app, FIELDS)
    app.include_router(api.router(gate))

    @app.get("/", include_in_schema=False)
    async def redact_page() -> Response:
        return FileResponse(PAGES / "redact.html")

    @app.get("/review", include_in_schema=False)
    async def review_page() -> Response:
        return FileResponse(PAGES / "review.html")

    app.mount("/static", StaticFiles(directory=PAGES / "static"))
    # The last one added stands outermost.
    app.add_middleware(BodyLimit, limit=settings.limits.body_bytes)
    if settings.keys is not None:
        app.add_middleware(KeyCheck, keys=settings.keys, open_paths=OPEN_PATHS, open_below="/static/")
    if is_loopback(settings.host):
        # A page of another site that has its name point here (DNS rebinding) must not reach a local gateway.
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(LOOPBACK_NAMES), www_redirect=False)
    app.add_middleware(LastNet, metrics=metrics, routes=ROUTES)
    return app
