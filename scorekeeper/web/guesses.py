"""Limits on wrong guesses at codes: after too many, an IP address has to wait."""

from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from math import ceil

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scorekeeper.addresses import client_address
from scorekeeper.live.passes import digest
from scorekeeper.metrics import REFUSED

NETWORK = 64  # bits: in IPv6, a household’s addresses usually share a prefix of this length


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits on wrong guesses at one kind of code from one address.

    There is no pause before the first ``free`` guesses. Before the next one, there is a pause of 2
    seconds, which doubles with each further guess. After ``most`` guesses, the pause is ``wait``
    seconds, and the guesses are then forgotten.
    """

    what: str
    free: int
    most: int
    wait: int


RECOVERY_CODES = Limit("recovery-code", free=10, most=10, wait=60 * 60)
# A short code gives away little, and is often mistyped from a screen across the room.
SHORT_CODES = Limit("short-code", free=5, most=20, wait=15 * 60)


def seconds_before_guess(request: HttpRequest, limit: Limit) -> int:
    """Return how many seconds the sender’s address must wait before the next guess."""
    counted: tuple[int, float] = caches["default"].get(_key(request, limit), (0, 0.0))
    wrong, at = counted
    if wrong < limit.free:
        return 0
    pause = limit.wait if wrong >= limit.most else 1 << (wrong - limit.free + 1)
    return max(0, ceil(at + min(pause, limit.wait) - timezone.now().timestamp()))


def count_wrong_guess(request: HttpRequest, limit: Limit) -> None:
    """Count a wrong guess."""
    key = _key(request, limit)
    wrong, _at = caches["default"].get(key, (0, 0.0))
    caches["default"].set(key, (wrong + 1, timezone.now().timestamp()), limit.wait)


def too_many_guesses(request: HttpRequest, wait: int) -> HttpResponse:
    """Return the page that asks the user to try again in ``wait`` seconds, with status 429."""
    REFUSED.labels("guesses").inc()
    response = render(request, "429.html", {"minutes": ceil(wait / 60)}, status=429)
    response.headers["Retry-After"] = str(wait)
    response.headers["Cache-Control"] = "no-store"
    return response


def _key(request: HttpRequest, limit: Limit) -> str:
    return f"guesses-{limit.what}-{digest(_sender(request))}"


def _sender(request: HttpRequest) -> str:
    """Return the address of the browser, or its network if it uses IPv6."""
    peer = request.META.get("REMOTE_ADDR", "")
    address = client_address(peer, request.headers.get("X-Forwarded-For", ""))
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:  # how a server that listens on [::] sees an IPv4 address
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, NETWORK), strict=False))
