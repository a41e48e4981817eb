"""Prometheus metrics: counts, times and sizes; no label ever holds a caller's words."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 120.0)


class Metrics:
    """The gateway's metrics in a registry of its own, so that two gateways in one process don't mix."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("ficha_requests", "Requests", ["route", "status"], registry=self.registry)
        self.seconds = Histogram(
            "ficha_request_seconds", "Seconds a request", ["route"], buckets=_SECONDS, registry=self.registry
        )
        self.documents = Counter("ficha_documents", "Documents by verdict", ["verdict"], registry=self.registry)
        self.spans = Counter(
            "ficha_spans", "Hidden spans by policy and category", ["policy", "category"], registry=self.registry
        )
        self.waiting = Gauge("ficha_waiting", "Requests that wait for the engine or are in it", registry=self.registry)
        self.refused = Counter("ficha_refused", "Requests answered 429", registry=self.registry)
        self.ready = Gauge("ficha_ready", "1 once the canaries have passed", registry=self.registry)

    def text(self) -> bytes:
        """The exposition format, version 0.0.4."""
        return generate_latest(self.registry)
