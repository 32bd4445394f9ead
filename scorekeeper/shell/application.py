"""The ASGI application: opens streams itself, and passes everything else to the WSGI site."""

import asyncio
import random
import signal
from functools import partial
from types import FrameType
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from scorekeeper.addresses import client_address
from scorekeeper.live.passes import Pass, load_pass
from scorekeeper.live.paths import STREAMS
from scorekeeper.metrics import REFUSED
from scorekeeper.metrics import STREAMS as OPEN_STREAMS
from scorekeeper.shell.health import HEALTH, Health
from scorekeeper.shell.hub import Hub
from scorekeeper.shell.messages import (
    BUSY,
    LARGEST,
    BodyError,
    MessageParts,
    Receive,
    Response,
    Scope,
    Send,
    body_of,
    header_lines,
    is_upload,
    peer,
    plain,
)
from scorekeeper.shell.shared import Shared
from scorekeeper.shell.site import Site, WSGIApplication
from scorekeeper.shell.streams import Stream

START: dict[str, Any] = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),  # nginx must not buffer events
        (b"x-content-type-options", b"nosniff"),
    ],
}
FULL = plain(503, "Too many pages are open.", (b"retry-after", b"30"))
AWAY = plain(503, "The database isn’t available.", (b"retry-after", b"10"))
NO_ACCESS = plain(404, "There are no updates at this URL.")
NOT_ALLOWED = plain(405, "Use GET.", (b"allow", b"GET"))
LAST_WORDS = 1.0  # seconds to end a stream properly
ROOM = 2 * (LARGEST + settings.LARGEST_IMPORT)  # bytes of all files that are being uploaded
MOST_FILES = 2  # files that are made at the same time while they are being sent
PATIENCE = 30.0  # seconds for a phone to accept a part of a file


class Shell:
    """The application of one server process."""

    def __init__(self, application: WSGIApplication) -> None:
        self.site = Site(application)
        self.hub = Hub()
        self._shared = Shared(self.hub)
        self.room = ROOM  # bytes that are left for uploads
        self._files = asyncio.Semaphore(MOST_FILES)
        self.health = Health(self.site, self.hub)
        OPEN_STREAMS.set_function(lambda: self.hub.limits.total)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._run(receive, send)
        elif scope["path"].startswith(STREAMS):
            await self._stream(scope, receive, send)
        elif scope["path"] in HEALTH:
            await self.health.answer(scope, send)
        elif is_upload(scope):
            await self._upload(scope, receive, send)
        else:
            await self._page(scope, receive, send)

    async def _run(self, receive: Receive, send: Send) -> None:
        """Start and stop along with the server process."""
        await receive()
        self.hub.start()
        end_streams_on_signals(asyncio.get_running_loop(), self.hub)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.hub.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _upload(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to a request that may bring a file, if there is room for what has arrived.

        A file that arrives slowly takes little room, so it can’t keep others from being uploaded.
        """
        taken = 0

        async def receive_part() -> dict[str, Any]:
            nonlocal taken
            message = await receive()
            length = len(message.get("body", b""))
            if length > self.room:
                REFUSED.labels("uploads").inc()
                raise BodyError(BUSY)
            self.room -= length
            taken += length
            return message

        try:
            await self._page(scope, receive_part, send)
        finally:
            self.room += taken

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await body_of(scope, receive)
        except BodyError as error:
            if error.response:
                await error.response.send(send)
            return
        respond = partial(self.site.respond, scope, body)
        try:
            is_read = scope["method"] == "GET"
            response = await (self._shared.respond(scope, respond) if is_read else respond())
        except DatabaseError:  # no way to check whether a shared response is still correct
            response = await respond()
        if response.parts is None:
            await response.send(send, is_head=scope["method"] == "HEAD")
        else:
            await self._file(response, response.parts, receive, send)

    async def _file(
        self, response: Response, parts: MessageParts, receive: Receive, send: Send
    ) -> None:
        """Send a file while it is being made, unless the phone is gone or stuck."""
        left = asyncio.ensure_future(_until_left(receive))
        try:
            async with self._files:
                await send(response.start)
                while (part := await parts.next()) is not None:
                    if left.done():
                        return
                    async with asyncio.timeout(PATIENCE):
                        await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            pass  # stuck: the file stays incomplete, which browsers notice
        finally:
            left.cancel()
            await parts.close()

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        own = load_pass(scope["path"].removeprefix(STREAMS).removesuffix("/"))
        if scope["method"] != "GET" or own is None:
            await (NO_ACCESS if scope["method"] == "GET" else NOT_ALLOWED).send(send)
            return
        forwarded = header_lines(scope, b"x-forwarded-for").decode("latin-1")
        address = client_address(peer(scope), forwarded)
        if not self.hub.limits.admit(address):
            REFUSED.labels("streams").inc()
            await FULL.send(send)
            return
        try:
            refusal = await self._refusal(own)
            if refusal:
                await refusal.send(send)
            else:
                await self._follow(own, Stream(send), receive, send)
        finally:
            self.hub.limits.leave(address)

    async def _refusal(self, own: Pass) -> Response | None:
        try:
            return None if await self.hub.seen(own) else NO_ACCESS
        except DatabaseError:
            return AWAY

    async def _follow(self, own: Pass, stream: Stream, receive: Receive, send: Send) -> None:
        """Keep a stream open until the page is closed or loses its access."""
        await send(START)
        # After a restart, pages reconnect at different times.
        stream.push(f"retry: {random.randint(1000, 4000)}\n\n".encode())  # noqa: S311
        self.hub.follow(own, stream)
        left = asyncio.ensure_future(_until_left(receive))
        left.add_done_callback(lambda _: stream.close())
        try:
            await stream.closed
            if not left.done():
                async with asyncio.timeout(LAST_WORDS):
                    await stream.finish()
        except (TimeoutError, OSError, RuntimeError):
            pass  # the phone is gone
        finally:
            left.cancel()
            self.hub.leave(own, stream)


async def _until_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue


def end_streams_on_signals(loop: asyncio.AbstractEventLoop, hub: Hub) -> None:
    """End all streams as soon as the process is asked to stop.

    Otherwise the server would wait for them until it is killed. The server’s own handlers run as
    well.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            before = signal.getsignal(number)

            def end(received: int, frame: FrameType | None, before: Any = before) -> None:
                loop.call_soon_threadsafe(hub.close)
                if callable(before):
                    before(received, frame)

            signal.signal(number, end)
        except ValueError:
            return  # not in the main thread, as in tests
