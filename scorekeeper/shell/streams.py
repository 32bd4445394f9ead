"""Open streams, and the limits on them."""

import asyncio
from collections import Counter

from django.conf import settings

from scorekeeper.shell.messages import Send

ALIVE = b"event: alive\ndata:\n\n"
PATIENCE = 2  # a stream is closed once this many heartbeats in a row couldn’t be sent


class Stream:
    """The stream to one open page.

    Only one piece is sent at a time. Of the pieces that are waiting, only the last one is kept.
    """

    __slots__ = ("_missed", "_push", "_send", "_waiting", "closed")

    def __init__(self, send: Send) -> None:
        self._send = send
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._push: asyncio.Task[None] | None = None
        self._waiting: bytes | None = None
        self._missed = 0

    def push(self, piece: bytes) -> None:
        """Send ``piece`` without waiting for it."""
        if self._push is not None:
            self._waiting = piece
        elif not self.closed.done():
            self._push = asyncio.get_running_loop().create_task(self._write(piece))

    def beat(self) -> None:
        """Send a heartbeat, or close the stream if it has been stuck for too long."""
        if self._push is None:
            self._missed = 0
            self.push(ALIVE)
            return
        self._missed += 1
        if self._missed >= PATIENCE:
            self.close()

    def close(self) -> None:
        """Let the request of this stream end."""
        if not self.closed.done():
            self.closed.set_result(None)

    async def finish(self) -> None:
        """End the response, after sending the remaining pieces."""
        if self._push is not None:
            await asyncio.wait([self._push])
        last, self._waiting = self._waiting or b"", None
        await self._send({"type": "http.response.body", "body": last, "more_body": False})

    async def _write(self, piece: bytes) -> None:
        try:
            await self._send({"type": "http.response.body", "body": piece, "more_body": True})
        except (OSError, RuntimeError):
            self.close()
        finally:
            self._push = None
        if self._waiting is not None and not self.closed.done():
            waiting, self._waiting = self._waiting, None
            self.push(waiting)


class Limits:
    """The number of open streams or bodies, in total and by address."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self.total = 0

    def admit(self, address: str) -> bool:
        """Count one of ``address`` if there is room for it, and return whether there is."""
        if self.total >= settings.STREAMS or self._open[address] >= settings.STREAMS_PER_ADDRESS:
            return False
        self.total += 1
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Stop counting one of ``address``."""
        self.total -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
