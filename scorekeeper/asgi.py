"""ASGI entry point: the site and its live update streams."""

import sys

from scorekeeper.loading import site, start_working  # isort: skip -- sets up Django
from django.conf import settings

from scorekeeper.metrics import serve_metrics
from scorekeeper.shell.application import Shell

# Python lets a thread compute this long before another one continues. A save continues about ten
# times, after each of its queries, so it takes too long during an import with the usual 5 ms.
sys.setswitchinterval(0.0005)


def start() -> None:
    """Start the threads of a server process."""
    start_working()
    if settings.METRICS:
        serve_metrics(*settings.METRICS)


application = Shell(site, start)
