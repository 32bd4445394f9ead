"""Middleware: compression, sessions, and error pages for data and databases that can’t be read."""

import logging
import sqlite3
from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from rules.engine.snapshots import SnapshotError
from scorekeeper.sessions import has_unreadable_session, is_for_staff
from scorekeeper.web.limiting import LimitReachedError, limit_page

logger = logging.getLogger(__name__)

SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")
COMPRESSED = ("text/", "application/json", "image/svg+xml")


class CompressText(GZipMiddleware):
    """Compress pages, JSON and SVG, but neither streams nor PDF and PNG files.

    The length of a compressed page could reveal a secret on it to somebody who can add text to the
    page and measure many responses (BREACH). Django therefore masks the CSRF token on each page and
    adds up to 100 random bytes. A page that contains a link’s token never shows text from the
    page’s own URL, unless the token is part of that URL.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response, compressed if it is text and the browser supports compression."""
        is_text = response.headers.get("Content-Type", "").startswith(COMPRESSED)
        if response.streaming or not is_text:
            return response
        return super().process_response(request, response)


def refresh_session_on_write(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Renew the session cookie with each write, so that it doesn’t expire while it is in use."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "POST" and SESSION_KEY in request.session:
            request.session.modified = True
        return response

    return answer


class ExplainUnreadable:
    """Middleware that explains why a game can’t be read, for example after a downgrade."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return a page with status 503 if stored data can’t be read, otherwise None."""
        if not isinstance(error, SnapshotError):
            return None
        logger.error("Stored data cannot be read: %s", error)
        return render(request, "unreadable.html", {"why": str(error)}, status=503)


def refuse_unreadable_sessions(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Reject writes from a phone whose session cookie can’t be read.

    A write would replace the cookie, and the phone would lose its groups permanently.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        is_safe = request.method in SAFE_METHODS or request.path == reverse("start-fresh")
        if is_safe or is_for_staff(request) or not has_unreadable_session(request):
            return get_response(request)
        return render(request, "403_unreadable.html", status=403)

    return answer


class LimitsMiddleware(MiddlewareMixin):
    """Middleware that returns a page with status 429 to those who have reached a limit."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page, or None if the exception has another cause."""
        if not isinstance(exception, LimitReachedError):
            return None
        return limit_page(request, exception.what, exception.seconds)


class DatabaseAwayMiddleware(MiddlewareMixin):
    """Middleware that returns a page with status 503 while the database is unavailable."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the error page, or None if the exception has another cause."""
        if not isinstance(exception, OperationalError) or _is_mistake_in_sql(exception):
            return None
        logger.error("The database can't be used: %s", exception)
        response = render(request, "503.html", status=503)
        response.headers["Retry-After"] = "10"
        response.headers["Cache-Control"] = "no-store"
        return response


def _is_mistake_in_sql(error: OperationalError) -> bool:
    """Return whether the SQL is invalid. SQLite raises the same error if the disk is full."""
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_ERROR
