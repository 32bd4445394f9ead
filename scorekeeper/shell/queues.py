"""Queues for what only a few can do at a time, such as printing, and the pace of slow clients."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

PIECE, PATIENCE = 150_000, 15.0  # at least so many bytes in so many seconds: 10 kB/s
HALVED = 60.0  # seconds after which half of what a client has used is forgotten
MOST_WAITING = 20  # requests of one client


class StillWaitingError(Exception):
    """A client has waited too long for a place; ``place`` is its place in the queue."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class _Waiting:
    """A client that waits for a place."""

    __slots__ = ("client", "turn")

    def __init__(self, client: str) -> None:
        self.client = client
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class FairQueue:
    """A queue in which each client has at most one place.

    Of those who wait, the client that has used the least time lately is next, so that one who needs
    much can’t keep others waiting for long.
    """

    def __init__(self, places: int) -> None:
        self.free = places
        self.waiting: list[_Waiting] = []
        self._busy: set[str] = set()
        self._used: defaultdict[str, float] = defaultdict(float)
        self._at = time.monotonic()

    @asynccontextmanager
    async def place(self, client: str, patience: float) -> AsyncIterator[None]:
        """Hold a place. Raises StillWaitingError if there is none for ``patience`` seconds."""
        await self._wait(client, patience)
        began = time.monotonic()
        try:
            yield
        finally:
            self._leave(client, time.monotonic() - began)

    async def _wait(self, client: str, patience: float) -> None:
        own = _Waiting(client)
        self.waiting.append(own)
        self._hand_out()
        try:
            if sum(other.client == client for other in self.waiting) > MOST_WAITING:
                patience = 0
            async with asyncio.timeout(patience):
                await own.turn
        except BaseException as error:
            if own not in self.waiting:  # it was given a place at the last moment
                self._leave(client, 0)
            if isinstance(error, TimeoutError):
                raise StillWaitingError(self._order().index(own) + 1) from None
            raise
        finally:
            if own in self.waiting:
                self.waiting.remove(own)

    def _order(self) -> list[_Waiting]:
        """Return those who wait, the next one first."""
        return sorted(self.waiting, key=lambda waiting: self._used[waiting.client])

    def _hand_out(self) -> None:
        """Give free places to those who are next."""
        for own in self._order():
            if self.free and own.client not in self._busy:
                self.free -= 1
                self._busy.add(own.client)
                self.waiting.remove(own)
                own.turn.set_result(None)

    def _leave(self, client: str, seconds: float) -> None:
        """Free a place that was held for so long."""
        now = time.monotonic()
        kept = 0.5 ** ((now - self._at) / HALVED)
        used = {each: kept * used for each, used in self._used.items() if kept * used > 0.001}
        self._at, self._used = now, defaultdict(float, used)
        self._used[client] += seconds
        self.free += 1
        self._busy.discard(client)
        self._hand_out()


class Pace:
    """The least rate at which a client must send or accept a file."""

    def __init__(self) -> None:
        self._restart()

    def _restart(self) -> None:
        self._bytes = 0
        self._until = asyncio.get_running_loop().time() + PATIENCE

    def timeout(self) -> asyncio.Timeout:
        """Return a context that raises TimeoutError once the client is too slow."""
        return asyncio.timeout_at(self._until)

    def count(self, size: int) -> None:
        """Count bytes that were sent or accepted."""
        self._bytes += size
        if self._bytes >= PIECE:
            self._restart()

    def pause(self, seconds: float) -> None:
        """Don’t count a time that wasn’t the client’s."""
        self._until += seconds


class BodyRoom:
    """The memory for all bodies that are being received by this process.

    The first kilobytes of each don’t count, so that forms can always be sent. The bodies of one
    client together can take a quarter of the room.
    """

    SMALL = 4 * 1024

    def __init__(self, size: int) -> None:
        self.left = size
        self.share = size // 4
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, client: str, size: int) -> Iterator[bool]:
        """Take room for a body of ``size`` bytes if there is enough, and yield whether there is."""
        counted = max(0, size - self.SMALL)
        if counted > min(self.left, self.share - self._taken[client]):
            yield False
            return
        self._take(client, counted)
        try:
            yield True
        finally:
            self._take(client, -counted)

    def _take(self, client: str, size: int) -> None:
        self.left -= size
        self._taken[client] += size
        if not self._taken[client]:
            del self._taken[client]
