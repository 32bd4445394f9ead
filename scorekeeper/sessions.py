"""Sessions in signed cookies, which are all that ties a phone to its tables."""

import logging
from typing import Any

from django.contrib.sessions.backends import signed_cookies
from django.contrib.sessions.middleware import SessionMiddleware
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

logger = logging.getLogger(__name__)

SALT = "django.contrib.sessions.backends.signed_cookies"


class SessionStore(signed_cookies.SessionStore):
    """A session in a cookie that is good for as long as the browser keeps it.

    Django replaces a cookie that it can't read by an empty one. Here it stays until ``flush``: once
    the right key is back, the phone has its tables again.
    """

    _is_unreadable = False

    def load(self) -> dict[str, Any]:
        """Return what the cookie holds; nothing when its signature is wrong."""
        try:
            # No max_age: a server whose clock is years off would know no phone.
            data: dict[str, Any] = signing.loads(
                self.session_key or "", serializer=self.serializer, salt=SALT
            )
        except signing.BadSignature:
            self._is_unreadable = True
            logger.warning("A session cookie can't be read: it isn't signed with a present key.")
            return {}
        return data

    @property
    def is_unreadable(self) -> bool:
        """Whether the cookie isn't signed with one of the present keys."""
        self.keys()  # reads the cookie, unless something did before
        return self._is_unreadable

    def delete(self, session_key: str | None = None) -> None:
        """Give the cookie up."""
        super().delete(session_key)
        self._is_unreadable = False


class KeepingSessionMiddleware(SessionMiddleware):
    """Django's session middleware, which leaves a cookie alone that can't be read."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Set, renew or delete the cookie, unless it can't be read."""
        if request.session.accessed and has_unreadable_session(request):
            patch_vary_headers(response, ("Cookie",))
            return response
        return super().process_response(request, response)


def has_unreadable_session(request: HttpRequest) -> bool:
    """Return whether the session cookie of the request can't be read."""
    session = request.session
    return isinstance(session, SessionStore) and session.is_unreadable
