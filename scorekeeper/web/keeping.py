"""The pages that a phone keeps for use without a connection.

The service worker (``static/js/worker.js``) keeps the pages whose response has the header
``X-Keep``. Its value is the id of the phone for which the page was made, or ``everybody``.
``X-Edition`` is the edition of the site, because a worker keeps only pages of its own edition.
"""

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.messages.storage.base import BaseStorage, Message
from django.http import HttpRequest, HttpResponse

from scorekeeper.models import User
from scorekeeper.web.site_files import site_edition

NOBODY = "nobody"
EVERYBODY = "everybody"

View = Callable[..., HttpResponse]


class Unseen(BaseStorage):
    """The messages of a page that nobody sees.

    Messages stay where they are for the next page that somebody sees, and no new ones are stored.
    """

    def _get(self, *args: Any, **kwargs: Any) -> tuple[list[Message], bool]:
        return [], True

    def _store(self, messages: list[Message], *args: Any, **kwargs: Any) -> list[Message]:
        return []


def phone_id(request: HttpRequest) -> str:
    """Return a short id for the phone that sent a request. It doesn’t depend on the secret keys."""
    user = request.user
    if not isinstance(user, User):
        return NOBODY
    return blake2b(user.username.encode(), digest_size=8).hexdigest()


def is_for_keeping(request: HttpRequest) -> bool:
    """Return whether the service worker sent the request, which means that nobody sees the page."""
    return "X-Keep" in request.headers


def kept(view: View) -> View:
    """Let phones keep the pages that ``view`` returns, each for the phone that requested it."""
    return _keep(view, phone_id)


def kept_for_everybody(view: View) -> View:
    """Let phones keep the pages that ``view`` returns, which are the same for everybody.

    If a page is for one phone only, the view sets the header itself.
    """
    return _keep(view, lambda _request: EVERYBODY)


def _keep(view: View, owner: Callable[[HttpRequest], str]) -> View:
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_for_keeping(request):
            vars(request)["_messages"] = Unseen(request)
        response = view(request, *args, **kwargs)
        if is_for_keeping(request) and settings.CSRF_COOKIE_NAME in request.COOKIES:
            # Someone may start a first game in the meantime, which changes this cookie. Sending the
            # old one again would make the forms of the open page invalid.
            request.META["CSRF_COOKIE_NEEDS_UPDATE"] = False
        shows_message = getattr(get_messages(request), "used", False)
        # Pages are kept by path, so not with the results of a search or the deals of a sheet.
        is_special = not {"q", "paper"}.isdisjoint(request.GET)
        is_page = request.method == "GET" and response.status_code == 200
        if is_page and not (shows_message or is_special):
            response.headers.setdefault("X-Keep", owner(request))
            response.headers["X-Edition"] = site_edition()
        return response

    return answer
