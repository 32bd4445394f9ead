"""The mark on a response that is the same for many users, so that it is rendered only once."""

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from itertools import count
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from scorekeeper.live.passes import Pass, dump_pass
from scorekeeper.live.paths import HAS_SHELL

HEADER = "Scorekeeper-Shared"  # never leaves the server process
EVERYBODY = "*"  # in place of a pass

View = Callable[..., HttpResponse]


def share(response: HttpResponse, own: Pass, state: str) -> HttpResponse:
    """Let the server send this response to everyone who holds ``own``, until ``state`` changes."""
    response.headers[HEADER] = f"{dump_pass(own)} {state}"
    return response


def shared_with_everybody(view: View) -> View:
    """Let the server return the same page to all visitors without a cookie.

    The page may depend only on the games as they were loaded, on its URL and on the language. For a
    request with a cookie or a query, the page is rendered separately.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        edition = _editions.current
        response = view(request, *args, **kwargs)
        cookies = request.COOKIES.keys() - {settings.LANGUAGE_COOKIE_NAME}
        is_plain = request.method == "GET" and not request.META.get("QUERY_STRING")
        if not is_plain or cookies or response.status_code != 200:
            return response
        etag = f'"{blake2b(response.content, digest_size=8).hexdigest()}"'
        response.headers["ETag"] = etag
        response.headers["Cache-Control"] = "no-cache"
        if request.META.get(HAS_SHELL):
            response.headers[HEADER] = f"{EVERYBODY} {edition}"
        return get_conditional_response(request, etag=etag, response=response) or response

    return answer


class _Editions:
    """The number of times that the games have been loaded."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.renew()

    def renew(self) -> None:
        self.current = str(next(self._numbers))


_editions = _Editions()


def current_edition() -> str:
    """Return the state of pages that are shared with everybody."""
    return _editions.current


def forget_pages() -> None:
    """Have all shared pages rendered again, because the games have changed."""
    _editions.renew()
