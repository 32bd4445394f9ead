"""Pages per second: a rules page that is rendered for each request, and one that is shared."""

import asyncio
import time
from collections.abc import Sequence

PATH = "/rules/contract-rummy/"
CLIENTS = 16
SECONDS = 4.0


class Client(asyncio.Protocol):
    """A connection on which a page is requested again and again."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.pages = 0
        self.buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.ask()

    def ask(self) -> None:
        self.buffer = b""
        self.transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return
        assert head.startswith(b"HTTP/1.1 200"), head
        if len(body) >= int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]):
            self.pages += 1
            self.ask()


async def pages_per_second(port: int, *headers: str) -> float:
    """Return how many pages per second clients get if they request nothing else."""
    lines = [f"GET {PATH} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip", *headers]
    request = "\r\n".join([*lines, "", ""]).encode()
    loop = asyncio.get_running_loop()
    opened = [
        await loop.create_connection(lambda: Client(request), "127.0.0.1", port)
        for _ in range(CLIENTS)
    ]
    clients: Sequence[Client] = [client for _, client in opened]
    while not all(client.pages for client in clients):
        await asyncio.sleep(0.01)
    before, began = sum(client.pages for client in clients), time.perf_counter()
    await asyncio.sleep(SECONDS)
    pages, seconds = sum(client.pages for client in clients), time.perf_counter() - began
    for client in clients:
        client.transport.close()
    return (pages - before) / seconds
