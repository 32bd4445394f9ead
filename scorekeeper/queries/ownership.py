"""Whether a group’s owner should make a recovery code."""

from collections.abc import Iterable

from scorekeeper.models import Member
from scorekeeper.queries.game_lines import ListedGame

WORTH_KEEPING = 3  # finished games


def needs_recovery_code(member: Member, games: Iterable[ListedGame]) -> bool:
    """Return whether to suggest a recovery code to this phone.

    It is suggested if the phone owns a group without a code, and if at least three of the group’s
    ``games`` are finished.
    """
    if not member.is_owner or hasattr(member.group, "recovery_code"):
        return False
    finished = [line for line in games if line.is_finished and line.group == member.group_id]
    return len(finished) >= WORTH_KEEPING
