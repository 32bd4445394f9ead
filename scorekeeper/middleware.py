"""What happens around every answer."""

import logging
from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rules.snapshots import SnapshotError

logger = logging.getLogger(__name__)


def keep_phones_known(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Give a phone that writes its cookie anew, so that the years it is known begin again."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "POST" and SESSION_KEY in request.session:
            request.session.modified = True
        return response

    return answer


class ExplainUnreadable:
    """A page that says why a game cannot be read, such as one that newer code stored."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer 503 where stored data cannot be read; nothing is lost, and newer code reads it."""
        if not isinstance(error, SnapshotError):
            return None
        logger.error("Stored data cannot be read: %s", error)
        return render(request, "unreadable.html", {"why": str(error)}, status=503)
