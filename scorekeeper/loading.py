"""Load everything that a server process needs before its first request.

A server may load it once and then fork its processes, so nothing here starts a thread or keeps a
connection open.
"""

import gc
import logging
import os
from threading import Event

from django.conf import settings
from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application
from django.db import connections

from rules.lookup.search import index

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

site = get_wsgi_application()

from scorekeeper.purging import start_purging  # noqa: E402 -- needs the models
from scorekeeper.reloading import watch  # noqa: E402

for problem in run_checks(tags=[Tags.database], databases=["default"]):
    if problem.is_serious():
        raise ImproperlyConfigured(f"{problem.msg} {problem.hint}")
    logging.getLogger("scorekeeper").warning("%s %s", problem.msg, problem.hint)
connections.close_all()
if close_pool := getattr(connections["default"], "close_pool", None):
    close_pool()  # a pool of connections has threads

# Build the search index before the first request. It is never freed, so the garbage collector
# doesn’t have to visit it, now or later.
gc.disable()
index(settings.VAR_DIR)
gc.freeze()
gc.enable()


def start_working() -> None:
    """Start what a server process does besides responding to requests."""
    start_purging(Event())
    if settings.RELOAD:
        watch()
