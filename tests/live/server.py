"""The site with streams, served by this process on a free port, and a client that follows them."""

import asyncio
import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from scorekeeper.shell.application import Shell
from scorekeeper.shell.site import WSGIApplication
from tests.live.waiting import PATIENCE, answers, eventually
from tools.network import free_port


class Served:
    """A running server: its address, and its shell, which tests can inspect."""

    def __init__(self, port: int, shell: Shell, loop: asyncio.AbstractEventLoop) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.shell = shell
        self.loop = loop

    def open(self, path: str, **headers: str) -> "Followed":
        return Followed(self.port, path, headers)

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Return the status, the headers and the body of a page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers=_named(headers))
            response = connection.getresponse()
            lines = {name.lower(): text for name, text in response.getheaders()}
            return response.status, lines, response.read()
        finally:
            connection.close()


class Followed:
    """An open stream."""

    def __init__(self, port: int, path: str, headers: dict[str, str]) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", path, headers=_named(headers))
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def event(self, *ignored: str) -> tuple[str, str]:
        """Return the name and the data of the next event, or empty strings at the end."""
        fields: dict[str, str] = {}
        while line := self.response.readline().decode():
            name, _, text = line.rstrip("\n").partition(": ")
            if line == "\n" and "event" in fields and fields["event"] not in ("alive", *ignored):
                return fields["event"], fields.get("data", "")
            if line == "\n":
                fields.clear()
            else:
                fields[name.rstrip(":")] = text
        return "", ""

    def close(self) -> None:
        self.connection.close()
        self.response.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): text for name, text in headers.items()}


def server_of(port: int, site: WSGIApplication) -> tuple[Shell, Server]:
    """Return the shell around ``site``, and a server for this process’s event loop."""
    shell = Shell(site)
    server = Server(
        shell,
        port=port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(),
        websockets=False,
        backpressure=4000,
        log_level=LogLevels.error,
    )
    return shell, server


@contextmanager
def serving() -> Iterator[Served]:
    """Run the server in a thread until the end of the block."""
    ready: list[Served] = []
    servers: list[Server] = []

    async def serve() -> None:
        port = free_port()
        shell, server = server_of(port, StaticFilesHandler(WSGIHandler()))
        servers.append(server)
        ready.append(Served(port, shell, asyncio.get_running_loop()))
        await server.serve()
        _close_connections(shell)

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    served = eventually(lambda: ready and ready[0])
    eventually(lambda: answers(served.port))
    try:
        yield served
    finally:
        served.loop.call_soon_threadsafe(served.shell.hub.close)
        served.loop.call_soon_threadsafe(servers[0].stop)
        thread.join(PATIENCE)
        assert not thread.is_alive()


def _close_connections(shell: Shell) -> None:
    """Close the database connections of the threads that serve pages.

    Otherwise, the test database can’t be deleted.
    """
    for threads in (shell.site.readers, shell.site.savers, shell.site.importers):
        together = threading.Barrier(threads._max_workers)

        def close(together: threading.Barrier = together) -> None:
            together.wait(PATIENCE)
            connections.close_all()

        for done in [threads.submit(close) for _ in range(threads._max_workers)]:
            done.result()
        threads.shutdown()
