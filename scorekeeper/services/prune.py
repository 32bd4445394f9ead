"""Deletion of what nobody uses: guests without a game, empty groups, and expired links."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from scorekeeper.models import EveningHelper, Game, Group, Helper, Member, ShortCode, User
from scorekeeper.services.changes import lock_group

UNUSED_FOR = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Pruned:
    """The numbers of rows that are deleted, or would be."""

    groups: int
    guests: int
    short_codes: int
    evening_helpers: int


def prune(*, is_rehearsal: bool, now: datetime | None = None) -> Pruned:
    """Delete what nobody has used for 30 days, and return how much that is.

    In a rehearsal, nothing is deleted. A group is kept if it has a game, an own game, house rules,
    a recovery code, or something that can still be brought back or undone.
    """
    before = (now or timezone.now()) - UNUSED_FOR
    groups, guests = _empty_groups(before), _guests(before)
    codes, helpers = _short_codes(before), _evening_helpers()
    found = Pruned(groups.count(), guests.count(), codes.count(), helpers.count())
    if not is_rehearsal:
        helpers.delete()
        codes.delete()
        for key in list(groups.values_list("pk", flat=True)):
            with transaction.atomic():
                lock_group(key)
                groups.filter(pk=key).delete()  # unless somebody has started a game meanwhile
        guests.delete()
    return found


def _empty_groups(before: datetime) -> QuerySet[Group]:
    has = ("games", "own_games", "house_rules", "recovery_code", "erasures", "uploads", "imports")
    recent = Member.objects.filter(group=OuterRef("pk"), joined_at__gte=before)
    return Group.objects.filter(
        ~Exists(recent),
        created_at__lt=before,
        erased_at=None,
        **{f"{name}__isnull": True for name in has},
    ).order_by("pk")


def _guests(before: datetime) -> QuerySet[User]:
    """Return the phones that belong to no other groups than empty ones, and help in no game."""
    belongs = Member.objects.filter(user=OuterRef("pk")).exclude(group__in=_empty_groups(before))
    helps = Helper.objects.filter(user=OuterRef("pk"))
    evening = EveningHelper.objects.filter(user=OuterRef("pk"))
    return User.objects.filter(
        ~Exists(belongs),
        ~Exists(helps),
        ~Exists(evening),
        Q(last_login=None) | Q(last_login__lt=before),
        date_joined__lt=before,
        is_staff=False,
        is_superuser=False,
    )


def _short_codes(before: datetime) -> QuerySet[ShortCode]:
    """Return the codes of finished games, which open nothing."""
    return ShortCode.objects.filter(game__state=Game.State.FINISHED, game__changed_at__lt=before)


def _evening_helpers() -> QuerySet[EveningHelper]:
    """Return the links between phones and evenings that are over. The phones still help there."""
    return EveningHelper.objects.filter(until__lt=timezone.now())
