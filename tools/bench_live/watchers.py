"""Many watching phones as one client, with two connections each: a stream, and one for changes."""

import asyncio
import time
from collections.abc import Sequence

AT_ONCE = 100  # connections that are opened at the same time
PATIENCE = 60.0  # seconds


class Watcher(asyncio.Protocol):
    """A phone’s stream; after an event, ``request`` is sent on the ``second`` connection."""

    def __init__(self, second: "Second | None", request: bytes) -> None:
        self.second, self.request = second, request
        self.is_open = asyncio.get_running_loop().create_future()
        self.heard_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if b"event: changed" not in data:
            return
        if not self.is_open.done():
            self.is_open.set_result(None)
        elif not self.heard_at:
            self.heard_at = time.perf_counter()
            if self.second:
                self.second.ask(self.request)


class Second(asyncio.Protocol):
    """A phone’s other connection, on which it fetches the part of the page that has changed."""

    def __init__(self) -> None:
        self.got_at = 0.0
        self.buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def ask(self, request: bytes) -> None:
        self.buffer = b""
        self.transport.write(request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return
        assert head.startswith(b"HTTP/1.1 200"), head
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        if len(body) >= length:
            self.got_at = time.perf_counter()


async def open_watchers(
    port: int, number: int, path: str, request: bytes = b""
) -> Sequence[Watcher]:
    """Return ``number`` watchers whose streams have sent their first event."""
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(AT_ONCE)

    async def open_one() -> Watcher:
        async with gate:
            second = None
            if request:
                _, second = await loop.create_connection(Second, "127.0.0.1", port)
            transport, watcher = await loop.create_connection(
                lambda: Watcher(second, request), "127.0.0.1", port
            )
            transport.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            await asyncio.wait_for(watcher.is_open, PATIENCE)
            return watcher

    return await asyncio.gather(*(open_one() for _ in range(number)))


async def all_told(watchers: Sequence[Watcher]) -> None:
    """Wait until every watcher has received an event and then the saved deal."""
    deadline = time.monotonic() + PATIENCE
    while not all(
        watcher.heard_at and (not watcher.second or watcher.second.got_at) for watcher in watchers
    ):
        assert time.monotonic() < deadline, "not every watcher has received the saved deal"
        await asyncio.sleep(0.005)


def forget(watchers: Sequence[Watcher]) -> None:
    for watcher in watchers:
        watcher.heard_at = 0.0
        if watcher.second:
            watcher.second.got_at = 0.0


def close(watchers: Sequence[Watcher]) -> None:
    for watcher in watchers:
        watcher.transport.close()
        if watcher.second:
            watcher.second.transport.close()
