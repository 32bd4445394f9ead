"""ASGI requests and responses."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Any, Protocol

from django.conf import settings
from django.urls import Resolver404, resolve

from scorekeeper.addresses import client_address, household
from scorekeeper.shell.queues import BodyRoom, Pace
from scorekeeper.uploads import uploads_folder

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

LARGEST = 128 * 1024  # bytes of a body; Django accepts forms of half this size
BODY_TIME = 20.0  # seconds for a body to arrive
FILE_TIME = 180.0  # the same for a file
READ_ON = 1024 * 1024  # the most bytes to read of a form that is refused
READ_ON_TIME = 2.0  # seconds


class MessageParts(Protocol):
    """The parts of a body that is made while it is being sent."""

    async def next(self) -> bytes | None:
        """Make and return the next part, or return None after the last one."""

    async def close(self) -> None:
        """Stop making parts."""


@dataclass(frozen=True, slots=True)
class Response:
    """A response, which is complete unless it has ``parts`` that are yet to be made."""

    status: int
    headers: Headers
    body: bytes
    parts: MessageParts | None = None

    @property
    def start(self) -> dict[str, Any]:
        """The message that starts the response."""
        return {"type": "http.response.start", "status": self.status, "headers": self.headers}

    async def send(self, send: Send, *, is_head: bool = False) -> None:
        """Send the response, without its body for HEAD."""
        await send(self.start)
        await send({"type": "http.response.body", "body": b"" if is_head else self.body})


def plain(status: int, text: str, *more: tuple[bytes, bytes]) -> Response:
    """Return a short plain-text response."""
    body = f"{text}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *more,
    ]
    return Response(status, headers, body)


def header(scope: Scope, name: bytes) -> bytes:
    """Return the request’s header with this lowercase name, or empty bytes."""
    return next((text for key, text in scope["headers"] if key == name), b"")


def header_lines(scope: Scope, name: bytes) -> bytes:
    """Return all lines of the request’s header with this lowercase name, joined with commas."""
    return b",".join(text for key, text in scope["headers"] if key == name)


def peer(scope: Scope) -> str:
    """Return the address that the request came from, or an empty string if it isn’t known."""
    return str((scope.get("client") or ("",))[0])


class BodyError(Exception):
    """The request’s body is too large, too slow or incomplete.

    ``response`` is the response to send, or None if the client has gone.
    """

    def __init__(self, response: Response | None) -> None:
        super().__init__()
        self.response = response


def posted_page(scope: Scope) -> str | None:
    """Return the name of the page that a form was sent to; None for other requests."""
    if scope["method"] != "POST":
        return None
    try:
        return resolve(scope["path"]).url_name
    except Resolver404:
        return None


def sender_of(scope: Scope) -> str:
    """Return the address of the client, or its network if it uses IPv6."""
    forwarded = header_lines(scope, b"x-forwarded-for").decode("latin-1")
    return household(client_address(peer(scope), forwarded))


async def body_of(scope: Scope, receive: Receive, room: BodyRoom) -> bytes:
    """Return the request’s body. Raise BodyError if it is too large, too slow or incomplete.

    The body is read here, so that a client that stops sending occupies no thread. Its room is taken
    before any of it is read.
    """
    await _check_size(scope, receive, LARGEST)
    announced = header(scope, b"content-length")
    size = int(announced) if announced.isdigit() else LARGEST
    with room.taken(sender_of(scope), size) as has_room:
        if not has_room:
            await read_on(receive)
            raise BodyError(FULL)
        try:
            async with asyncio.timeout(BODY_TIME):
                return b"".join([part async for part in _parts_of(receive, LARGEST)])
        except TimeoutError:
            raise BodyError(TOO_SLOW) from None


async def file_of(scope: Scope, receive: Receive) -> IO[bytes]:
    """Return the body of an upload, which is written to a file while it arrives.

    Raises BodyError.
    """
    largest = largest_upload()
    file: IO[bytes] = TemporaryFile(dir=uploads_folder())  # noqa: SIM115 -- closed by the caller
    try:
        await _check_size(scope, receive, largest)
        async with asyncio.timeout(FILE_TIME):
            async for part in _parts_of(receive, largest, Pace()):
                await asyncio.to_thread(file.write, part)
        file.seek(0)
    except TimeoutError:
        file.close()
        raise BodyError(TOO_SLOW) from None
    except OSError:
        file.close()
        raise BodyError(FULL) from None
    except BodyError:
        file.close()
        raise
    return file


def largest_upload() -> int:
    """Return the most bytes of a request that brings a file."""
    return LARGEST + settings.LARGEST_IMPORT


def has_body(scope: Scope) -> bool:
    """Return whether the request has a body."""
    return bool(header(scope, b"content-length") or header(scope, b"transfer-encoding"))


async def _check_size(scope: Scope, receive: Receive, largest: int) -> None:
    """Raise BodyError if the request’s body will be too large."""
    announced = header(scope, b"content-length")
    if announced.isdigit() and int(announced) > largest:
        if int(announced) <= READ_ON:
            await read_on(receive)
        raise BodyError(TOO_LARGE)


async def _parts_of(
    receive: Receive, largest: int, pace: Pace | None = None
) -> AsyncIterator[bytes]:
    """Yield the parts of a body. Raise BodyError if it is too large or incomplete."""
    length, has_more = 0, True
    while has_more:
        async with pace.timeout() if pace else nullcontext():
            message = await receive()
        if message["type"] != "http.request":
            raise BodyError(None)
        part = message.get("body", b"")
        length += len(part)
        if pace:
            pace.count(len(part))
        if length > largest:
            await read_on(receive)
            raise BodyError(TOO_LARGE)
        has_more = message.get("more_body", False)
        yield part


async def read_on(receive: Receive, most: int = READ_ON) -> None:
    """Read at most so many bytes of a body that is refused, and discard them.

    If the connection is closed while a proxy is still sending, it may miss the response, and tell
    the phone that the site is away.
    """
    length = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(READ_ON_TIME):
            while length < most:
                message = await receive()
                length += len(message.get("body", b""))
                if not message.get("more_body"):
                    return


CLOSE = (b"connection", b"close")
TOO_LARGE = plain(413, "That’s more than the server accepts.", CLOSE)
FULL = plain(503, "The server is too busy. Try again in a minute.", (b"retry-after", b"60"), CLOSE)
TOO_SLOW = plain(408, "The request took too long to arrive.", CLOSE)
