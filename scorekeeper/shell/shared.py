"""Responses that are the same for many users, kept until their content changes.

A view marks a response as the same for everyone with a link, or for everybody. When a deal is
saved, hundreds of phones request the same part of the page: it is rendered once, and all of them
get the same bytes. The rules pages, which everybody may see, are rendered once for all. Pages that
also show a phone its own games are rendered once for all visitors whom no cookie identifies.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from scorekeeper.languages import split_language
from scorekeeper.live.passes import Pass, load_pass
from scorekeeper.live.sharing import EVERYBODY, HEADER, VISITORS, current_edition
from scorekeeper.metrics import SHARED
from scorekeeper.shell.hub import Hub
from scorekeeper.shell.messages import Response, Scope, header

LARGEST = 16 * 1024 * 1024  # bytes of all responses that are kept
GZIP = re.compile(rb"\bgzip\b")  # the pattern that Django uses
KEPT_ALONG = 1024  # bytes, roughly, for the key and the headers of a response
ATTEMPTS = 3
NAME = HEADER.lower().encode()

Key = tuple[bytes, ...]
Respond = Callable[[], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Kept:
    """A response, the pass that lets people see it, and the state that it shows.

    Without a pass, it is for everybody or for all visitors whom no cookie identifies.
    """

    response: Response
    own: Pass | None
    is_for_visitors: bool
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
        """Return a kept response that is still correct, or else a new one from ``respond``."""
        key = _key(scope)
        for _ in range(ATTEMPTS):
            kept = self._kept.get(key)
            if kept is None:
                break
            if kept.is_for_visitors and _is_known(scope):
                return await respond()
            state = await self._state(kept)
            if state is None:
                self._drop(key)
                break
            if state == kept.state:
                self._kept.move_to_end(key)
                SHARED.inc()
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

    async def _state(self, kept: Kept) -> str | None:
        """Return the state that a response should show, or None if nobody may see it."""
        if kept.own is None:
            return current_edition()
        seen = self._hub.seen_lately(kept.own) or await self._hub.seen(kept.own)
        return seen.state if seen else None

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
        own, names = load_pass(token), dict(headers)
        is_sure = own is not None or token in (EVERYBODY, VISITORS)
        if is_sure and response.status == 200 and b"set-cookie" not in names:
            self._drop(key)
            etag = _strong(names.get(b"etag", b""))
            self._kept[key] = Kept(response, own, token == VISITORS, state, etag)
            self._size += len(response.body) + KEPT_ALONG
            while self._size > LARGEST:
                self._drop(next(iter(self._kept)))
        return response

    def _drop(self, key: Key) -> None:
        kept = self._kept.pop(key, None)
        if kept:
            self._size -= len(kept.response.body) + KEPT_ALONG


def _key(scope: Scope) -> Key:
    """Return everything in a request that a shared response may depend on."""
    names = (b"host", b"hx-request", b"x-forwarded-proto")
    values = (header(scope, name) for name in names)
    path = (scope["method"].encode(), scope["raw_path"], scope["query_string"])
    language = split_language(scope["path"])[0].encode() or _language(
        _cookies(scope).get(settings.LANGUAGE_COOKIE_NAME.encode(), b""),
        header(scope, b"accept-language"),
    )
    is_compressed = b"gzip" if GZIP.search(header(scope, b"accept-encoding")) else b""
    return (*path, *values, language, is_compressed)


@lru_cache(maxsize=1000)
def _language(cookie: bytes, accepted: bytes) -> bytes:
    """Return the language that the site chooses for these headers."""
    request = HttpRequest()
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = cookie.decode("latin-1")
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted.decode("latin-1")
    return get_language_from_request(request).encode()


def _cookies(scope: Scope) -> dict[bytes, bytes]:
    """Return the cookies of a request, including those without a value."""
    lines = b";".join(value for name, value in scope["headers"] if name == b"cookie")
    parts = (part.strip().partition(b"=") for part in lines.split(b";"))
    return {name: value for name, _, value in parts if name}


def _is_known(scope: Scope) -> bool:
    """Return whether the request has a cookie that may identify the sender."""
    return bool(_cookies(scope).keys() - {settings.LANGUAGE_COOKIE_NAME.encode()})


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
