"""A small HTTP client that keeps thousands of connections open.

The servers share the machine with it, so it does only what the phones of an evening need.
"""

import asyncio
import gzip
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
LOCATION = re.compile(rb"\r\nlocation: (\S+)", re.IGNORECASE)
GZIPPED = re.compile(rb"\r\ncontent-encoding: gzip", re.IGNORECASE)
CHANGED = re.compile(rb"event: changed\ndata: (\S+)")
PATIENCE = 30.0  # seconds


@dataclass(frozen=True, slots=True)
class Answer:
    """The response to a request."""

    status: int
    head: bytes
    body: bytes

    @property
    def text(self) -> bytes:
        return gzip.decompress(self.body) if GZIPPED.search(self.head) else self.body

    @property
    def location(self) -> str:
        found = LOCATION.search(self.head)
        return found[1].decode() if found else ""


class Connection(asyncio.Protocol):
    """A connection for one request at a time."""

    def __init__(self) -> None:
        self._is_open = True
        self._buffer = b""
        self._answer: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    async def ask(self, request: bytes) -> Answer:
        """Return the response. Raises OSError if there is none."""
        if not self._is_open:
            raise ConnectionResetError
        self._buffer = b""
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)  # type: ignore[attr-defined]
        async with asyncio.timeout(PATIENCE):
            return await self._answer

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, body = self._buffer.partition(b"\r\n\r\n")
        if not found or self._answer is None or self._answer.done():
            return
        length = LENGTH.search(head)
        if len(body) >= (int(length[1]) if length else 0):
            self._answer.set_result(Answer(int(head[9:12]), head, body))

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_open = False
        if self._answer and not self._answer.done():
            self._answer.set_exception(exc or ConnectionResetError())


class Stream(asyncio.Protocol):
    """An open stream, which passes on each state that it reports."""

    def __init__(
        self, request: bytes, hear: Callable[[str], None], end: Callable[[], None]
    ) -> None:
        self._request, self._hear, self._end = request, hear, end
        self._is_closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.write(self._request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        if self._is_closed:
            return
        for state in CHANGED.findall(data):
            self._hear(state.decode())

    def close(self) -> None:
        self._is_closed = True
        self.transport.close()

    def connection_lost(self, _: Exception | None) -> None:
        if not self._is_closed:
            self._end()


class Server:
    """A server at a port of this machine, and connections that no request is using.

    All phones share them, as they do behind a proxy.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self._idle: list[Connection] = []

    async def ask(self, request: bytes) -> Answer:
        """Return the response to a request. Raises OSError if there is none."""
        while self._idle:
            # The server may just be closing it, in which case browsers also try another one.
            with suppress(ConnectionError):
                return await self._ask_on(self._idle.pop(), request)
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(Connection, "127.0.0.1", self.port)
        return await self._ask_on(connection, request)

    async def _ask_on(self, connection: Connection, request: bytes) -> Answer:
        try:
            answer = await connection.ask(request)
        except BaseException:
            connection.transport.close()
            raise
        self._idle.append(connection)
        return answer

    def close(self) -> None:
        for connection in self._idle:
            connection.transport.close()

    async def follow(
        self, request: bytes, hear: Callable[[str], None], end: Callable[[], None]
    ) -> Stream:
        """Open a stream. It calls ``hear`` with each state, and ``end`` if the server ends it."""
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(
            lambda: Stream(request, hear, end), "127.0.0.1", self.port
        )
        return stream


def request_of(method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
    """Return the bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {text}" for name, text in headers.items())]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body
