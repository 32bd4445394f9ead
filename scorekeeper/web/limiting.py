"""Counting what a request does, and the page for those who have reached a limit."""

from math import ceil

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.addresses import client_address, household
from scorekeeper.limits import LIMITS, seconds_to_wait, spend
from scorekeeper.logs import WAITS
from scorekeeper.metrics import REFUSED
from scorekeeper.models import Group

COME_AGAIN = 10  # seconds


class LimitReachedError(Exception):
    """A limit has been reached. ``LimitsMiddleware`` responds with ``limit_page``."""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__(what)
        self.what = what
        self.seconds = seconds


def count(request: HttpRequest, what: str, group: Group | None = None, cost: int = 1) -> None:
    """Count something that is limited, for the request’s address and the group.

    Raises LimitReachedError.
    """
    if seconds := spend(what, sender(request), group.pk if group else None, cost):
        raise LimitReachedError(what, seconds)


def check_tries(request: HttpRequest, what: str) -> None:
    """Raise LimitReachedError if the request’s address has tried too often, without counting."""
    if seconds := seconds_to_wait(what, sender(request)):
        raise LimitReachedError(what, seconds)


def limit_page(request: HttpRequest, what: str, seconds: int) -> HttpResponse:
    """Return the page that asks the user to wait, with status 429.

    A form that was sent can be sent again from there, unless it has a secret.
    """
    REFUSED.labels(what).inc()
    limit = LIMITS[what]
    context = {
        "title": limit.title,
        "minutes": ceil(seconds / 60),
        "is_code": limit.is_always_on,
        "typed": [
            (name, value)
            for name, values in request.POST.lists()
            if name != "csrfmiddlewaretoken" and not limit.is_always_on
            for value in values
        ],
    }
    response = render(request, "429.html", context, status=429)
    response.headers["Retry-After"] = str(seconds)
    response.headers["Cache-Control"] = "no-store"
    return response


def waiting_page(request: HttpRequest, place: int = 0) -> HttpResponse:
    """Return the page for a busy server, with status 503, and the place in its queue if known.

    The page loads itself again.
    """
    request.META[WAITS] = True
    response = render(request, "sheets/busy.html", {"place": place}, status=503)
    response.headers["Retry-After"] = str(COME_AGAIN)
    response.headers["Refresh"] = str(COME_AGAIN)
    response.headers["Cache-Control"] = "no-store"
    return response


def sender(request: HttpRequest) -> str:
    """Return the address of the browser, or its network if it uses IPv6."""
    peer = request.META.get("REMOTE_ADDR", "")
    return household(client_address(peer, request.headers.get("X-Forwarded-For", "")))
