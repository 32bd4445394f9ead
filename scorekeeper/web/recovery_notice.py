"""The notice about recovery codes on the home page, which a phone can put away."""

from django.http import HttpRequest

from scorekeeper.models import Member

PUT_AWAY = "no-code-notice"  # in the session, with the keys of groups
MOST_GROUPS = 20


def put_notice_away(request: HttpRequest, member: Member) -> None:
    """Stop showing the notice about this group on this phone’s home page."""
    others = [group for group in request.session.get(PUT_AWAY, []) if group != member.group_id]
    request.session[PUT_AWAY] = [*others, member.group_id][-MOST_GROUPS:]


def is_notice_put_away(request: HttpRequest, member: Member) -> bool:
    """Return whether this phone has put away the notice about this group."""
    return member.group_id in request.session.get(PUT_AWAY, [])
