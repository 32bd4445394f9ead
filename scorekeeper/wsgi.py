"""WSGI entry point."""

from scorekeeper.loading import site, start_working

application = site
start_working()
