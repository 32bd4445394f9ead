"""ASGI entry point: the site and its live update streams."""

import gc
import sys

from scorekeeper.loading import site, start_working  # isort: skip -- sets up Django
from django.conf import settings

from scorekeeper.metrics import serve_metrics
from scorekeeper.shell.application import Shell

# Python lets a thread compute this long before another one continues. A save continues about ten
# times, after each of its queries, so it takes too long during an import with the usual 5 ms.
sys.setswitchinterval(0.0005)

# A page makes thousands of objects and hardly any cycles. With the usual thresholds, the garbage
# collector examines all objects of all open pages every second or two, and the whole site waits for
# it: with 6,000 open pages, a tenth of a second each time.
gc.set_threshold(5_000, 10, 100)


def start() -> None:
    """Start the threads of a server process."""
    start_working()
    if settings.METRICS:
        serve_metrics(*settings.METRICS)


application = Shell(site, start)
