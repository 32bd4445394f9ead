"""ASGI entry point: the site and its live update streams."""

from scorekeeper.wsgi import application as site  # isort: skip -- sets up Django
from scorekeeper.shell.application import Shell

application = Shell(site)
