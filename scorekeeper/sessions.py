"""Sessions in signed cookies: one for a phone, and one for staff in the admin.

The cookie is the only thing that connects a phone to its games.
"""

import logging
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import signed_cookies
from django.contrib.sessions.middleware import SessionMiddleware
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers

logger = logging.getLogger(__name__)

STAFF_COOKIE = "staff-sessionid"
SALT = "django.contrib.sessions.backends.signed_cookies"


class SessionStore(signed_cookies.SessionStore):
    """A session in a cookie that is valid for as long as the browser keeps it.

    If Django can’t read a cookie, it replaces the cookie with an empty one. This store keeps the
    cookie until ``flush``, so that the phone has its games again once the right key has been
    restored.
    """

    _is_unreadable = False

    def load(self) -> dict[str, Any]:
        """Return the cookie’s data, or an empty dict if its signature is invalid."""
        try:
            # No max_age is set: with one, a server would recognise no phone if its clock were years
            # off.
            data: dict[str, Any] = signing.loads(
                self.session_key or "", serializer=self.serializer, salt=SALT
            )
        except signing.BadSignature:
            self._is_unreadable = True
            logger.warning("A session cookie can't be read: it isn't signed with a current key.")
            return {}
        return data

    @property
    def is_unreadable(self) -> bool:
        """Whether the cookie can’t be read, because it isn’t signed with a current key."""
        self.keys()  # reads the cookie if it hasn’t been read
        return self._is_unreadable

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session and stop protecting its cookie."""
        super().delete(session_key)
        self._is_unreadable = False


class TwoSessionsMiddleware(SessionMiddleware):
    """Django's session middleware with a cookie for phones and another for staff in the admin.

    Each request has one session, and therefore one user: the session in STAFF_COOKIE for the
    admin’s URLs, and the phone’s session for all others. Logging in or out of the admin doesn't
    change the phone's session. If a phone’s cookie can’t be read, it is left alone.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Open the session that belongs to the URL."""
        if is_for_staff(request):
            # Django supports only one session cookie, so the staff cookie temporarily takes that
            # cookie’s name.
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
            if STAFF_COOKIE in request.COOKIES:
                request.COOKIES[settings.SESSION_COOKIE_NAME] = request.COOKIES[STAFF_COOKIE]
        super().process_request(request)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Set, renew or delete the cookie, unless it is a phone’s cookie that can’t be read."""
        if is_for_staff(request):
            response = super().process_response(request, response)
            cookie = response.cookies.pop(settings.SESSION_COOKIE_NAME, None)
            if cookie is not None:
                cookie.set(STAFF_COOKIE, cookie.value, cookie.coded_value)
                cookie["path"] = reverse("admin:index")
                response.cookies[STAFF_COOKIE] = cookie
            return response
        if not request.session.accessed:
            return response  # to ask whether the session is empty would read the cookie
        if has_unreadable_session(request):
            patch_vary_headers(response, ("Cookie",))
            return response
        return super().process_response(request, response)


def is_for_staff(request: HttpRequest) -> bool:
    """Return whether the request is for the admin."""
    return request.path.startswith(reverse("admin:index"))


def has_unreadable_session(request: HttpRequest) -> bool:
    """Return whether the session cookie of the request can't be read."""
    session = request.session
    return isinstance(session, SessionStore) and session.is_unreadable
