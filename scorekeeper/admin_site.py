"""The admin site for staff, where logins expire after twelve hours."""

from datetime import timedelta
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.timezone import now

from scorekeeper.models import User

WORKING_DAY = timedelta(hours=12)


class StaffSite(AdminSite):
    """An admin site whose logins expire after twelve hours, because cookies can’t be revoked."""

    def has_permission(self, request: HttpRequest) -> bool:
        left = request.session.get_expiry_age()
        return super().has_permission(request) and 0 < left <= WORKING_DAY.total_seconds()


@receiver(user_logged_in)
def end_with_the_day(request: HttpRequest, user: User, **_more: Any) -> None:
    """Make a staff session expire after twelve hours, even if it is in use."""
    if user.is_staff:
        request.session.set_expiry(now() + WORKING_DAY)
