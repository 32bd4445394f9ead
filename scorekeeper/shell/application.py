"""The ASGI application: opens streams itself, and passes everything else to the WSGI site."""

import asyncio
import random
import re
import signal
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from scorekeeper.live.passes import Pass, load_pass
from scorekeeper.live.paths import STREAMS
from scorekeeper.metrics import REFUSED
from scorekeeper.metrics import STREAMS as OPEN_STREAMS
from scorekeeper.shell.health import HEALTH, Health
from scorekeeper.shell.hub import Hub
from scorekeeper.shell.messages import (
    FILE_TIME,
    FULL,
    BodyError,
    MessageParts,
    Receive,
    Response,
    Scope,
    Send,
    body_of,
    file_of,
    has_body,
    largest_upload,
    plain,
    posted_page,
    read_on,
    sender_of,
)
from scorekeeper.shell.queues import BodyRoom, FairQueue, Pace, StillWaitingError
from scorekeeper.shell.shared import Shared
from scorekeeper.shell.site import IMPORTING, Site, WSGIApplication
from scorekeeper.shell.streams import Limits, Stream

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
NO_STREAM = plain(503, "Too many pages are open.", (b"retry-after", b"30"))
AWAY = plain(503, "The database isn’t available.", (b"retry-after", b"10"))
NO_ACCESS = plain(404, "There are no updates at this URL.")
NOT_ALLOWED = plain(405, "Use GET.", (b"allow", b"GET"))
OK = 200
LAST_WORDS = 1.0  # seconds to end a stream properly
ROOM = 16 * 2**20  # bytes of all bodies that are being received
FILES, UPLOADS = 2, 4  # exports and uploads that are served at the same time
PATIENCE = 10.0  # seconds to wait in a queue before a page shows the place in it
UPLOADING = ("data", "sheet-photo")
PRINTED = (".pdf", ".png")
COPIES = re.compile(rb"\bcopies=(?!1?(?:&|$))")  # more than one, which takes seconds


class Shell:
    """The application of one server process, which calls ``start`` when it starts."""

    def __init__(
        self, application: WSGIApplication, start: Callable[[], None] = lambda: None
    ) -> None:
        self._start_working = start
        self.site = Site(application)
        self.hub = Hub()
        self._shared = Shared(self.hub)
        self.room = BodyRoom(ROOM)
        self.bodies = Limits()
        self.printing, self.copying = FairQueue(1), FairQueue(1)
        self.files = FairQueue(FILES)
        self.uploads, self.importing = FairQueue(UPLOADS), FairQueue(1)
        self.health = Health(self.site, self.hub)
        OPEN_STREAMS.set_function(lambda: self.hub.limits.total)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._run(receive, send)
        elif scope["path"].startswith(STREAMS):
            await self._stream(scope, receive, send)
        elif scope["path"] in HEALTH:
            await self.health.answer(scope, send)
        elif posted_page(scope) in UPLOADING:
            await self._upload(scope, receive, send)
        else:
            await self._page(scope, receive, send)

    async def _run(self, receive: Receive, send: Send) -> None:
        """Start and stop along with the server process."""
        await receive()
        self._start_working()
        self.hub.start()
        end_streams_on_signals(asyncio.get_running_loop(), self.hub)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.hub.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _upload(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to a request that brings a file, if its sender may open the page for files."""
        page = await self.site.respond(scope | {"method": "GET"}, b"")
        client = sender_of(scope)
        try:
            if page.status == OK:
                async with self.uploads.place(client, PATIENCE):
                    file = await file_of(scope, receive)
                    with file:
                        async with self.importing.place(client, FILE_TIME):
                            page = await self.site.respond(scope, file)
            else:
                await read_on(receive, largest_upload())
        except StillWaitingError as waiting:
            REFUSED.labels("uploads").inc()
            await read_on(receive, largest_upload())
            page = await self.site.respond(scope | {"method": "GET"}, b"", waiting.place)
        except BodyError as error:
            if error.response:
                await error.response.send(send)
            return
        await page.send(send)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = sender_of(scope)
        try:
            body = await self._body(scope, receive, client)
        except BodyError as error:
            if error.response:
                await error.response.send(send)
            return
        try:
            response = await self._response(scope, body, client)
        except StillWaitingError as waiting:
            response = await self._waiting(scope, waiting)
        if response.parts is None:
            await response.send(send, is_head=scope["method"] == "HEAD")
        else:
            await self._file(scope, response, response.parts, receive, send)

    async def _body(self, scope: Scope, receive: Receive, client: str) -> bytes:
        """Return the request’s body. Raises BodyError."""
        if not has_body(scope):
            return b""
        if not self.bodies.admit(client):
            REFUSED.labels("bodies").inc()
            await read_on(receive)
            raise BodyError(FULL)
        try:
            return await body_of(scope, receive, self.room)
        finally:
            self.bodies.leave(client)

    async def _response(self, scope: Scope, body: bytes, client: str) -> Response:
        respond = partial(self.site.respond, scope, body)
        if posted_page(scope) in IMPORTING:
            async with self.importing.place(client, PATIENCE):
                return await respond()
        if scope["path"].endswith(PRINTED) and not scope["path"].startswith(settings.STATIC_URL):
            has_copies = COPIES.search(scope["query_string"])
            queue = self.copying if has_copies else self.printing
            async with queue.place(client, PATIENCE):
                return await respond()
        if scope["method"] != "GET":
            return await respond()
        try:
            return await self._shared.respond(scope, respond)
        except DatabaseError:  # no way to check whether a shared response is still correct
            return await respond()

    async def _waiting(self, scope: Scope, waiting: StillWaitingError) -> Response:
        """Return the page that shows the place in a queue.

        The page of an import shows its progress instead, from where it goes on.
        """
        place = 0 if posted_page(scope) in IMPORTING else waiting.place
        return await self.site.respond(scope | {"method": "GET"}, b"", place)

    async def _file(
        self, scope: Scope, response: Response, parts: MessageParts, receive: Receive, send: Send
    ) -> None:
        """Send a file while it is being made, unless the phone is gone or too slow."""
        left = asyncio.ensure_future(_until_left(receive))
        try:
            async with self.files.place(sender_of(scope), PATIENCE):
                await self._send_parts(response, parts, left, send)
        except StillWaitingError as waiting:
            await (await self._waiting(scope, waiting)).send(send)
        except TimeoutError:
            pass  # too slow: the file stays incomplete, which browsers notice
        finally:
            left.cancel()
            await parts.close()

    async def _send_parts(
        self, response: Response, parts: MessageParts, left: asyncio.Future[None], send: Send
    ) -> None:
        pace, clock = Pace(), asyncio.get_running_loop().time
        await send(response.start)
        while True:
            began = clock()
            part = await parts.next()
            if part is None or left.done():
                break
            pace.pause(clock() - began)
            async with pace.timeout():
                await send({"type": "http.response.body", "body": part, "more_body": True})
            pace.count(len(part))
        if not left.done():
            await send({"type": "http.response.body", "body": b""})

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        own = load_pass(scope["path"].removeprefix(STREAMS).removesuffix("/"))
        if scope["method"] != "GET" or own is None:
            await (NO_ACCESS if scope["method"] == "GET" else NOT_ALLOWED).send(send)
            return
        address = sender_of(scope)
        if not self.hub.limits.admit(address):
            REFUSED.labels("streams").inc()
            await NO_STREAM.send(send)
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
