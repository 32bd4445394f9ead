"""Middleware: measuring, headers, compression, sessions, and error pages for unreadable data."""

import logging
import re
import secrets
import sqlite3
from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from rules.engine.snapshots import SnapshotError
from scorekeeper import metrics
from scorekeeper.addresses import client_address
from scorekeeper.languages import split_language
from scorekeeper.live.paths import PLACE
from scorekeeper.live.sharing import HEADER
from scorekeeper.logs import network_of, request_id
from scorekeeper.sessions import STAFF_COOKIE, has_unreadable_session, is_for_staff
from scorekeeper.web.limiting import LimitReachedError, limit_page, waiting_page

logger = logging.getLogger(__name__)

SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")
METHODS = ("GET", "HEAD", "POST")
CONFLICT = 409
COMPRESSED = ("text/", "application/json", "image/svg+xml")
# Pages that are the same for all visitors without a session.
PUBLIC_PATHS = (
    "/rules",
    "/sheets/",
    "/manifest.webmanifest",
    "/service-worker.js",
    "/robots.txt",
    "/sitemap.xml",
    "/.well-known/",
    "/table.schema.json",
    "/trust/",
)
DEVICES = (
    "accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi "
    "payment serial usb"
)
NOTHING_PERMITTED = ", ".join(f"{device}=()" for device in DEVICES.split())
REQUEST_ID = re.compile(r"[\w-]{8,64}")
requests_logger = logging.getLogger("scorekeeper.requests")


def measure_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Give each request an id for the logs, and count and time it by the name of its view.

    A proxy can choose the id, in the header X-Request-ID.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        sent = request.headers.get("X-Request-ID", "") if settings.PROXIES else ""
        own = sent if REQUEST_ID.fullmatch(sent) else secrets.token_hex(8)
        token, began, statements = request_id.set(own), perf_counter(), list[float]()
        try:
            with connection.execute_wrapper(_Timer(statements)):
                response = get_response(request)
            _count(request, response, perf_counter() - began, statements)
        finally:
            request_id.reset(token)
        if HEADER not in response.headers:  # a response for many requests has no id
            response.headers["X-Request-ID"] = own
        return response

    return answer


class _Timer:
    """A wrapper around statements that adds the seconds each one took to a list."""

    def __init__(self, seconds: list[float]) -> None:
        self.seconds = seconds

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        began = perf_counter()
        try:
            return execute(*arguments)
        finally:
            self.seconds.append(perf_counter() - began)


def _count(
    request: HttpRequest, response: HttpResponse, seconds: float, statements: list[float]
) -> None:
    view = (request.resolver_match and request.resolver_match.view_name) or "none"
    method = request.method if request.method in METHODS else "other"
    metrics.REQUESTS.labels(view, method, response.status_code).inc()
    metrics.REQUEST_SECONDS.labels(view).observe(seconds)
    metrics.DATABASE_SECONDS.labels(view).inc(sum(statements))
    metrics.QUERIES.labels(view).inc(len(statements))
    if response.status_code == CONFLICT:
        metrics.CONFLICTS.inc()
    address = client_address(
        request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", "")
    )
    requests_logger.info(
        "%s %s %s",
        method,
        view,
        response.status_code,
        extra={
            "method": method,
            "view": view,
            "status": response.status_code,
            "ms": round(seconds * 1000),
            "network": network_of(address),
        },
    )


def protect_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Turn off devices that no page needs, and keep private pages out of shared caches."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Permissions-Policy"] = NOTHING_PERMITTED
        is_public = request.path_info.startswith(PUBLIC_PATHS) and not (
            request.COOKIES.keys() & {settings.SESSION_COOKIE_NAME, STAFF_COOKIE}
        )
        if "Cache-Control" not in response.headers and not is_public:
            patch_cache_control(response, private=True)
        return response

    return answer


class LanguageMiddleware(LocaleMiddleware):
    """Middleware that chooses the language: the one in the URL, or else that of the phone."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language, and take it out of the path by which the view is found."""
        named, request.path_info = split_language(request.path_info)
        vars(request)["is_language_in_url"] = bool(named)
        if not named:
            super().process_request(request)
            return
        translation.activate(named)
        vars(request)["LANGUAGE_CODE"] = named

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response with the header for its language."""
        if vars(request).get("is_language_in_url"):
            response.headers["Content-Language"] = translation.get_language() or ""
            return response
        return super().process_response(request, response)


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
    """Middleware that returns a page to those who have reached a limit, or wait in a queue."""

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Return the page with the place in the queue, or None if the request needn’t wait."""
        place = request.META.get(PLACE)
        return waiting_page(request, place) if place else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page with status 429, or None if the exception has another cause."""
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
