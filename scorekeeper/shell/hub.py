"""The hub, which keeps track of what open pages show, and notifies them when that has changed.

Messages on the bus make updates quick, but the database is decisive: every few seconds, one lookup
finds changes whose messages were lost, and pages that have lost their access. After an outage of
the bus or the database, pages therefore catch up by themselves.
"""

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import DatabaseError, close_old_connections, connections

from scorekeeper.live import presence
from scorekeeper.live.bus import Changed, Entering, bus, dump_message, load_message, send
from scorekeeper.live.carrier import BusDownError
from scorekeeper.live.passes import Pass, ScoringPass
from scorekeeper.queries.following import Seen, seen_with
from scorekeeper.shell.streams import Limits, Stream

logger = logging.getLogger(__name__)
T = TypeVar("T")

LOOK = 2.5  # seconds between two lookups in the database
FRESH = 2 * LOOK  # seconds for which a lookup is valid
AT_ONCE = 1000  # passes in one of the regular lookups, so that changes are looked up in between
BEAT = 10.0  # seconds between two heartbeats
KEPT = 30.0  # seconds for which a pass without a stream is still looked up
RETRY = 1.0  # seconds before the bus is tried again


class Followed:
    """A pass with its open streams, and what its holder saw at the last lookup."""

    __slots__ = ("at", "seen", "streams", "used")

    def __init__(self) -> None:
        self.seen: Seen | None = None
        self.at = 0.0
        self.used = 0.0
        self.streams: set[Stream] = set()

    @property
    def is_fresh(self) -> bool:
        """Whether the last lookup is still valid."""
        return self.seen is not None and time.monotonic() - self.at < FRESH


