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
EVERYBODY, VISITORS = "*", "-"  # in place of a pass

View = Callable[..., HttpResponse]


def share(response: HttpResponse, own: Pass, state: str) -> HttpResponse:
    """Let the server send this response to everyone who holds ``own``, until ``state`` changes."""
    response.headers[HEADER] = f"{dump_pass(own)} {state}"
    return response


def shared_with_everybody(view: View) -> View:
    """Let the server return the same page to everybody.

    The page may depend only on the games as they were loaded, on its URL and on the language. It
    shows no messages, which wait for the next page that does.
    """
    return _shared(view, EVERYBODY)


def shared_with_visitors(view: View) -> View:
    """Let the server return the same page to all visitors without a cookie.

    For them, the page may depend only on the games as they were loaded, on its URL and on the
    language. It is rendered separately for a request with a cookie.
    """
    return _shared(view, VISITORS)


def _shared(view: View, whom: str) -> View:
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        edition = _editions.current
        vars(request)["is_for_everybody"] = whom == EVERYBODY
        response = view(request, *args, **kwargs)
        cookies = request.COOKIES.keys() - {settings.LANGUAGE_COOKIE_NAME}
        is_own = whom == VISITORS and cookies
        if request.method != "GET" or is_own or response.status_code != 200:
            return response
        etag = f'"{blake2b(response.content, digest_size=8).hexdigest()}"'
        response.headers["ETag"] = etag
        kept_by = "" if whom == EVERYBODY else "private, "
        response.headers["Cache-Control"] = f"{kept_by}no-cache"
        if request.META.get(HAS_SHELL):
            response.headers[HEADER] = f"{whom} {edition}"
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
