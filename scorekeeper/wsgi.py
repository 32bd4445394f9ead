"""WSGI entry point."""

import logging
import os

from django.core.wsgi import get_wsgi_application
from django.db import connections

from rules.lookup.search import index

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

application = get_wsgi_application()

from scorekeeper.checks import key_fits_games  # noqa: E402 -- needs the models

for problem in key_fits_games(databases=["default"]):
    logging.getLogger("scorekeeper").warning("%s %s", problem.msg, problem.hint)
connections.close_all()
index()  # built at startup, not on the first request