class Hub:
    """The open streams of one server process. All methods run in its event loop."""

    def __init__(self) -> None:
        self.process = ""
        self.limits = Limits()
        self.is_listening = False
        self._followed: dict[Pass, Followed] = {}
        # The passes whose state depends on a game or a group, by its code or its id.
        self._concerned: defaultdict[str | int, set[Pass]] = defaultdict(set)
        self._entering: dict[str, dict[Stream, tuple[int, int, str]]] = defaultdict(dict)
        self._looks: dict[Pass, asyncio.Future[None]] = {}
        self._due: set[Pass] = set()  # passes to look up because something has changed
        self._is_looking = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(1, "hub")

    # Starting and stopping

    def start(self) -> None:
        """Start listening, querying the database and sending heartbeats."""
        self.process = secrets.token_hex(8)  # here, because a server may have forked
        for work in (self._listen(), self._keep_looking(), self._keep_beating()):
            self._start(work)

    def close(self) -> None:
        """Close all streams, so that the server can stop."""
        for followed in self._followed.values():
            for stream in followed.streams:
                stream.close()

    async def stop(self) -> None:
        """Stop everything that ``start`` has started."""
        self.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._in_thread(connections.close_all)
        self._threads.shutdown()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Streams

    async def seen(self, own: Pass) -> Seen | None:
        """Return what the holder of a pass sees, or None if they may not see it.

        The database is only queried if the last lookup is too old. Raises DatabaseError.
        """
        followed = self._followed.setdefault(own, Followed())
        followed.used = time.monotonic()
        if not followed.is_fresh:
            await self._look_once(own)
        return followed.seen

    def seen_lately(self, own: Pass) -> Seen | None:
        """Return what the holder of a pass saw at the last lookup, or None if that is too old."""
        followed = self._followed.get(own)
        if followed is None or not followed.is_fresh:
            return None
        followed.used = time.monotonic()
        return followed.seen

    def follow(self, own: Pass, stream: Stream) -> None:
        """Send ``stream`` the current state of its page, and each new state until ``leave``."""
        if isinstance(own, ScoringPass) and own.deal:
            self._entering[own.code][stream] = (own.deal, own.user, own.name)
            self._announce(own.code)
        followed = self._followed.setdefault(own, Followed())
        followed.streams.add(stream)
        if followed.seen:
            stream.push(changed(followed.seen))

    def leave(self, own: Pass, stream: Stream) -> None:
        """Forget a stream that has ended."""
        if own in self._followed:
            self._followed[own].streams.discard(stream)
        if isinstance(own, ScoringPass) and own.deal:
            self._entering[own.code].pop(stream, None)
            self._announce(own.code)
            if not self._entering[own.code]:
                del self._entering[own.code]

    # Messages

    def hear(self, text: str) -> None:
        """Act on a message. An empty message means that earlier messages may have been lost."""
        if not text:
            self._look_at(list(self._followed))
            return
        message = load_message(text)
        if isinstance(message, Changed):
            keys = message.code, message.group
            self._look_at({own for key in keys for own in self._concerned.get(key, ())})
        elif isinstance(message, Entering) and presence.note_entering(message):
            for own in self._concerned.get(message.code, ()):
                if isinstance(own, ScoringPass) and own.deal:
                    self._push(self._followed[own])

    def _announce(self, code: str) -> None:
        """Announce to every process which phones are entering deals of a game through this one."""
        phones = tuple(sorted(set(self._entering[code].values())))
        message = Entering(self.process, code, phones)
        self.hear(dump_message(message))
        self._start(self._in_thread(send, message))

    # Querying the database

    def _look_at(self, passes: Iterable[Pass]) -> None:
        """Look up passes soon. What changes during a lookup is looked up together after it, so that
        a busy server falls behind by no more than two lookups.
        """
        self._due.update(passes)
        if self._due and not self._is_looking:
            self._is_looking = True
            self._start(self._look_at_due())

    async def _look_at_due(self) -> None:
        try:
            while self._due:
                passes, self._due = self._due, set()
                await self._look_quietly(passes)
        finally:
            self._is_looking = False

    async def _look_quietly(self, passes: Collection[Pass]) -> None:
        try:
            await self._look(passes)
        except DatabaseError as error:
            logger.warning("Open pages can’t be updated: %s", error)

    async def _look_once(self, own: Pass) -> None:
        """Look up one pass. Requests for the same pass wait for the same lookup."""
        look = self._looks.get(own)
        if look is None:
            look = asyncio.ensure_future(self._look([own]))
            self._looks[own] = look
            look.add_done_callback(lambda _: self._looks.pop(own, None))
        await asyncio.shield(look)

    async def _look(self, passes: Collection[Pass]) -> None:
        """Look up ``passes``, notify changed pages, and close the streams of revoked passes."""
        now = time.monotonic()
        found = await self._in_thread(_seen_with, passes)
        for own, seen in found.items():
            followed = self._followed.get(own)
            if followed is None or followed.at > now:
                continue  # a later lookup was quicker
            has_changed = seen != followed.seen
            self._note(own, followed, seen)
            followed.at = now
            if seen is None:
                for stream in list(followed.streams):
                    if not stream.closed.done():
                        stream.push(b"event: gone\ndata:\n\n")
                        stream.close()
            elif has_changed:
                self._push(followed)

    def _note(self, own: Pass, followed: Followed, seen: Seen | None) -> None:
        """Store what the holder of a pass sees, and on which games and groups that depends."""
        before, now = _keys(followed.seen), _keys(seen)
        for key in before - now:
            self._concerned[key].discard(own)
            if not self._concerned[key]:
                del self._concerned[key]
        for key in now - before:
            self._concerned[key].add(own)
        followed.seen = seen

    def _push(self, followed: Followed) -> None:
        if followed.seen:
            piece = changed(followed.seen)
            for stream in followed.streams:
                stream.push(piece)

    # Tasks that run all the time

    async def _listen(self) -> None:
        def hear(text: str) -> None:
            self.is_listening = True
            self.hear(text)

        has_warned = False
        while True:
            try:
                await bus().listen(hear)
            except BusDownError as error:
                if self.is_listening or not has_warned:
                    logger.warning("Open pages are updated a few seconds late: %s", error)
                has_warned, self.is_listening = True, False
            await asyncio.sleep(RETRY)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            long_ago = time.monotonic() - KEPT
            for own, followed in list(self._followed.items()):
                if not followed.streams and followed.used < long_ago:
                    self._note(own, followed, None)
                    del self._followed[own]
            passes = list(self._followed)
            for first in range(0, len(passes), AT_ONCE):
                await self._look_quietly(passes[first : first + AT_ONCE])

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for code in list(self._entering):
                self._announce(code)
            for stream in self._streams():
                stream.beat()

    def _streams(self) -> list[Stream]:
        return [stream for followed in self._followed.values() for stream in followed.streams]

    async def _in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)


def _keys(seen: Seen | None) -> set[str | int]:
    return {*seen.games, *seen.groups} if seen else set()


def changed(seen: Seen) -> bytes:
    """Return the piece of a stream that names the state its page should show."""
    return f"event: changed\ndata: {seen.state}\n\n".encode()


def _seen_with(passes: Iterable[Pass]) -> dict[Pass, Seen | None]:
    close_old_connections()
    try:
        return seen_with(list(passes))
    finally:
        close_old_connections()
