"""The admin site for staff, where logins expire after twelve hours."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, TypeVar, cast

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth import user_logged_in, user_login_failed
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.timezone import now

from scorekeeper.limits import spend
from scorekeeper.models import User
from scorekeeper.web.limiting import check_tries, sender

V = TypeVar("V", bound=Callable[..., HttpResponseBase])
WORKING_DAY = timedelta(hours=12)
LOG_INS = "log-ins"


class StaffSite(AdminSite):
    """An admin site whose logins expire after twelve hours, because cookies can’t be revoked.

    Its pages exist only if the settings turn it on.
    """

    def has_permission(self, request: HttpRequest) -> bool:
        left = request.session.get_expiry_age()
        return super().has_permission(request) and 0 < left <= WORKING_DAY.total_seconds()

    def admin_view(self, view: V, cacheable: bool = False) -> V:
        return _if_on(super().admin_view(view, cacheable))

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the page for logging in. Raises LimitReachedError after too many tries."""
        if not settings.STAFF_SITE:
            raise Http404
        if request.method == "POST":
            check_tries(request, LOG_INS)
        return super().login(request, extra_context)


def _if_on(view: V) -> V:
    """Return a view that doesn’t exist unless the settings turn the site for staff on."""

    @wraps(view)
    def show(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.STAFF_SITE:
            raise Http404
        return view(request, *args, **kwargs)

    return cast("V", show)


@receiver(user_logged_in)
def end_with_the_day(request: HttpRequest, user: User, **_more: Any) -> None:
    """Make a staff session expire after twelve hours, even if it is in use."""
    if user.is_staff:
        request.session.set_expiry(now() + WORKING_DAY)


@receiver(user_login_failed)
def count_wrong_password(request: HttpRequest | None = None, **_more: Any) -> None:
    """Count a wrong password."""
    if request:
        spend(LOG_INS, sender(request))
