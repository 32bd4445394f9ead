"""WSGI entry point."""

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

application = get_wsgi_application()

from scorekeeper.purging import start_purging  # noqa: E402 -- needs the models
from scorekeeper.reloading import watch  # noqa: E402

for problem in run_checks(tags=[Tags.database], databases=["default"]):
    if problem.is_serious():
        raise ImproperlyConfigured(f"{problem.msg} {problem.hint}")
    logging.getLogger("scorekeeper").warning("%s %s", problem.msg, problem.hint)
connections.close_all()

# Build the search index before the first request. It is never freed, so the garbage collector
# doesn’t have to visit it, now or later.
gc.disable()
index(settings.VAR_DIR)
gc.freeze()
gc.enable()

start_purging(Event())
if settings.RELOAD:
    watch()
