"""The WSGI site, called in threads. Requests are complete, and so are most responses."""

import asyncio
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import SEEK_END, BytesIO
from time import perf_counter
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.db import connections
from django.utils.translation import activate, get_language

from scorekeeper.live.paths import HAS_SHELL, PLACE
from scorekeeper.metrics import WAIT_SECONDS
from scorekeeper.shell.messages import Headers, Response, Scope, peer, posted_page

WSGIApplication = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

THREADS = 4  # enough for one core, which is all that a process can use
READING = ("GET", "HEAD", "OPTIONS")
IMPORTING = ("data", "import", "imports", "sheet-photo")


class Site:
    """A WSGI application that runs in threads of its own.

    Requests that read and requests that save have separate threads. While the database is locked,
    pages can still be opened, although everyone who saves is waiting. Imports have a single thread,
    because one step can keep a processor busy for a second.
    """

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application
        self.readers = ThreadPoolExecutor(THREADS, "reader")
        self.savers = ThreadPoolExecutor(THREADS, "saver")
        self.importers = ThreadPoolExecutor(1, "importer")
        # Requests that aren’t answered yet.
        self.begun = {"reading": 0, "saving": 0, "importing": 0}

    async def respond(self, scope: Scope, body: bytes | IO[bytes], place: int = 0) -> Response:
        """Return the site’s response to a request.

        If its ``place`` in a queue is given, the response is the page that says so.
        """
        loop = asyncio.get_running_loop()
        threads, queue = self._queue(scope)
        self.begun[queue] += 1
        try:
            return await loop.run_in_executor(
                threads, self._call, environ_of(scope, body) | {PLACE: place}, queue, perf_counter()
            )
        finally:
            self.begun[queue] -= 1

    def _queue(self, scope: Scope) -> tuple[ThreadPoolExecutor, str]:
        """Return the threads that respond to a request, and their name."""
        if scope["method"] in READING:
            return self.readers, "reading"
        if posted_page(scope) in IMPORTING:
            return self.importers, "importing"
        return self.savers, "saving"

    def waiting(self) -> dict[str, int]:
        """Return the number of requests that wait for a thread, by queue."""
        threads = {"importing": 1}
        return {
            name: max(0, begun - threads.get(name, THREADS)) for name, begun in self.begun.items()
        }

    def _call(self, environ: dict[str, Any], queue: str, queued_at: float) -> Response:
        WAIT_SECONDS.labels(queue).observe(perf_counter() - queued_at)
        begun: list[tuple[str, Headers]] = []

        def start(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
            lines = [
                (key.lower().encode("latin-1"), text.encode("latin-1")) for key, text in headers
            ]
            begun[:] = [(status, lines)]

        parts = self._application(environ, start)
        [(status, headers)] = begun
        is_head = environ["REQUEST_METHOD"] == "HEAD"
        if status == "200 OK" and b"content-length" not in dict(headers) and not is_head:
            return Response(200, headers, b"", FileParts(parts))
        try:
            body = b"" if is_head else b"".join(parts)
        finally:
            _close(parts)
        return Response(int(status[:3]), headers, body)


class FileParts:
    """The parts of a response of unknown length, such as the export of a group’s data.

    They are made in a thread of their own, because a query may continue from one part to the next.
    It isn’t a thread of the site, since it is occupied until a slow phone has received the file.
    The texts are in the language of the request.
    """

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = parts
        self._remaining = iter(parts)
        self._thread = ThreadPoolExecutor(1, "file", activate, (get_language(),))

    async def next(self) -> bytes | None:
        """Make and return the next part, or return None after the last one."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, next, self._remaining, None)

    async def close(self) -> None:
        """Stop making parts."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._end)
        self._thread.shutdown(wait=False)

    def _end(self) -> None:
        _close(self._parts)
        connections.close_all()


def _close(parts: Iterable[bytes]) -> None:
    if hasattr(parts, "close"):
        parts.close()


def environ_of(scope: Scope, body: bytes | IO[bytes]) -> dict[str, Any]:
    """Return the WSGI environ of a request. Its body may be in a file."""
    file = BytesIO(body) if isinstance(body, bytes) else body
    length = file.seek(0, SEEK_END)
    file.seek(0)
    host, port = scope.get("server") or ("localhost", 80)
    path = unquote_to_bytes(scope["raw_path"])
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(host),
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": peer(scope),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": file,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        HAS_SHELL: True,
    }
    for key, text in scope["headers"]:
        # A header with an underscore could pass for one with a hyphen that a proxy has set.
        if b"_" in key:
            continue
        name = key.decode("latin-1").upper().replace("-", "_")
        if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            name = f"HTTP_{name}"
        value = text.decode("latin-1")
        if name in environ:
            separator = "; " if name == "HTTP_COOKIE" else ","
            value = f"{environ[name]}{separator}{value}"
        environ[name] = value
    environ["CONTENT_LENGTH"] = str(length)
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ
