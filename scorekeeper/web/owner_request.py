"""The template context of a request to become the owner of a group."""

from django.utils import timezone

from scorekeeper.models import Member


def request_context(member: Member) -> dict[str, object]:
    """Return the template context of the request to become the owner, if there is one."""
    asked = getattr(member.group, "owner_request", None)
    return {"asked": asked, "is_due": asked is not None and asked.granted_at <= timezone.now()}
