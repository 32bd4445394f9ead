"""Responses that many pages request at once, kept until what they show changes.

A view marks a response as the same for everyone with a link. When a deal is saved, hundreds of
phones request the same part of the page: it is rendered once, and the others get the same bytes.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from scorekeeper.live.passes import Pass, load
from scorekeeper.live.sharing import HEADER
from scorekeeper.shell.hub import Hub
from scorekeeper.shell.messages import Response, Scope, header

LARGEST = 16 * 1024 * 1024  # bytes of all responses that are kept
LANGUAGE = re.compile(rb"django_language=([^;]*)")
ATTEMPTS = 3
NAME = HEADER.lower().encode()

Key = tuple[bytes, ...]
Respond = Callable[[], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Kept:
    """A response, the pass that lets people see it, and the state that it shows."""

    response: Response
    own: Pass
    state: str
    etag: bytes


class Shared:
    """The responses kept by one server process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._size = 0
        self._rendering: dict[Key, asyncio.Future[None]] = {}

    async def respond(self, scope: Scope, respond: Respond) -> Response:
        """Return a response that is still correct, or else a new one from ``respond``."""
        key = _key(scope)
        if key not in self._kept:
            return self._keep(key, await respond())
        for _ in range(ATTEMPTS):
            kept = self._kept.get(key)
            if kept is None:
                break
            seen = self._hub.seen_lately(kept.own) or await self._hub.seen(kept.own)
            if seen is None:
                self._drop(key)
                break
            if seen.state == kept.state:
                self._kept.move_to_end(key)
                return _unless_known(kept, scope)
            if rendering := self._rendering.get(key):
                await asyncio.wait([rendering])
                continue
            rendering = self._rendering[key] = asyncio.get_running_loop().create_future()
            try:
                return self._keep(key, await respond())
            finally:
                del self._rendering[key]
                rendering.set_result(None)
        return self._keep(key, await respond())

    def _keep(self, key: Key, response: Response) -> Response:
        """Keep a response if it is marked, and return it without the mark."""
        mark = next((text for name, text in response.headers if name == NAME), None)
        if mark is None:
            if response.status != 304:
                self._drop(key)
            return response
        headers = [line for line in response.headers if line[0] != NAME]
        response = replace(response, headers=headers)
        token, _, state = mark.decode("latin-1").partition(" ")
        own, names = load(token), dict(headers)
        if own is not None and response.status == 200 and b"set-cookie" not in names:
            self._drop(key)
            self._kept[key] = Kept(response, own, state, _strong(names.get(b"etag", b"")))
            self._size += len(response.body)
            while self._size > LARGEST:
                self._drop(next(iter(self._kept)))
        return response

    def _drop(self, key: Key) -> None:
        kept = self._kept.pop(key, None)
        if kept:
            self._size -= len(kept.response.body)


def _key(scope: Scope) -> Key:
    """Return everything in a request that a shared response may depend on."""
    language = LANGUAGE.search(header(scope, b"cookie"))
    names = (b"host", b"hx-request", b"accept-language", b"accept-encoding", b"x-forwarded-proto")
    values = (header(scope, name) for name in names)
    path = (scope["method"].encode(), scope["raw_path"], scope["query_string"])
    return (*path, *values, language[1] if language else b"")


def _strong(etag: bytes) -> bytes:
    """Return the ETag without the prefix that compression adds."""
    return etag.removeprefix(b"W/")


def _unless_known(kept: Kept, scope: Scope) -> Response:
    """Return the kept response or, if the browser has it already, 304."""
    known = header(scope, b"if-none-match").split(b",")
    if not kept.etag or kept.etag not in [_strong(tag.strip()) for tag in known]:
        return kept.response
    names = (b"etag", b"vary", b"cache-control")
    return Response(304, [line for line in kept.response.headers if line[0] in names], b"")
