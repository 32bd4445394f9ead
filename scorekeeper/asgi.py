"""ASGI entry point: the site and its live update streams."""

from scorekeeper.wsgi import application as site  # isort: skip -- sets up Django
from django.conf import settings

from scorekeeper.metrics import serve_metrics
from scorekeeper.shell.application import Shell

application = Shell(site)

if settings.METRICS:
    serve_metrics(*settings.METRICS)
