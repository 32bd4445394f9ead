"""What has been erased from a group and can be brought back."""

from django.utils import timezone

from scorekeeper.models import Erasure, Group
from scorekeeper.models.people import KEPT_FOR


def erasures_of(group: Group) -> list[Erasure]:
    """Return what can be brought back, latest first: of an erased group, only the group itself."""
    recent = Erasure.objects.filter(group=group, at__gt=timezone.now() - KEPT_FOR)
    if group.erased_at:
        recent = recent.filter(kind=Erasure.Kind.GROUP)
    return list(recent)
