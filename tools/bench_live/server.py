"""Serve an application as ``./dev run`` does, and print the process id of its worker.

It is an ASGI application or, with ``wsgi`` as the third argument, a WSGI application.
"""

import os
import sys
import threading
from functools import partial
from importlib import import_module
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels

from scorekeeper.shell.site import THREADS
from tools.announce import Announcement
from tools.serve import allow_many_connections, server_of


def load(target: str, announcement: Announcement) -> Any:
    module, _, name = target.partition(":")
    application = getattr(import_module(module), name)
    threading.Thread(target=announcement.when_ready, daemon=True).start()
    return application


def main(target: str, port: str, interface: str = "asgi") -> None:
    allow_many_connections()
    announcement = WorkerAnnouncement("127.0.0.1", int(port), "127.0.0.1", [])
    if interface == "wsgi":
        server = Granian(
            target,
            port=int(port),
            interface=Interfaces.WSGI,
            http=HTTPModes.http1,
            blocking_threads=THREADS,
            log_level=LogLevels.warning,
        )
    else:
        server = server_of(target, announcement)
    server.serve(target_loader=partial(load, target, announcement), wrap_loader=False)


class WorkerAnnouncement(Announcement):
    """An announcement that prints the worker’s process id instead of the site’s URL."""

    def when_ready(self) -> None:
        while not self.is_ready():
            continue
        sys.stdout.write(f"{os.getpid()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
