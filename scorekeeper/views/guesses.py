"""A limit on wrong guesses from one address, after which requests are refused for a while."""

from ipaddress import ip_address, ip_network

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.addresses import client_address

WRONG_GUESSES = 10
WAIT = 3600  # seconds, counted from the last guess
NETWORK = 64  # bits: a household has this many addresses in IPv6


def may_guess(request: HttpRequest, what: str) -> bool:
    """Return whether the sender’s address may try another ``what``."""
    count: int = caches["default"].get(_key(request, what), 0)
    return count < WRONG_GUESSES


def count_wrong_guess(request: HttpRequest, what: str) -> None:
    """Count a wrong guess at ``what``."""
    key = _key(request, what)
    caches["default"].set(key, caches["default"].get(key, 0) + 1, WAIT)


def too_many_guesses(request: HttpRequest) -> HttpResponse:
    """Return the page that asks to try again later, with status 429."""
    response = render(request, "429.html", {"minutes": WAIT // 60}, status=429)
    response.headers["Retry-After"] = str(WAIT)
    response.headers["Cache-Control"] = "no-store"
    return response


def _key(request: HttpRequest, what: str) -> str:
    return f"guesses-{what}-{_sender(request)}"


def _sender(request: HttpRequest) -> str:
    """Return the address of the browser, or its network if it uses IPv6."""
    peer = request.META.get("REMOTE_ADDR", "")
    address = client_address(peer, request.headers.get("X-Forwarded-For", ""))
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    return str(ip_network((parsed, NETWORK), strict=False)) if parsed.version == 6 else str(parsed)
