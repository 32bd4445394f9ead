"""The site in a process that can be killed: ``python -m tools.torture.server PORT``.

This process loads the site once. For each line that it reads, it either starts a server, which is
a copy of itself, or kills the one that is running. This way, a server is back within a moment.
"""

import asyncio
import gc
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Any

import django
from django.conf import settings

from rules.reference.game_words import game_words
from tests.live.waiting import answers, eventually
from tools.network import free_port


class Server:
    """A server on a free port of 127.0.0.1, which can be killed and started again."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self._process = process
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def start(self) -> None:
        """Start the server, and return when it responds."""
        self._turn()

    def kill(self) -> None:
        """Send SIGKILL to the server, and return when it has ended."""
        self._turn()

    def _turn(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "done\n", "The server did not start."


@contextmanager
def killable(env: Mapping[str, str]) -> Iterator[Server]:
    """Yield a server that has not been started. At the end, kill it."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.torture.server", str(port)],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings"} | env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield Server(process, port)


def main(port: int) -> None:
    """Start a server and kill it, in turn, until there are no more lines to read."""
    django.setup()
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.handlers.wsgi import WSGIHandler

    # Files from the source tree, which need not be collected.
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    import_module(settings.ROOT_URLCONF)
    game_words()
    site = StaticFilesHandler(WSGIHandler())
    gc.freeze()
    while sys.stdin.readline():
        server = get_context("fork").Process(target=serve, args=(port, site))
        server.start()
        try:
            eventually(partial(is_ready, server, port))
            say("done")
            goes_on = sys.stdin.readline()
        finally:
            server.kill()
            server.join()
        if goes_on:
            say("done")


def is_ready(server: BaseProcess, port: int) -> bool:
    assert server.is_alive()
    return answers(port)


def serve(port: int, site: Any) -> None:
    from tests.live.server import server_of

    async def serving() -> None:
        _, server = server_of(port, site)
        await server.serve()

    asyncio.run(serving())


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
