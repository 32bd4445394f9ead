"""The list of a group’s erasures that can be undone."""

from django.utils import timezone

from scorekeeper.models import Erasure, Group
from scorekeeper.models.people import KEPT_FOR


def erasures_of(group: Group) -> list[Erasure]:
    """Return the erasures that can be undone, latest first.

    If the group itself has been erased, only that erasure is returned.
    """
    recent = Erasure.objects.filter(group=group, at__gt=timezone.now() - KEPT_FOR)
    if group.erased_at:
        recent = recent.filter(kind=Erasure.Kind.GROUP)
    return list(recent)
