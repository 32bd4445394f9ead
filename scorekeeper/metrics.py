"""Metrics for Prometheus, which a server process offers at an address of their own.

They have no names, codes or tokens: a request is counted by the name of its view.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import (
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    start_http_server,
)

logger = logging.getLogger(__name__)
# One more number for each counter, which nothing uses.
disable_created_metrics()  # type: ignore[no-untyped-call]

MOST_PROCESSES = 16  # of one server, each of which offers its metrics at a port of its own
SECONDS = (0.005, 0.02, 0.05, 0.1, 0.3, 1.0, 3.0, 10.0)

REQUESTS = Counter(
    "scorekeeper_requests", "Requests by view, method and status.", ("view", "method", "status")
)
REQUEST_SECONDS = Histogram(
    "scorekeeper_request_seconds", "Time to answer a request.", ("view",), buckets=SECONDS
)
DATABASE_SECONDS = Counter(
    "scorekeeper_database_seconds", "Time spent in the database, by view.", ("view",)
)
QUERIES = Counter("scorekeeper_queries", "Statements sent to the database, by view.", ("view",))
WAIT_SECONDS = Histogram(
    "scorekeeper_wait_seconds",
    "Time in a queue before the work began.",
    ("queue",),
    buckets=SECONDS,
)
SHARED = Counter("scorekeeper_shared", "Requests that were answered with a kept response.")
CHANGES = Counter("scorekeeper_changes", "Changes to games that were saved, by kind.", ("kind",))
CONFLICTS = Counter("scorekeeper_conflicts", "Saves rejected because the game had changed.")
RENDER_SECONDS = Histogram(
    "scorekeeper_render_seconds", "Time to render a PDF, by kind.", ("kind",), buckets=SECONDS
)
REFUSED = Counter("scorekeeper_refused", "Requests refused by a limit.", ("limit",))
STREAMS = Gauge("scorekeeper_streams", "Open streams.")


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Observe how long the block takes."""
    began = perf_counter()
    try:
        yield
    finally:
        histogram.observe(perf_counter() - began)


def serve_metrics(host: str, port: int) -> None:
    """Serve the metrics of this process at the first port from ``port`` on that is free."""
    problem = ""
    for each in range(port, port + MOST_PROCESSES):
        try:
            start_http_server(each, host)
        except OSError as error:
            problem = str(error)
        else:
            return
    logger.warning("Metrics aren’t available on port %s: %s", port, problem)
