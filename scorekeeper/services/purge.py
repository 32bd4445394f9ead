"""Permanent deletion of data that was erased more than 30 days ago, and of old uploads."""

from contextlib import suppress
from datetime import datetime

from django.db import OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from scorekeeper.models import (
    ErasedText,
    Erasure,
    EveningHelper,
    Game,
    Group,
    Helper,
    Import,
    Member,
    Picture,
    Player,
    Upload,
    User,
)
from scorekeeper.models.people import KEPT_FOR
from scorekeeper.uploads import UPLOADS_KEPT_FOR, delete_old_files

BATCH = 200  # the number of games that one transaction deletes
# How long saving may wait while SQLite’s log is emptied, in milliseconds.
PATIENCE = 100


def purge(*, now: datetime | None = None) -> int:
    """Permanently delete data erased more than 30 days ago, and return the number of erasures.

    Uploads are deleted an hour after their last step, the lists of what was imported after 30 days,
    and pictures of people when nobody has them. Nothing can bring the data back after that time, so
    deleting it may take several transactions.
    """
    now = now or timezone.now()
    Upload.objects.filter(stepped_at__lte=now - UPLOADS_KEPT_FOR).delete()
    delete_old_files()
    Import.objects.filter(at__lte=now - KEPT_FOR).delete()
    due = Erasure.objects.filter(at__lte=now - KEPT_FOR)
    done = 0
    for erasure in due.order_by("pk"):
        done += 1
        if erasure.kind == Erasure.Kind.GROUP:
            kept = Erasure.objects.filter(group=erasure.group_id, kept_in__isnull=False)
            for key in kept.values_list("kept_in", flat=True):
                _delete_group(key)
            _delete_group(erasure.group_id)
        if erasure.kept_in_id:
            _delete_group(erasure.kept_in_id)
        Erasure.objects.filter(pk=erasure.pk).delete()
    _delete_pictures()
    _empty_log()
    return done


def _delete_pictures() -> None:
    """Delete the pictures of people that nobody has and that can’t be brought back."""
    erased = ErasedText.objects.filter(model=Player.__name__, field="picture_id")
    kept = list(erased.values_list("before", flat=True))
    Picture.objects.filter(players=None).exclude(token__in=kept).delete()


def _empty_log() -> None:
    """Empty SQLite’s log, which may contain deleted names.

    If somebody is reading or saving for longer than ``PATIENCE``, the next purge empties it.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor, suppress(OperationalError):
        (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute(f"PRAGMA busy_timeout={PATIENCE}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout={usual}")


def _delete_group(key: int) -> None:
    """Delete a group with all its data, and the guests who have no other group or game."""
    games = Game.objects.filter(group=key).order_by("pk")
    while batch := list(games.values_list("pk", flat=True)[:BATCH]):
        Game.objects.filter(pk__in=batch).delete()
    phones = list(Member.objects.filter(group=key).values_list("user", flat=True))
    with transaction.atomic():
        Group.objects.filter(pk=key).delete()
        guests = User.objects.filter(pk__in=phones, memberships=None, is_staff=False)
        helps = Q(pk__in=Helper.objects.values("user")) | Q(
            pk__in=EveningHelper.objects.values("user")
        )
        guests.exclude(helps).delete()
